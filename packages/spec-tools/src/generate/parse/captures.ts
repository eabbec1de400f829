import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DocumentError } from "../../document/error.js";
import {
  captureFolders,
  findSecret,
  type Capture,
} from "../../document/capture.js";
import type { Json } from "../../document/json.js";
import capturesSchema from "./captures.schema.json" with { type: "json" };
import { checkSchema, compileSchema } from "./schema-errors.js";
import { mapCollectingErrors } from "./errors.js";

/** The folder of the captures within the folder of the specs. */
export const CAPTURES_FOLDER = "captures";

const isCapture = compileSchema<Omit<Capture, "name">>(capturesSchema);

/** The members of a capture that show the body. */
const BODIES = ["body", "bodyContains", "text", "textContains"] as const;

/**
 * Every capture below `folder`, sorted by name; none where the folder has no captures.
 * @throws {DocumentError} with a line per file that is no capture
 */
export async function readCaptures(
  folder: string,
): Promise<readonly Capture[]> {
  const root = join(folder, CAPTURES_FOLDER);
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json")).sort();
  const texts = await Promise.all(
    files.map((file) => readFile(join(root, file), "utf8")),
  );
  return mapCollectingErrors(texts, (text, index) =>
    parseCapture(files[index]?.replace(/\.json$/, "") ?? "", text),
  );
}

/**
 * The capture that a file holds. `name` is its path within the folder, without the ending.
 * @throws {DocumentError} that names the file and what is wrong
 */
export function parseCapture(name: string, text: string): Capture {
  const fail = (message: string) =>
    new DocumentError(`specs/${CAPTURES_FOLDER}/${name}.json: ${message}`);
  const [folder = "", file = ""] = name.split("/");
  if (!captureFolders.some((known) => known === folder))
    throw fail(`the folder must be one of ${captureFolders.join(", ")}`);
  if (!/^[a-z0-9-]+--[a-z0-9-]+$/.test(file))
    throw fail("the name must have the form <operation>--<condition>");
  const secret = findSecret(text);
  if (secret !== undefined) throw fail(`the file may hold ${secret}`);
  const capture = checkSchema(isCapture, parse(text, fail), (path, message) =>
    fail([path.join(" › "), message].filter((part) => part !== "").join(": ")),
  );
  if (BODIES.filter((member) => member in capture).length > 1)
    throw fail(`only one of ${BODIES.join(", ")} may show the body`);
  return { name, ...capture };
}

function parse(text: string, fail: (message: string) => DocumentError): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error));
  }
}
