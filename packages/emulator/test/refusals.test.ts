import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../src/index.js";
import { refusalRows, type RefusalRow } from "../src/refusals/table.js";
import { refusalRequests } from "./support/refusal-requests.js";
import { createAccount, type Answer } from "./support/account.js";

/** One row on one surface: what a request must be answered with. */
interface Case {
  /** `"noStock on rest"`; with a route where the row is for that route only. */
  readonly name: string;
  readonly surface: RefusalRow["on"][number];
  readonly row: RefusalRow;
}

const cases: readonly Case[] = refusalRows.flatMap((row) =>
  row.on.map((surface) => {
    const rivals = refusalRows.filter(
      (each) => each.reason === row.reason && each.on.includes(surface),
    );
    const place = rivals.length > 1 && typeof row.at === "object";
    const route = place ? ` at ${String(row.at[0])}` : "";
    return { name: `${row.reason} on ${surface}${route}`, surface, row };
  }),
);

describe("a refusal of the emulator is that of the table", () => {
  test.each(cases.map((each) => [each.name, each] as const))(
    "%s",
    async (name, { surface, row }) => {
      const request = refusalRequests[name];
      if (!request) throw new Error(`no request brings about ${name}`);
      const options: EmulatorOptions = row.quirk
        ? { quirks: { [row.quirk]: true } }
        : {};
      const account = createAccount({ ...options, ...request.options });
      const answer = await request.send(account);
      expect(answer.status, JSON.stringify(answer.body)).toBe(row.status);
      expect(answer.body).toEqual(bodyOf(surface, row, answer));
      if (row.quirk) {
        const usual = createAccount(request.options);
        expect((await request.send(usual)).status).toBeLessThan(300);
      }
    },
  );

  /** Facts of the service that no capture holds, so that a wrong change of the table is noticed. */
  test.each([
    ["unknownName on rest", 400, "value must be one of '"],
    [
      "invalidBody on rest at POST /pods",
      400,
      "At /pods/properties/imageName/type: got number, want string",
    ],
    ["unknownPool on graphql", 200, "Invalid GPU Pool ID: NVIDIA L4"],
    ["noStock on graphql", 200, '"code":"SUPPLY_CONSTRAINT","userId"'],
    ["smallerSize on rest", 400, "size must be greater than the current size"],
  ])("%s: the service answers %d, %s", async (name, status, words) => {
    const request = refusalRequests[name];
    const answer = await request?.send(createAccount(request.options));
    expect(answer?.status).toBe(status);
    expect(JSON.stringify(answer?.body)).toContain(words);
  });

  test("no request is written for a row that the table does not have", () => {
    const names = cases.map(({ name }) => name);
    expect(Object.keys(refusalRequests).sort()).toEqual(names.sort());
  });
});

test("the guide lists every quirk", () => {
  const guide = readFileSync("guides/emulator.md", "utf8").replace(/ +/g, " ");
  for (const { quirk } of refusalRows)
    if (quirk) expect(guide).toContain(`| \`${quirk}\` |`);
});

/** What the requests to OpenAI-compatible routes get wrong, for each reason that names a parameter. */
const WRONG_PARAMETERS: Readonly<Record<string, string>> = {
  invalidParameter: "temperature",
  wrongModel: "model",
};

/** The body that a surface gives a refusal. */
function bodyOf(
  surface: Case["surface"],
  row: RefusalRow,
  { body }: Answer,
): unknown {
  const { status, shape, code = "BAD_USER_INPUT" } = row;
  const text = expect.stringMatching(patternOf(row.words)) as unknown;
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
          param: WRONG_PARAMETERS[row.reason] ?? null,
          code: row.code ?? null,
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
            extensions: expect.objectContaining({ code }) as unknown,
          }),
        ]) as unknown,
      });
  }
}

/** The words of a row with any text for each `{name}`. `{operation}` is a verb and a resource. */
function patternOf(words: string): RegExp {
  const parts = words.split(/(\{\w+\})/).map((part) => {
    if (part === "{operation}") return "(create|update|delete|start) [a-z ]+";
    return part.startsWith("{")
      ? "[^]+"
      : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
