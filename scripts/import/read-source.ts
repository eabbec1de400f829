import { readFile, stat } from "node:fs/promises";
import { SpecError } from "../codegen/parse/spec-error.js";

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
const DOWNLOAD_TIMEOUT_MS = 30_000;

/** A document to import: what messages call it, and its text. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a file or an http(s) address.
 * @throws {SpecError} if the source cannot be read within 30 seconds, is larger than 64 MiB, or is not a document
 */
export async function readSource(from: string): Promise<Source> {
  const isAddress = /^https?:\/\//i.test(from);
  const name = isAddress ? nameOfAddress(from) : from;
  const bytes = await (isAddress ? download(from, name) : readFromDisk(from));
  const text = decode(name, bytes);
  if (text.trim() === "") throw new SpecError(`${name}: the document is empty`);
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(text))
    throw new SpecError(
      `${name}: this is a web page, not an OpenAPI document or a GraphQL schema: give the address of the document itself`,
    );
  return { name, text };
}

/** The address without its query, which may be secret. */
function nameOfAddress(address: string): string {
  if (!URL.canParse(address))
    throw new SpecError(`${address}: this is not an address`);
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

async function readFromDisk(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new SpecError(`${file}: there is no such file`);
  if (found.size > MAX_DOCUMENT_BYTES) throw tooLarge(file);
  return readFile(file);
}

async function download(address: string, name: string): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  try {
    const response = await fetch(address, { signal });
    if (!response.ok)
      throw new SpecError(`${name}: the server answered ${response.status}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    // `content-length` counts the compressed body, so the bytes are counted after decompression.
    for await (const part of response.body ?? []) {
      parts.push(part);
      size += (part as Uint8Array).length;
      if (size > MAX_DOCUMENT_BYTES) throw tooLarge(name);
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof SpecError) throw error;
    if (signal.aborted)
      throw new SpecError(
        `${name}: the server did not answer within ${DOWNLOAD_TIMEOUT_MS / 1000} seconds`,
      );
    throw new SpecError(`${name}: cannot be read: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function tooLarge(name: string): SpecError {
  return new SpecError(
    `${name}: the document is larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MiB`,
  );
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SpecError(`${name}: the document is not text in UTF-8`);
  }
}
