import { createRandom } from "../random.js";

const WORDS = 12;

/** A text that begins with the prompt, in parts of one word each. Each part counts as a token. */
export function writeText(prompt: string, seed: number): string[] {
  const words = writeWords(createRandom(seed), WORDS);
  return splitWords(`${prompt.trim()} … ${words}.`);
}

/** So many words, which the random numbers choose. */
export function writeWords(random: () => number, count: number): string {
  const words = Array.from(
    { length: count },
    () => VOCABULARY[Math.floor(random() * VOCABULARY.length)],
  );
  return words.join(" ");
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
