import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  changesOf,
  type Change,
  type Finding,
} from "../../src/cli/drift/change.js";
import { calledChange } from "../../src/cli/drift/calls.js";
import { spellingsOf } from "../../src/cli/drift/compare.js";
import { describe } from "../../src/cli/drift/describe.js";
import { clientNames } from "../codegen/render/description.js";
import { operationsOf } from "../codegen/model/operations.js";
import { SpecError } from "../codegen/parse/spec-error.js";
import { parseSpec, type Spec } from "../codegen/parse/spec.js";
import { partyOf, type Party } from "./locate.js";
import { redoclyDiff, type RedoclyChange } from "./redocly.js";
import { translate } from "./translate.js";

/** An OpenAPI document as it was read: its text, and what to call it in errors. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** What changed from one document to the other, as `redocly diff` judges it, in the words of the client. */
export async function diffOpenapi(
  surface: string,
  before: Source,
  after: Source,
): Promise<Change[]> {
  const folder = await mkdtemp(join(tmpdir(), "spec-diff-"));
  try {
    const files = [
      join(folder, "before.yaml"),
      join(folder, "after.yaml"),
    ] as const;
    await writeFile(files[0], before.text);
    await writeFile(files[1], after.text);
    const changes = await redoclyDiff(...files);
    return inOurWords(
      surface,
      parseSpec(before.name, before.text),
      parseSpec(after.name, after.text),
      changes,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The changes that redocly reports between two documents, in the words of the client. */
export function inOurWords(
  surface: string,
  before: Spec,
  after: Spec,
  changes: readonly RedoclyChange[],
): Change[] {
  const old = namesOf(surface, before);
  const now = new Map([...old, ...namesOf(surface, after)]);
  const parties = { before: read(before, old), after: read(after, now) };
  const findings = [
    ...renamedOperations(old, now),
    ...ownChanges(changes).flatMap((change) => translate(parties, change)),
  ];
  const { description } = parties.before;
  return changesOf(
    findings,
    spellingsOf([description, parties.after.description]),
  );
}

/** A route may be known by another name, by another id or tag or since its second spelling is gone. */
function renamedOperations(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Finding[] {
  return [...old].flatMap(([route, name]) =>
    calledChange(route, name, now.get(route) ?? name),
  );
}

/** Without what lies within a schema of another type now, and its other keywords: that is no change of its own. */
function ownChanges(changes: readonly RedoclyChange[]): RedoclyChange[] {
  const retyped = new Set(
    changes
      .filter(({ property }) => property === "type")
      .map(({ path }) => path),
  );
  const isBelow = (path: string) =>
    [...retyped].some((above) => path.startsWith(`${above}/`));
  const stays = ["type", "nullable", "deprecated", "key"];
  return changes.filter(
    ({ path, property = "type" }) =>
      !isBelow(path) && (stays.includes(property) || !retyped.has(path)),
  );
}

function read({ document }: Spec, names: ReadonlyMap<string, string>): Party {
  return partyOf(document, describe(document, names));
}

/** The names in the client; none where the document cannot be generated from as it is. */
export function namesOf(surface: string, spec: Spec): Map<string, string> {
  try {
    return clientNames(surface, operationsOf(spec));
  } catch (error) {
    if (error instanceof SpecError) return new Map();
    throw error;
  }
}
