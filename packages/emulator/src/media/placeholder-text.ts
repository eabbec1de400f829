import { dotsOf, LETTER_HEIGHT, LETTER_WIDTH, plainText } from "./font.js";

const WORD = "PLACEHOLDER";
/** The part of a picture that the text may fill. */
const SHARE = 0.8;
/** How far one letter, or one line, is from the next, in dots. */
const LETTER_STEP = LETTER_WIDTH + 1;
const LINE_STEP = LETTER_HEIGHT + 3;
/** Letters of the prompt with smaller dots, in pixels, are left out: they cannot be read. */
const MIN_PROMPT_DOT = 2;
const MAX_PROMPT_LINES = 4;

/** A square of a picture, in pixels. */
interface Square {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

interface Line {
  readonly text: string;
  /** How many pixels a dot of a letter is wide and high. */
  readonly dot: number;
}

/**
 * The squares that write a word across the middle of a picture, and below the word the prompt in smaller letters. What has
 * no space in the picture is left out.
 */
export function placeholderSquares(
  width: number,
  height: number,
  prompt: string,
): Square[] {
  const dot = Math.floor((width * SHARE) / (WORD.length * LETTER_STEP - 1));
  if (dot === 0 || height < dot * LETTER_HEIGHT) return [];
  const lines = [
    { text: WORD, dot },
    ...promptLines(width, height - dot * LINE_STEP, prompt, dot),
  ];
  const textHeight = lines.reduce((sum, line) => sum + line.dot * LINE_STEP, 0);
  const lastGap = (lines.at(-1)?.dot ?? 0) * (LINE_STEP - LETTER_HEIGHT);
  let top = Math.floor((height - textHeight + lastGap) / 2);
  return lines.flatMap((line) => {
    const squares = squaresOf(line, width, top);
    top += line.dot * LINE_STEP;
    return squares;
  });
}

/** The prompt in letters of half the size of the word. */
function promptLines(
  width: number,
  height: number,
  prompt: string,
  wordDot: number,
): Line[] {
  const dot = Math.floor(wordDot / 2);
  const text = plainText(prompt);
  const room = Math.floor((height * SHARE) / (dot * LINE_STEP));
  if (dot < MIN_PROMPT_DOT || text === "" || room < 1) return [];
  const length = Math.floor((width * SHARE) / (dot * LETTER_STEP));
  const lines = wrap(text, length);
  const shown = lines.slice(0, Math.min(room, MAX_PROMPT_LINES));
  const last = shown.pop() ?? "";
  const isCut = lines.length > shown.length + 1;
  const end = isCut ? `${last.slice(0, length - 1)}…` : last;
  return [...shown, end].map((line) => ({ text: line, dot }));
}

/** The lines of a text: as many words on each as have space there. A word that is longer than a line is divided. */
function wrap(text: string, length: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (joined.length > length && line !== "") lines.push(line);
    line = joined.length > length ? word : joined;
    while (line.length > length) {
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  return [...lines, line];
}

/** The squares of one line, in the middle between left and right. */
function squaresOf({ text, dot }: Line, width: number, top: number): Square[] {
  const letters = Array.from(text);
  const columns = letters.length * LETTER_STEP - 1;
  const left = Math.floor((width - columns * dot) / 2);
  return letters.flatMap((letter, index) =>
    dotsOf(letter).map(([x, y]) => ({
      left: left + (index * LETTER_STEP + x) * dot,
      top: top + y * dot,
      size: dot,
    })),
  );
}
