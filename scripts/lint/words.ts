/** Words of no field, or of a vocabulary that this project has left, each with what to write instead. */
const REPLACEMENTS: readonly (readonly [
  words: readonly string[],
  instead: string,
])[] = [
  [["blot", "blots", "blotted", "mask", "masks", "masked"], "redact"],
  [["said"], "message"],
  [["look", "looks", "looked", "looking"], "poll, read, search or check"],
  [["patiently"], "withTimeout"],
  [["late", "later"], "lazy, after, or the time"],
  [["alarm", "alarms", "ring", "rings"], "timer"],
  [["sow", "sows", "sown", "plant", "plants", "planted"], "seed or insert"],
  [["lane", "lanes", "hire", "hires", "hired", "staff", "staffed"], "queue"],
  [["heed", "heeds", "heeded"], "what is done"],
  [["guarded", "attend", "attends"], "a verb for what is done"],
  [["tell", "tells", "told"], "report, show or decide"],
  [["judge", "judges", "judged", "judging"], "check or compare"],
  [["endless", "endlessly"], "circular, or without end"],
  [["twin", "twins"], "duplicate"],
  [["alone"], "only"],
];

const INSTEAD = new Map(
  REPLACEMENTS.flatMap(([words, instead]) =>
    words.map((word) => [word, instead] as const),
  ),
);

/** Where one of the words is right: a version, a standard term, what a user writes to a language model. */
const ALLOWED =
  /\b(or later|look(ed)? ?[Uu]p|KeyRing|Tell me of a lighthouse|You said: )/g;

/** A line for each word of a text, also within a name, that has a replacement. */
export function lintWords(file: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) =>
    wordsOf(line.replace(ALLOWED, "")).flatMap((word) => {
      const instead = INSTEAD.get(word);
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
