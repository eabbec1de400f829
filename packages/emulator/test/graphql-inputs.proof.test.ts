import { describe, expect, test } from "vitest";
import {
  answerTo,
  INPUTS,
  trials,
  type Trial,
} from "./support/graphql-inputs.js";

/** Pairs of which each field asks for the same. */
const SAME: readonly string[] = [
  "computeType with instanceIds",
  "networkVolumeId with networkVolumeIds",
];

const mutated = Object.entries(INPUTS)
  .filter(([, { document }]) => document.startsWith("mutation"))
  .map(([type]) => type);

/** Every two fields of an input type. */
function pairsOf(type: string): (readonly [Trial, Trial])[] {
  const fields = trials.filter((trial) => trial.type === type);
  return fields.flatMap((one, index) =>
    fields.slice(index + 1).map((other) => [one, other] as const),
  );
}

describe("the emulator obeys every two fields of an input of GraphQL, or refuses the pair:", () => {
  test.each(mutated)("%s", async (type) => {
    const dropped: string[] = [];
    for (const [one, other] of pairsOf(type)) {
      const needed = { ...one.needed, ...other.needed };
      const first = { [one.field]: one.value };
      const second = { [other.field]: other.value };
      const both = (await answerTo(type, needed, first, second)).answer;
      if (both.problem !== undefined) continue;
      const answers = [
        (await answerTo(type, needed, first)).answer,
        (await answerTo(type, needed, second)).answer,
      ].map((answer) => JSON.stringify(answer));
      if (answers.includes(JSON.stringify(both)))
        dropped.push(`${one.field} with ${other.field}`);
    }
    expect(dropped.filter((pair) => !SAME.includes(pair))).toEqual([]);
  });
});
