import { describe, expect, test } from "vitest";
import {
  findRow,
  refusalRows,
  type RefusalReason,
  type RefusalRow,
} from "../src/refusals/table.js";
import type { SurfaceName } from "../src/http/surface-name.js";
import { refusalOptions, refusalRequests } from "./support/refusal-requests.js";
import { createAccount, type Answer } from "./support/account.js";

type Row = NonNullable<ReturnType<typeof findRow>>;

const usedRows = new Set<string>();

describe("a refusal of the emulator is that of the table", () => {
  test.each(Object.entries(refusalRequests))("%s", async (name, send) => {
    const [reason, surface] = name.split(" ") as [RefusalReason, SurfaceName];
    const account = createAccount(refusalOptions[name]);
    const answer = await send(account);
    const { route } = account.emulator.requests.at(-1) ?? {};
    const row = findRow(reason, surface, route);
    if (!row) throw new Error(`no row of ${reason} is for ${surface}`);
    usedRows.add(keyOf(reason, row));
    // Most refusals of GraphQL are within an answer of status 200.
    const statuses = surface === "graphql" ? [200, row.status] : [row.status];
    expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
    expect(answer.body).toEqual(bodyOf(reason, surface, row, answer));
  });

  /** Facts of the service that no capture holds, so that a wrong change of the table is noticed. */
  test.each([
    ["unknownName rest", 400, "value must be one of '"],
    [
      "invalidBody rest",
      400,
      "At /pods/properties/imageName/type: got number, want string",
    ],
    ["unknownPool graphql", 200, "Invalid GPU Pool ID: NVIDIA L4"],
    ["noStock graphql", 200, '"code":"SUPPLY_CONSTRAINT","userId"'],
    ["noStock rest", 500, "create pod: There are no instances currently"],
    [
      "podTemplate rest",
      500,
      "create endpoint: create endpoint: graphql: Serverless endpoints cannot use pod templates.",
    ],
    ["hostIsFull rest", 500, "start pod: There are not enough free GPUs on"],
  ])("%s: the service answers %d, %s", async (name, status, words) => {
    const account = createAccount(refusalOptions[name]);
    const answer = await refusalRequests[name]?.(account);
    expect(answer?.status).toBe(status);
    expect(JSON.stringify(answer?.body)).toContain(words);
  });

  // The tests of the captures hold the other rows.
  test("every row of the table that no answer of the service shows is brought about by a request", () => {
    const rows = Object.entries(refusalRows).flatMap(([reason, all]) => {
      const [{ status, words }] = all;
      return all
        .filter(({ captured }: RefusalRow) => captured === undefined)
        .map((row) => keyOf(reason, { status, words, ...row }));
    });
    expect(rows.filter((row) => !usedRows.has(row))).toEqual([]);
  });
});

function keyOf(reason: string, { on, only, status, words }: Row): string {
  return JSON.stringify([reason, on, only, status, words]);
}

/** What the requests to OpenAI-compatible routes get wrong, for each reason that names a parameter. */
const WRONG_PARAMETERS: Readonly<Record<string, string>> = {
  invalidParameter: "temperature",
  wrongModel: "model",
};

/** The body that a surface gives a refusal. */
function bodyOf(
  reason: RefusalReason,
  surface: SurfaceName,
  { status, shape, words, code }: Row,
  { body }: Answer,
): unknown {
  const text = expect.stringMatching(patternOf(words)) as unknown;
  const texts = expect.arrayContaining([expect.any(String)]) as unknown;
  if (shape === "list") return [{ error: text }];
  if (shape === "error" && surface === "rest") return { error: text };
  if (shape === "title") return { title: text, status };
  if (shape === "detail") return { detail: text };
  if (shape === "problem")
    return { status, title: "Unauthorized", detail: text };
  switch (surface) {
    case "rest":
    case "files":
      return Object.hasOwn(Object(body) as object, "problems")
        ? { error: text, problems: texts }
        : { error: text, status };
    case "jobs":
    case "loadBalancer":
      return { error: text };
    case "openai":
      return {
        error: {
          message: text,
          type: expect.any(String) as unknown,
          param: WRONG_PARAMETERS[reason] ?? null,
          code: code ?? null,
        },
      };
    case "v2":
      return {
        title: expect.any(String) as unknown,
        status,
        detail: text,
        ...(status === 422 && { errors: texts }),
      };
    case "graphql":
      return expect.objectContaining({
        errors: expect.arrayContaining([
          expect.objectContaining({
            message: text,
            extensions: expect.objectContaining({
              code: code ?? "BAD_USER_INPUT",
            }) as unknown,
          }),
        ]) as unknown,
      });
  }
}

/** The words of a row with any text for each `{name}`, after what the route does. */
function patternOf(words: string): RegExp {
  const parts = words.split(/(\{\w+\})/).map((part) => {
    return part.startsWith("{")
      ? "[^]+"
      : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^(\\w+ [a-z ]+: )*(graphql: )?${parts.join("")}$`);
}
