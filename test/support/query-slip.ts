import { expect } from "vitest";
import { InputError, type Client } from "../../src/index.js";

/** A slip in a query: the parameter, what the message must name, and the call. */
export type QuerySlip = readonly [
  name: string,
  meant: string,
  call: (cloud: Client, query: never) => Promise<unknown>,
];

/** Expects that a slip is refused before anything is sent, with a message that names what was meant. */
export async function expectRefusedQuery(
  cloud: Client,
  sent: readonly string[],
  [name, meant, call]: QuerySlip,
): Promise<void> {
  const error: unknown = await call(cloud, { [name]: "x" } as never).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ maybeSent: false });
  expect((error as Error).message).toContain(meant);
  expect(sent).toEqual([]);
}
