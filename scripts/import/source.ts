import { readFile, stat } from "node:fs/promises";
import { SpecError } from "../codegen/parse/fault.js";

const MAX_BYTES = 64 * 1024 * 1024;
/** Milliseconds for an address to answer in full. */
const PATIENCE = 30_000;

/** A document as it was given: what to call it in errors, and its text. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** Reads a file or an http(s) address; throws a `SpecError` where there is no text, or more than 64 MiB of it. */
export async function readSource(from: string): Promise<Source> {
  const isAddress = /^https?:\/\//i.test(from);
  const name = isAddress ? nameOf(from) : from;
  const bytes = await (isAddress ? fetched(from, name) : read(from));
  const text = decoded(name, bytes);
  if (text.trim() === "") throw new SpecError(`${name}: is empty`);
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(text))
    throw new SpecError(
      `${name}: is a page for people, not an OpenAPI document or a GraphQL schema: give the address of the document itself`,
    );
  return { name, text };
}

/** The address without what may be secret in it. */
function nameOf(address: string): string {
  if (!URL.canParse(address)) throw new SpecError(`${address}: is no address`);
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

async function read(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new SpecError(`${file}: there is no such file`);
  if (found.size > MAX_BYTES) throw tooLarge(file);
  return readFile(file);
}

async function fetched(address: string, name: string): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const answer = await fetch(address, { signal });
    if (!answer.ok)
      throw new SpecError(`${name}: answered with status ${answer.status}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    // The answer is unpacked as it is read, so that no stated length bounds it.
    for await (const part of answer.body ?? []) {
      parts.push(part);
      size += (part as Uint8Array).length;
      if (size > MAX_BYTES) throw tooLarge(name);
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof SpecError) throw error;
    if (signal.aborted)
      throw new SpecError(
        `${name}: did not answer within ${PATIENCE / 1000} seconds`,
      );
    throw new SpecError(`${name}: cannot be read: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function tooLarge(name: string): SpecError {
  return new SpecError(`${name}: is larger than ${MAX_BYTES / 1024 ** 2} MiB`);
}

function decoded(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SpecError(`${name}: is not text in UTF-8`);
  }
}
