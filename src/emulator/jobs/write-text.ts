import { createRandom } from "../random.js";

const WORDS = 12;

/** A text that begins with the prompt, in parts of one word each. Each part counts as a token. */
export function writeText(prompt: string, seed: number): string[] {
  const random = createRandom(seed);
  const words = Array.from(
    { length: WORDS },
    () => VOCABULARY[Math.floor(random() * VOCABULARY.length)],
  );
  const text = `${prompt.trim()} … ${words.join(" ")}.`;
  return splitWords(text);
}

/** The words of a text, each with the blanks that follow. Each word counts as a token; an empty text has none. */
export function splitWords(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\s)(?=\S)/);
}

const VOCABULARY = [
  "light",
  "sea",
  "stone",
  "wind",
  "quiet",
  "north",
  "glass",
  "river",
  "paper",
  "winter",
  "lamp",
  "slow",
  "far",
  "blue",
  "hour",
];
