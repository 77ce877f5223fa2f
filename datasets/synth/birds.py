"""The birds of 1s: six drawings, each 240 wide and 330 high at most, around the origin."""

from __future__ import annotations

from datasets.synth.motifs import disc, fill, ring, stick, stroke
from datasets.synth.style import Style


def bird(style: Style) -> str:
    """Draw the 1s of a set, around the origin."""
    if style.bird == "stick":
        return stick(250, style.sticks[0], style)
    drawing = {
        "perched": _perched,
        "peacock": _peacock,
        "sparrow": _sparrow,
        "owl": _owl,
        "trail": _trail,
    }[style.bird](style)
    return f'<g transform="scale({-1.1 if style.mirrored else 1.1} 1.1)">{drawing}</g>'


def _perched(style: Style) -> str:
    """Hong Kong's: round eye, crest, a bar to sit on, long tail."""
    main, red, second = style.sticks
    line = 9 * style.line
    bar = stroke("M-88 40H-62M62 40H88", main, line) + stroke(
        disc(11, -101, 40) + disc(11, 101, 40), second, 0.8 * line
    )
    head = stroke(disc(34, 8, -78), second, line) + fill(
        disc(17, 8, -78) + disc(7, 8, -78), red
    )
    crest = stroke("M-30 -112C-6 -128 20 -112 34 -122S62 -142 74 -138", red, line)
    beak = stroke("M-24 -88C-44 -92 -48 -72 -36 -58L-22 -66", red, 0.8 * line)
    wings = "M-22 -48C-66 -50 -82 0 -70 70C-52 58 -38 30 -34 -4M44 -52C80 -30 84 10 62 62C50 44 44 20 42 -4"
    body = stroke(wings + "M-34 -4C-34 24 -20 46 4 56C30 48 42 24 42 -4", main, line)
    chest = stroke("M-16 -26V-2M4 -30V8M24 -26V-2", main, 0.7 * line)
    tail = stroke("M-16 66C-6 100 10 130 46 152M32 66C44 104 56 120 62 132", main, line)
    tail += stroke("M8 62C16 96 34 128 58 150", red, line)
    return bar + body + chest + tail + crest + beak + head


def _peacock(style: Style) -> str:
    """Japan's: a fan of eyed feathers over spread wings."""
    main, red, second = style.sticks
    line = 6 * style.line
    spokes = "M" + "M".join(
        f"{0.62 * x} {0.62 * y - 62}L{x} {y - 62}" for x, y in ring(96, 26) if y < 52
    )
    eyes = (
        [(0.0, -62.0)]
        + [(x, y - 62) for x, y in ring(26, 6)]
        + [(x, y - 62) for x, y in ring(52, 12)]
    )
    fan = fill(disc(66, 0, -62) + "".join(disc(9.5, x, y) for x, y in eyes), second)
    pupils = fill("".join(disc(3.6, x, y) for x, y in eyes), red)
    wing = "M{s}14 44C{s}50 4 {s}96 22 {s}106 92C{s}80 74 {s}44 76 {s}14 100"
    feathers = "M{s}84 84V50M{s}62 78V40M{s}40 80V46"
    wings = "".join((wing + feathers).replace("{s}", sign) for sign in ("-", ""))
    neck = fill(
        "M-22 20C-4 2 26 8 24 34C20 52 2 58 4 96L-16 100C-22 70 -2 52 2 36L-24 34z"
        + disc(4, 10, 27),
        main,
    )
    feet = "M-18 104V136L-36 146M-18 136L-14 150M18 104V136L36 146M18 136L14 150"
    return (
        stroke(spokes, second, line)
        + fan
        + pupils
        + stroke(wings, main, 1.2 * line)
        + neck
        + stroke(feet, red, line)
    )


def _sparrow(style: Style) -> str:
    """A small bird on a twig, seen from the side."""
    main, red, second = style.sticks
    line = 8 * style.line
    body = "M52 -104C20 -126 -16 -104 -14 -66C-44 -44 -70 -2 -62 62L-104 132L-72 126L-58 150L-20 70C36 66 66 8 50 -52C62 -66 64 -90 52 -104z"
    wing = "M-40 60C-44 8 -16 -30 24 -38C34 10 8 52 -40 60zM-26 44C-18 20 -4 -4 14 -18M-14 50C2 34 14 14 20 -6"
    beak = fill("M58 -96L104 -84L60 -70z", red)
    eye = fill(disc(13, 28, -86) + disc(5, 28, -86), red)
    twig = stroke(
        "M-30 112C20 92 60 116 106 84M60 104C70 124 88 130 100 128", second, line
    )
    legs = stroke("M-4 72L2 102M24 58L32 98", red, line)
    return (
        twig
        + legs
        + stroke(body, main, line)
        + stroke(wing, main, 0.8 * line)
        + beak
        + eye
    )


def _owl(style: Style) -> str:
    """Taiwan's: two plumes over one wide eye, scaled wing, curled twig."""
    main, red, second = style.sticks
    line = 9 * style.line
    plumes = stroke(
        "M-62 -118C-40 -114 -24 -102 -8 -84M66 -142C40 -130 22 -112 8 -86", second, line
    )
    eye = stroke(disc(28, 2, -58), second, line) + fill(disc(11, 2, -58), red)
    back = "M-24 -66C-56 -40 -64 20 -40 62C-10 60 40 40 44 -6C46 -34 38 -48 30 -56"
    scales = "M-40 -20C-20 -18 -12 -6 -14 10M-44 12C-22 14 -12 28 -16 46M-2 -18C12 -14 16 -2 12 14M-4 20C8 24 12 34 4 44M22 -20C32 -14 34 -4 30 8"
    twig = stroke("M-78 110C-40 78 30 78 70 30C92 -2 112 22 92 40", main, line)
    tail = stroke("M-30 92C-6 110 6 136 46 150M-4 86C20 104 34 116 56 122", red, line)
    claws = stroke(
        "M-92 96C-84 112 -88 124 -96 132M-70 108C-66 122 -70 134 -78 144", red, line
    )
    return (
        twig
        + tail
        + claws
        + stroke(back, main, line)
        + stroke(scales, main, 0.7 * line)
        + plumes
        + eye
    )


def _trail(style: Style) -> str:
    """A peacock from the side, its train of eyed feathers raised behind it."""
    main, red, second = style.sticks
    line = 7 * style.line
    train = "M-4 62C-60 40 -104 -60 -70 -146C-20 -120 30 -40 34 46z"
    eyes = (
        (-66, -112),
        (-48, -84),
        (-72, -70),
        (-30, -58),
        (-52, -44),
        (-66, -26),
        (-12, -28),
        (-32, -14),
        (-46, 10),
        (2, 2),
        (-18, 20),
    )
    feathers = fill(train + "".join(disc(9, x, y) for x, y in eyes), second)
    body = fill(
        "M-26 66C-10 112 60 116 74 60C80 30 66 8 76 -14L54 -16C40 10 52 34 34 44C14 52 -8 48 -26 66z",
        main,
    )
    head = fill(disc(19, 68, -26) + disc(6, 72, -28), main) + fill(
        "M84 -34L108 -24L85 -17z", red
    )
    crest = stroke("M62 -44L54 -70M70 -46L72 -74M78 -42L90 -66", red, line)
    legs = stroke(
        "M14 104L8 142M8 142L-10 150M8 142L26 150M44 102L46 142M46 142L28 150M46 142L64 150",
        red,
        line,
    )
    return (
        feathers
        + fill("".join(disc(4, x, y) for x, y in eyes), red)
        + legs
        + crest
        + body
        + head
    )
