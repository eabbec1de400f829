import { ResponseError } from "../errors.js";
import { findSimilar } from "../similar.js";
import type { Bounds } from "./bounds.js";
import { contextOf, type S3Connection } from "./connection.js";
import { listFiles } from "./list.js";
import { headFile } from "./file-state.js";
import { trimSlash, withoutMount } from "./object-key.js";

/** The most keys that are searched for the one that was meant. */
const MAX_NAMES = 1000;

/** The error for the key of a file or a folder that is not on the volume. It names the key that was probably meant. */
export async function missingError(
  connection: S3Connection,
  key: string,
  bounds: Bounds,
  answer: Pick<ResponseError, "headers" | "body"> = {
    headers: new Headers(),
    body: undefined,
  },
): Promise<ResponseError> {
  const meant = await findMeant(connection, key, bounds).catch(() => undefined);
  const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
  const kind = key.endsWith("/") ? "folder" : "file";
  return new ResponseError(
    `the volume has no ${kind} "${key}"${hint}`,
    { status: 404, ...answer },
    contextOf({ method: "GET", key }, bounds),
    "file_not_found",
  );
}

async function findMeant(
  connection: S3Connection,
  key: string,
  bounds: Bounds,
): Promise<string | undefined> {
  const inner = withoutMount(key);
  if (inner !== undefined && (await headFile(connection, inner, bounds)))
    return inner;
  const name = trimSlash(key);
  const prefix = name.slice(0, name.lastIndexOf("/") + 1);
  const names: string[] = [];
  const request = { prefix, isFlat: true };
  for await (const entry of listFiles(connection, request, bounds))
    if (names.push(entry.key) === MAX_NAMES) break;
  const other = key.endsWith("/") ? name : `${key}/`;
  return names.includes(other) ? other : findSimilar(key, names);
}
