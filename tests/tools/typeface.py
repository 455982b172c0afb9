# /// script
# dependencies = ["fonttools==4.68.0", "brotli==1.2.1"]
# ///
"""Make the two files of static/fonts from Vollkorn (OFL, beside them): one weight, Latin, the four suits drawn for it.

    npm pack @fontsource-variable/vollkorn@5.3.0 && tar xzf fontsource-variable-vollkorn-5.3.0.tgz
    uv run tests/tools/typeface.py package/files/vollkorn-latin-wght-normal.woff2

The first file has what titles and digits need in French and English; the other comes where a page has another letter
(the ``unicode-range`` in static/base.css, which this prints). Digits are lining and of one width, and stand in the
middle of their line. No hints; of the kerning what is seen.
"""

import sys
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FOLDER = Path(__file__).resolve().parents[2] / "static" / "fonts"
WEIGHT = 650
FAMILY = "Arbitre Serif"
SEEN = 20
"""The least kerning that is kept, in thousandths of the size: half a pixel at 24 pixels."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789+-−"
FIRST = LETTERS + DIGITS + "ÀÇÈÉÊàâçèéêëîïôùûœ !'(),./:;?%&«»·×½–’…\u00a0\u2009\u202f"
ALL = {*map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100))), *"ŒœŸ\u2010\u2011–—‘’‚“”„…€−•′\u2009\u202f"}

# Drawn in a box of 100 by 100, downwards.
SUITS = {
    "♠": "M50 4C44 22 14 36 14 60C14 74 24 82 34 82C40 82 45 79 48 75C47 84 43 91 36 96L64 96C57 91 53 84 52 75"
    "C55 79 60 82 66 82C76 82 86 74 86 60C86 36 56 22 50 4Z",
    "♣": "M50 5C39 5 31 13 31 24C31 31 34 37 40 42C37 41 33 40 30 40C19 40 11 48 11 59C11 70 19 78 30 78"
    "C38 78 44 74 47.5 68C47 80 43 90 35 96L65 96C57 90 53 80 52.5 68C56 74 62 78 70 78C81 78 89 70 89 59"
    "C89 48 81 40 70 40C67 40 63 41 60 42C66 37 69 31 69 24C69 13 61 5 50 5Z",
    "♥": "M50 95C44 78 10 60 10 33C10 18 20 9 31 9C40 9 47 15 50 23C53 15 60 9 69 9C80 9 90 18 90 33"
    "C90 60 56 78 50 95Z",
    "♦": "M50 3C42 20 30 37 16 50C30 63 42 80 50 97C58 80 70 63 84 50C70 37 58 20 50 3Z",
}


def main(source: str) -> None:
    save(of_letters(source, set(FIRST)), "arbitre-serif.woff2", suits=True)
    other = of_letters(source, ALL - set(FIRST))
    save(other, "arbitre-serif-other-letters.woff2")
    print("unicode-range:", ", ".join(ranges(sorted(other.getBestCmap()))))


def of_letters(source: str, letters: set[str]) -> TTFont:
    """The font at its one weight, with these letters alone."""
    font = TTFont(source, recalcTimestamp=False)
    axes = {axis.axisTag: WEIGHT if axis.axisTag == "wght" else axis.defaultValue for axis in font["fvar"].axes}
    font = instancer.instantiateVariableFont(font, axes)
    use_tabular_digits(font)
    options = Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 4, 6]
    options.notdef_outline = False
    options.glyph_names = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=map(ord, letters))
    subsetter.subset(font)
    drop_fine_kerning(font)
    return font


def use_tabular_digits(font: TTFont) -> None:
    """Map the digits to their lining figures of one width, without a feature that a page would have to ask for."""
    lining, tabular = substitutes(font, "lnum"), substitutes(font, "tnum")
    for table in font["cmap"].tables:
        for code in map(ord, DIGITS):
            if code in table.cmap:
                figure = lining.get(table.cmap[code], table.cmap[code])
                table.cmap[code] = tabular.get(figure, figure)


def substitutes(font: TTFont, feature: str) -> dict[str, str]:
    """By glyph, what a feature puts in its place."""
    table, found = font["GSUB"].table, {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != feature:
            continue
        for number in record.Feature.LookupListIndex:
            for part in table.LookupList.Lookup[number].SubTable:
                found |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return found


def drop_fine_kerning(font: TTFont) -> None:
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for part in lookup.SubTable:
            for value in kerning_of(getattr(part, "ExtSubTable", part)):
                if abs(getattr(value, "XAdvance", 0)) < SEEN:
                    value.XAdvance = 0


def kerning_of(part):
    """The values of a table of pairs, of single glyphs or of classes of them."""
    if part.Format == 1:
        return [pair.Value1 for pairs in part.PairSet for pair in pairs.PairValueRecord]
    return [second.Value1 for first in part.Class1Record for second in first.Class2Record if second.Value1]


def save(font: TTFont, name: str, suits: bool = False) -> None:
    size = font["head"].unitsPerEm
    capital = font["OS/2"].sCapHeight or int(0.66 * size)
    if suits:
        for suit, drawing in SUITS.items():
            draw(font, suit, drawing, capital)
    # The room above a capital and below the line is the same: what is centred in a key stands in its middle.
    above = int(0.9 * size)
    below = above - capital
    font["hhea"].ascent = font["OS/2"].sTypoAscender = font["OS/2"].usWinAscent = above
    font["hhea"].descent = font["OS/2"].sTypoDescender = -below
    font["OS/2"].usWinDescent = below
    font["hhea"].lineGap = font["OS/2"].sTypoLineGap = 0
    font["maxp"].numGlyphs = len(font.getGlyphOrder())
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = FAMILY.replace(" ", "") if record.nameID == 6 else FAMILY
    font.flavor = "woff2"
    font.save(FOLDER / name)
    print(name, (FOLDER / name).stat().st_size)


def draw(font: TTFont, suit: str, drawing: str, capital: int) -> None:
    """Add a suit, a little higher than a capital."""
    size = capital * 1.06
    width = int(size * 1.02)
    glyph_pen = TTGlyphPen(None)
    curves = Cu2QuPen(glyph_pen, max_err=font["head"].unitsPerEm / 1000, reverse_direction=True)
    scale = size / 100
    placed = Transform(scale, 0, 0, -scale, (width - size) / 2, capital + (size - capital) / 2)
    parse_path(drawing, TransformPen(curves, placed))
    name, glyph = f"suit{ord(suit):x}", glyph_pen.glyph()
    font["glyf"][name] = glyph
    font["hmtx"][name] = (width, 0)
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (width, glyph.xMin)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(suit)] = name


def ranges(codes: list[int]) -> list[str]:
    """Numbers of letters as a style writes them: those that follow one another together."""
    found: list[list[int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return [f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in found]


if __name__ == "__main__":
    main(*sys.argv[1:])
