type Replacements = readonly (readonly [
  words: readonly string[],
  instead: string,
])[];

/** Private words of an earlier version of this project, each with its replacement. */
const PRIVATE_WORDS: Replacements = [
  [["blot", "blots", "blotted", "mask", "masks", "masked"], "redact"],
  [["patiently"], "withTimeout"],
  [["alarm", "alarms", "ring", "rings"], "timer"],
  [["sow", "sows", "sown", "plant", "plants", "planted"], "seed or insert"],
  [["lane", "lanes", "hire", "hires", "hired", "staff", "staffed"], "queue"],
  [["heed", "heeds", "heeded"], "what is done"],
  [["guarded", "attend", "attends"], "a verb for what is done"],
  [["judge", "judges", "judged", "judging"], "check or compare"],
  [["endless", "endlessly"], "circular, or without end"],
  [["twin", "twins"], "duplicate"],
];

/** Vague words, each with its replacement. They are refused in the texts that users and contributors read. */
const VAGUE_WORDS: Replacements = [
  [["said"], "message"],
  [["look", "looks", "looked", "looking"], "poll, read, search or check"],
  [["late", "later"], "lazy, after, or the time"],
  [["tell", "tells", "told"], "report, show or decide"],
  [["alone"], "only"],
];

const mapWords = (replacements: Replacements) =>
  new Map(
    replacements.flatMap(([words, instead]) =>
      words.map((word) => [word, instead] as const),
    ),
  );

const IN_TESTS = mapWords(PRIVATE_WORDS);
const ELSEWHERE = mapWords([...PRIVATE_WORDS, ...VAGUE_WORDS]);

/** Places where one of these words is correct: a version, a standard term, a prompt for a language model. */
const ALLOWED =
  /\b(or later|look(ed)? ?[Uu]p|KeyRing|Tell me of a lighthouse|You said: )/g;

/** A line for each word of a text, also within a name, that has a replacement. Tests and `lab/` may be less strict. */
export function lintWords(file: string, text: string): string[] {
  const replacements = /^(test|lab)\//.test(file) ? IN_TESTS : ELSEWHERE;
  return text.split("\n").flatMap((line, index) =>
    wordsOf(line.replace(ALLOWED, "")).flatMap((word) => {
      const instead = replacements.get(word);
      return instead === undefined
        ? []
        : [`${file}:${index + 1}: "${word}": write ${instead}`];
    }),
  );
}

/** The words of a line, in lower case: `createAlarm` holds two. */
function wordsOf(line: string): string[] {
  return (line.match(/[A-Z]*[a-z]+|[A-Z]+/g) ?? []).map((word) =>
    word.toLowerCase(),
  );
}
