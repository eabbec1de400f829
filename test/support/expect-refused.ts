import { expect } from "vitest";
import type { Client } from "../../src/index.js";
import { scripted } from "./scripted-fetch.js";

/** Expects that a call is refused with an `InputError` that names a parameter, and that nothing is sent. */
export async function expectRefused(
  parameter: string,
  act: (cloud: Client) => unknown,
  message: RegExp | string = "",
): Promise<void> {
  const { cloud, requests } = scripted([{ json: [] }]);
  const error: unknown = await Promise.resolve()
    .then(() => act(cloud))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).toMatchObject({ name: "InputError", parameter });
  expect(error).toMatchObject({ maybeSent: false });
  expect((error as Error).message).toMatch(message);
  expect(requests).toEqual([]);
}
