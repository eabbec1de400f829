import { describe, expect, test } from "vitest";
import { InputError } from "../../src/index.js";
import { scripted, failure } from "../support/scripted-fetch.js";

/** The functions of the client that take a body, by their full names, and how many arguments precede the body. */
const WITH_BODY = findFunctions();

function findFunctions(): [name: string, before: number][] {
  const { cloud } = scripted([]);
  return Object.entries(cloud).flatMap(([resource, members]) =>
    Object.entries(Object(members) as object).flatMap(([name, member]) => {
      const source = typeof member === "function" ? String(member) : "";
      const [, parameters = ""] =
        /^\(([\w, ]*)\) =>\s*calls\./.exec(source) ?? [];
      const before = parameters.split(", ").indexOf("body");
      return before < 0
        ? []
        : [[`${resource}.${name}`, before] as [string, number]];
    }),
  );
}

/** Calls a function of the client by its full name. */
function call(
  cloud: object,
  fullName: string,
  args: readonly unknown[],
): Promise<unknown> {
  const [resource = "", name = ""] = fullName.split(".");
  const members = Reflect.get(cloud, resource) as Record<
    string,
    (...args: readonly unknown[]) => Promise<unknown>
  >;
  return members[name]?.(...args) ?? Promise.resolve();
}

test("the functions of the client with a body are its creates and updates", () => {
  const names = WITH_BODY.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(["pods.create", "networkVolumes.update"]),
  );
});

const WRONG: readonly unknown[] = [
  undefined,
  null,
  [{ name: "a" }],
  "name",
  { toJSON: () => "text" },
];

describe.each(WITH_BODY)("%s", (name, before) => {
  const ids = Array.from({ length: before }, () => "id");

  test.each(WRONG)(
    "refuses the body %j before anything is sent",
    async (body) => {
      for (const updateMethod of ["patch", "post"] as const) {
        const { cloud, requests } = scripted([{ json: {} }], { updateMethod });
        const error = await failure(call(cloud, name, [...ids, body]));
        expect(error).toBeInstanceOf(InputError);
        expect(error).toMatchObject({ operation: name, maybeSent: false });
        expect((error as InputError).parameter).toMatch(/^body/);
        expect(requests).toEqual([]);
      }
    },
  );
});
