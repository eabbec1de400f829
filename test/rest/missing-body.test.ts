import { describe, expect, test } from "vitest";
import { InputError } from "../../src/index.js";
import { functionsOf } from "../support/client-functions.js";
import { scripted, failure } from "../support/scripted-fetch.js";

const WITH_BODY = functionsOf(scripted([]).cloud).filter(({ parameters }) =>
  parameters.includes("body"),
);

test("the functions of the client with a body are its creates and updates", () => {
  const names = WITH_BODY.map(({ name }) => name);
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
  { toJSON: () => undefined },
];

describe.each(WITH_BODY)("$name", ({ name, parameters, call }) => {
  test.each(WRONG)(
    "refuses the body %j before anything is sent",
    async (body) => {
      const args = parameters
        .slice(0, parameters.indexOf("body"))
        .map(() => "id");
      for (const updateMethod of ["patch", "post"] as const) {
        const { cloud, requests } = scripted([{ json: {} }], { updateMethod });
        const error = await failure(call(cloud, [...args, body]));
        expect(error).toBeInstanceOf(InputError);
        expect(error).toMatchObject({ operation: name, maybeSent: false });
        expect((error as InputError).parameter).toMatch(/^body/);
        expect(requests).toEqual([]);
      }
    },
  );
});
