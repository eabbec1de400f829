const WORD = "PLACEHOLDER";
const GLYPH_WIDTH = 4;
const GLYPH_HEIGHT = 5;

/** The letters of the word, each in five rows of four pixels. */
const GLYPHS: Readonly<Record<string, string>> = {
  P: "###. #..# ###. #... #...",
  L: "#... #... #... #... ####",
  A: ".##. #..# #### #..# #..#",
  C: ".### #... #... #... .###",
  E: "#### #... ###. #... ####",
  H: "#..# #..# #### #..# #..#",
  O: ".##. #..# #..# #..# .##.",
  D: "###. #..# #..# #..# ###.",
  R: "###. #..# ###. #.#. #..#",
};

/** A square of a picture, in pixels. */
interface Square {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** The squares that write the word across the middle of a picture; none where the picture is too small. */
export function placeholderSquares(width: number, height: number): Square[] {
  const columns = WORD.length * (GLYPH_WIDTH + 1) - 1;
  const size = Math.floor((width * 0.8) / columns);
  if (size === 0 || height < size * GLYPH_HEIGHT) return [];
  const left = Math.floor((width - columns * size) / 2);
  const top = Math.floor((height - GLYPH_HEIGHT * size) / 2);
  return Array.from(WORD).flatMap((letter, index) =>
    dotsOf(letter).map(([x, y]) => ({
      left: left + (index * (GLYPH_WIDTH + 1) + x) * size,
      top: top + y * size,
      size,
    })),
  );
}

/** Where a letter has dots. */
function dotsOf(letter: string): (readonly [x: number, y: number])[] {
  const rows = (GLYPHS[letter] ?? "").split(" ");
  return rows.flatMap((row, y) =>
    Array.from(row).flatMap((dot, x) => (dot === "#" ? [[x, y] as const] : [])),
  );
}
