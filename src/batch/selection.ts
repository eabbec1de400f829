import { check } from "../checks.js";
import type { CallContext } from "../errors.js";
import { isPlainObject } from "../json.js";
import type { ItemSelection, Metadata } from "./types.js";

/** Throws an `InputError` for a selection that is not valid. */
export function checkSelection(
  { keys, metadata, code }: ItemSelection,
  call: CallContext,
): void {
  const isList =
    keys === undefined ||
    (Array.isArray(keys) && keys.every((key) => typeof key === "string"));
  check(isList, "keys", "must be a list of keys", call);
  if (metadata !== undefined) checkMetadata(metadata, call);
  check(
    code === undefined || typeof code === "string",
    "code",
    'must be the code of an error, such as "job_failed"',
    call,
  );
}

/** Throws an `InputError` for metadata that are not valid. */
export function checkMetadata(
  metadata: unknown,
  call: CallContext,
): asserts metadata is Metadata {
  check(isPlainObject(metadata), "metadata", "must be a plain object", call);
  for (const [name, value] of Object.entries(metadata)) {
    const isScalar =
      typeof value === "string" ||
      typeof value === "boolean" ||
      Number.isFinite(value);
    check(
      isScalar,
      `metadata.${name}`,
      "must be a string, a finite number, true or false",
      call,
    );
  }
}
