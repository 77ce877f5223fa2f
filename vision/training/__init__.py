"""How the weights were made; needs the dependency group `train`, running never does."""
