import { describe, expect, test } from "vitest";
import { modelKinds } from "../../../../generated/models/kinds.js";
import type { Capture } from "../../../spec-tools/src/document/capture.js";
import { answeredCall, named } from "./support/answered-call.js";
import { captures, isModelAnswer, shownBody } from "./support/captures.js";

const models = captures.filter(isModelAnswer);

describe("the client, given a captured answer of a public model", () => {
  test.each(named(models))(
    "reads the output and the cost of %s",
    async (...[, capture]) => {
      const { result, error, spend, drift } = await answeredCall(capture);
      expect(error).toBeUndefined();
      const { output } = result as { readonly output: Members };
      const captured = (shownBody(capture) as { readonly output: Members })
        .output;
      const outputs: readonly Members[] = Array.isArray(captured)
        ? (captured as readonly Members[])
        : [captured];
      const [shown = {}] = outputs;
      const address = addressIn(shown);
      if (address !== undefined)
        expect(output[memberOf(capture)]).toBe(address);
      if (Array.isArray(captured)) expect(output["text"]).toBe("TEXT");
      expect(output).toMatchObject(
        Object.fromEntries(
          Object.entries(shown).filter(([name]) => name !== "result"),
        ),
      );
      if (typeof shown["cost"] === "number") {
        expect(output["cost"]).toBe(shown["cost"]);
        expect((await spend.totals()).spent).toBeCloseTo(shown["cost"], 6);
      }
      expect(drift.findings()).toEqual([]);
    },
  );
});

type Members = Readonly<Record<string, unknown>>;

/** The address of the file in an output. */
function addressIn(output: Members): unknown {
  return Object.values(output).find((value) => /^https:/.test(String(value)));
}

/** The documented member with the address of the file. */
function memberOf({ request: { path } }: Capture): string {
  const [, , slug = ""] = path.split("/");
  const kinds: Readonly<Record<string, string>> = modelKinds;
  return `${kinds[slug]}_url`;
}
