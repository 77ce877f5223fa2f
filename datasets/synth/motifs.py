"""The drawings of the ranks: dots, the rosette of 1p, bamboo sticks, the frame of 白, flowers.

Where a tile's body shows through a drawing nothing is painted: faces lie on any ground.
"""

from __future__ import annotations

from math import cos, pi, sin

from datasets.synth.style import Style

Point = tuple[float, float]


def fill(path: str, colour: str) -> str:
    """Paint a path, with holes by the even-odd rule."""
    return f'<path d="{path}" fill="{colour}" fill-rule="evenodd"/>'


def ink(glyph: str, colour: str, edge: float) -> str:
    """Paint a character, made bolder by a line of `edge` units around it.

    Fonts turn their holes the other way, and some draw a contour twice: never the even-odd rule.
    """
    line = f' stroke="{colour}" stroke-width="{edge}" stroke-linejoin="round"'
    return f'<path d="{glyph}" fill="{colour}"{line if edge >= 0.1 else ""}/>'


def stroke(path: str, colour: str, width: float) -> str:
    """Draw along a path with round ends."""
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" {ends}/>'


def moved(drawing: str, x: float, y: float, degrees: float = 0.0) -> str:
    """Move a drawing from the origin to a place, turned clockwise."""
    turn = f" rotate({degrees})" if degrees else ""
    return f'<g transform="translate({x} {y}){turn}">{drawing}</g>'


def disc(radius: float, x: float = 0.0, y: float = 0.0) -> str:
    """Outline a circle."""
    r = radius
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def rectangle(width: float, height: float, corner: float, y: float = 0.0) -> str:
    """Outline a rectangle around x = 0 and `y`, its corners rounded."""
    w, h, c = width - 2 * corner, height - 2 * corner, corner
    right, down = f"h{w}a{c} {c} 0 0 1 {c} {c}v{h}", f"a{c} {c} 0 0 1 {-c} {c}h{-w}"
    return f"M{-w / 2} {y - height / 2}{right}{down}a{c} {c} 0 0 1 {-c} {-c}v{-h}a{c} {c} 0 0 1 {c} {-c}z"


def ring(radius: float, count: int, turn: float = 0.0) -> list[Point]:
    """Place points on a circle, the first at the top, all turned by a part of a step."""
    angles = [2 * pi * (i + turn) / count - pi / 2 for i in range(count)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


def petals(
    inner: float, outer: float, count: int, fat: float = 1.0, turn: float = 0.0
) -> str:
    """Outline a wreath of petals between two radii."""
    side, out = fat * 1.25 * outer * pi / count, []
    for ux, uy in ring(1, count, turn):
        near, far = inner + 0.35 * (outer - inner), inner + 1.05 * (outer - inner)
        a, b = (
            f"{near * ux + side * 0.6 * uy} {near * uy - side * 0.6 * ux}",
            f"{far * ux + side * uy} {far * uy - side * ux}",
        )
        c, d = (
            f"{far * ux - side * uy} {far * uy + side * ux}",
            f"{near * ux - side * 0.6 * uy} {near * uy + side * 0.6 * ux}",
        )
        root = f"{inner * ux} {inner * uy}"
        out.append(f"M{root}C{a} {b} {outer * ux} {outer * uy}C{c} {d} {root}z")
    return "".join(out)


def dot(radius: float, colour: str, heart: str, style: Style) -> str:
    """Draw one of the dots of 2p to 9p around the origin, its middle in the colour `heart`."""
    r, thick = radius, 0.16 * radius * style.line
    rim = stroke(disc(r - thick / 2), colour, thick)
    if style.dot == "target":
        return fill(disc(r) + disc(0.66 * r), colour) + fill(
            disc(0.5 * r) + disc(0.19 * r), heart
        )
    if style.dot == "rings":
        return (
            rim
            + stroke(disc(0.52 * r), colour, 0.8 * thick)
            + fill(disc(0.22 * r), heart)
        )
    if style.dot == "petals":
        return fill(disc(r) + petals(0.14 * r, 0.76 * r, 6, 0.62), colour)
    if style.dot == "cross":
        return rim + fill(
            disc(0.8 * r) + petals(0.06 * r, 0.8 * r, 4, 0.42, 0.5), heart
        )
    if style.dot == "wheel":
        return rim + fill(
            "".join(disc(0.17 * r, x, y) for x, y in ring(0.52 * r, 6))
            + disc(0.17 * r),
            heart,
        )
    if style.dot == "star":
        points = [
            p
            for pair in zip(ring(0.72 * r, 5), ring(0.3 * r, 5, 0.5), strict=True)
            for p in pair
        ]
        star = "M" + "L".join(f"{x} {y}" for x, y in points) + "z"
        return fill(disc(r) + star, colour) + (
            fill(star, heart) if heart != colour else ""
        )
    return fill(disc(r) + disc(0.72 * r), colour) + fill(disc(0.56 * r), heart)


def rosette(style: Style) -> str:
    """Draw the 1p around the origin, as wide as the face allows."""
    dark, second, red = style.dots
    n, line, r = style.petals, 7 * style.line, 108.0
    heart = stroke(disc(38), red, line) + fill(petals(4, 30, 5, 0.75), red)
    if style.rosette == "sunflower":
        rings = (
            stroke(disc(50), red, line)
            + stroke(disc(31), red, line)
            + fill(disc(14), red)
        )
        return stroke(petals(58, r - line / 2, n, 0.72), dark, line) + rings
    if style.rosette == "wheel":
        rim = stroke(disc(r - line / 2), dark, line * 1.3) + stroke(
            disc(56), dark, line * 0.8
        )
        return rim + fill(petals(62, r - line * 2, n + 4, 0.5), second) + heart
    if style.rosette == "target":
        rim = fill(disc(r) + disc(r - 22), dark) + fill(
            disc(r - 33) + disc(r - 55), second
        )
        return rim + fill(disc(40) + disc(15), red)
    if style.rosette == "beads":
        beads = "".join(
            disc(0.21 * (r + 60) * pi / n, x, y) for x, y in ring(0.78 * r, n)
        )
        return (
            fill(disc(r) + disc(r - 1.4 * line), dark)
            + fill(beads, second)
            + stroke(disc(54), dark, line)
            + heart
        )
    wreath = fill(disc(r) + petals(58, r - line, n, 0.55), dark) + fill(
        disc(52) + disc(44), second
    )
    return wreath + fill(disc(40) + petals(5, 33, 6, 0.6), red)


def stick(height: float, colour: str, style: Style) -> str:
    """Draw one bamboo stick, upright around the origin."""
    h, w, line = height / 2, 21 * style.stick_size, 7.5 * style.line
    if style.stick == "peanut":
        line *= 1.35
        h, w = h - line / 2, w - line / 2
        sides = "".join(
            f"M0 {-h}C{v * 1.3} {-h} {v * 1.3} {-0.62 * h} {0.62 * v} {-0.45 * h}"
            f"C{v * 1.25} {-0.3 * h} {v * 1.25} {0.3 * h} {0.62 * v} {0.45 * h}"
            f"C{v * 1.3} {0.62 * h} {v * 1.3} {h} 0 {h}"
            for v in (-w, w)
        )
        return stroke(sides, colour, line)
    if style.stick == "joints":
        nodes = "".join(f"M{-w} {y}H{w}" for y in (line / 2 - h, 0, h - line / 2))
        q, a = 0.62 * w, 0.45 * w
        sides = "".join(
            f"M{s * q} {-h}C{s * a} {-0.6 * h} {s * a} {-0.4 * h} {s * q} 0C{s * a} {0.4 * h} {s * a} {0.6 * h} {s * q} {h}"
            for s in (-1, 1)
        )
        return stroke(nodes, colour, line) + stroke(sides, colour, 0.75 * line)
    if style.stick == "beads":
        third = 2 * h / 3
        loops = (
            rectangle(1.7 * w, third - 1, 0.85 * w, y)
            + rectangle(0.7 * w, third - 1.1 * w, 0.3 * w, y)
            for y in (-third, 0, third)
        )
        return "".join(fill(loop, colour) for loop in loops)
    if style.stick == "capsule":
        edge = stroke(rectangle(2 * w - line, 2 * h - line, w - line / 2), colour, line)
        return edge + stroke(f"M{-w + line} 0H{w - line}", colour, line)
    if style.stick == "segments":
        parts = (
            rectangle(1.8 * w, h - 3, 0.6 * w, s * (h + 3) / 2)
            + rectangle(0.4 * w, 0.6 * h, 0.19 * w, s * (h + 3) / 2)
            for s in (-1, 1)
        )
        return "".join(fill(part, colour) for part in parts)
    nodes = "".join(f"M{-0.7 * w} {y}H{0.7 * w}" for y in (-h + w / 2, 0, h - w / 2))
    pole = fill(rectangle(1.2 * w, 2 * h - w, 0.3 * w), colour)
    return stroke(nodes, colour, w) + pole


def frame(style: Style) -> str:
    """Draw 白 around the origin: a frame of some kind, or nothing."""
    colour, line = style.dragons[2], 14 * style.line
    outer = stroke(rectangle(200, 290, 16), colour, line)
    inner = stroke(rectangle(200 - 3.6 * line, 290 - 3.6 * line, 8), colour, 0.5 * line)
    x, y, c = 100 - 1.8 * line, 145 - 1.8 * line, 30
    if style.frame == "blank":
        return ""
    if style.frame in ("plain", "double"):
        return outer + (inner if style.frame == "double" else "")
    if style.frame == "frame":
        corners = "".join(
            f"M{s * x} {t * (y - c)}Q{s * (x - c)} {t * (y - c)} {s * (x - c)} {t * y}"
            for s in (-1, 1)
            for t in (-1, 1)
        )
        return outer + inner + stroke(corners, colour, 0.5 * line)
    edge = stroke(rectangle(216, 300, 4), colour, 0.6 * line) + stroke(
        rectangle(130, 214, 2), colour, 0.6 * line
    )
    if style.frame == "lattice":
        bars = "".join(f"M{v} -150V-107M{v} 107V150" for v in (-65, -22, 22, 65))
        rows = "".join(f"M-108 {v}H-65M65 {v}H108" for v in (-107, -54, 0, 54, 107))
        thin = stroke(
            "M-108 -128H108M-108 128H108M-86 -150V150M86 -150V150", colour, 0.4 * line
        )
        return edge + stroke(bars + rows, colour, 0.5 * line) + thin
    ticks = "".join(f"M{v} -150V-107M{v} 107V150" for v in (-65, -14, 0, 14, 65))
    ticks += "".join(f"M-108 {v}H-65M65 {v}H108" for v in (-107, -14, 0, 14, 107))
    long = "".join(
        f"M{s * 26} {t * 128}H{s * 54}M{s * 86} {t * 28}V{t * 92}"
        for s in (-1, 1)
        for t in (-1, 1)
    )
    return edge + stroke(ticks + long, colour, 0.5 * line)


def _leaves(kind: int, bend: float) -> str:
    """Outline leaves: along a stem, as grass from the ground, or small ones at the ends of twigs."""
    out = []
    for i in range(5 + kind % 3):
        side = (-1) ** i
        if kind % 3 == 0:
            x, y = side * (84 - 7 * i), 70 - 26 * i
            out.append(
                f"M0 {105 - 24 * i}Q{side * 30} {y - 10} {x} {y}Q{side * 52} {y + 42} 0 {105 - 24 * i}z"
            )
        elif kind % 3 == 1:
            x, y = side * (30 + 15 * i), -10 + 17 * i
            out.append(
                f"M{side * 4} 116Q{0.4 * x} {y - 40} {x} {y}Q{0.7 * x} {y} {side * 12} 116z"
            )
        else:
            x, y = side * 14 + bend, 96 - 30 * i
            out.append(
                f"M{x} {y}c{side * 6} -22 {side * 30} -24 {side * 40} -8c{side * -6} 20 {side * -28} 22 {side * -40} 8z"
            )
    return "".join(out)


def flower(kind: int, style: Style) -> str:
    """Draw the plant of the flower or season number `kind` (0 to 7), around the origin and 230 high."""
    leaf, bloom, line = style.sticks[0], style.dots[2], 6 * style.line
    bend, count, size = (
        22 * (kind % 3 - 1),
        5 + (3 * kind + style.petals) % 6,
        36 + 4 * (kind % 4),
    )
    leaves = _leaves(kind, bend / 2)
    green = (
        fill(leaves, leaf)
        if (kind + style.petals) % 2
        else stroke(leaves, leaf, 0.8 * line)
    )
    if kind == 3:  # bamboo
        canes = "".join(
            moved(stick(210 - 40 * i, leaf, style), x, 15 + 18 * i)
            for i, x in enumerate((-24, 22))
        )
        return canes + green
    stem = stroke(
        f"M{-bend} 115C{40 - bend} 60 {bend - 50} 10 {bend} -20S{bend + 30} -80 {bend - 10} -115",
        leaf,
        line,
    )
    head = stroke(petals(0.3 * size, size, count, 0.7), bloom, line) + fill(
        disc(0.25 * size), bloom
    )
    if kind % 2 == 0:
        head += stroke(
            petals(1.02 * size, 1.3 * size, 2 * count, 0.6), bloom, 0.7 * line
        )
    bud = stroke(petals(6, 20, 5, 0.7), bloom, 0.7 * line) if kind % 3 == 2 else ""
    return (
        stem
        + green
        + moved(head, bend, -12 + 22 * (kind % 3))
        + moved(bud, bend + 44, -84)
    )
