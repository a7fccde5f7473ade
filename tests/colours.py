"""How well colours stand out from each other, as WCAG 2 defines it."""


def luminance(red: float, green: float, blue: float) -> float:
    """How light a colour is, 0 to 1; its parts go from 0 to 255."""
    levels = [part / 255 for part in (red, green, blue)]
    linear = [
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        for level in levels
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one: float, other: float) -> float:
    """The contrast of two luminances, 1 to 21."""
    dark, light = sorted((one, other))
    return (light + 0.05) / (dark + 0.05)
