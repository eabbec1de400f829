import { describe, expect, test } from "vitest";
import { INPUTS, type Row } from "./support/graphql-inputs.js";
import { createOwner } from "./support/graphql-owner.js";

/** Pairs that are obeyed together, although the answer is another than for each field alone. */
const COMBINED: readonly (readonly [pair: RegExp, reason: string])[] = [
  [/^env with startSsh$/, "the variables and the key of SSH are both set"],
  [/^ports with startJupyter$/, "the ports and that of the notebook are open"],
  [/^gpuCount with min/, "each GPU brings more than the least amount"],
  [/^gpuCount with bidPerGpu$/, "the price is that of both GPUs"],
  [/\bpodCount\b/, "each of the three Pods has it"],
];

/** Every two fields of an input that both show in the answer. */
function pairsOf(fields: Readonly<Record<string, Row>>) {
  const shown = Object.entries(fields).filter(
    ([, [, expected]]) => !(expected instanceof RegExp),
  );
  return shown.flatMap(([first, one], index) =>
    shown
      .slice(index + 1)
      .map(([second, other]) => ({ first, one, second, other })),
  );
}

const mutations = Object.entries(INPUTS).filter(([, { document }]) =>
  document.startsWith("mutation"),
);

describe("the emulator obeys every two fields of an input of GraphQL, or refuses the pair:", () => {
  test.each(mutations)("%s", async (_, input) => {
    const { document, base, fields } = input;
    const { wrap = (given: object) => ({ input: given }) } = input;
    const dropped: string[] = [];
    for (const { first, one, second, other } of pairsOf(fields)) {
      const [value, expected, more] = one;
      const [otherValue, otherExpected, otherMore] = other;
      const both = { [first]: value, [second]: otherValue };
      const variables = wrap({ ...base, ...more, ...otherMore, ...both });
      const { ask, fill } = await createOwner();
      const { data, problem } = await ask(document, variables);
      if (problem !== undefined) continue;
      const [root] = Object.values(data as object) as unknown[];
      const isObeyed = [expected, otherExpected].every((each) =>
        holds({ root }, { root: fill(each) }),
      );
      if (!isObeyed) dropped.push(`${first} with ${second}`);
    }
    const unexplained = dropped.filter(
      (pair) => !COMBINED.some(([explained]) => explained.test(pair)),
    );
    expect(unexplained).toEqual([]);
  });
});

function holds(actual: object, expected: object): boolean {
  try {
    expect(actual).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
}
