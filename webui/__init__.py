"""The page and the command: the only place that wires vision to the scorer."""
