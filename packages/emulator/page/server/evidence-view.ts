import {
  evidence,
  furtherEvidence,
  modelEvidence,
} from "../../generated/evidence.js";
import { findRow } from "../../src/refusals/evidence.js";
import type { Certainty, RefusalReason } from "../../src/refusals/table.js";
import { surfaceOf } from "../../src/server/route-table.js";
import type {
  AnswerEvidence,
  OperationEvidence,
  ReferenceEntry,
} from "./reference-entry.js";

/** How sure the emulator is of an operation, as the page shows it. */
export interface EvidenceView extends AnswerEvidence {
  readonly refusals: readonly RefusalView[];
}

interface RefusalView {
  readonly when: string;
  readonly status: number;
  readonly certainty: Certainty;
  readonly source: string;
  /** The name of the quirk without which there is no such refusal. */
  readonly quirk?: string;
}

/** The evidence for each operation, by its route. */
export function evidenceViews(
  entries: readonly ReferenceEntry[],
): Readonly<Record<string, EvidenceView>> {
  return Object.fromEntries(
    entries.map(({ route, prefix }) => [route, viewOf(route, prefix)]),
  );
}

/** The evidence for what has no operation of its own in the reference: the models, by slug, and the other routes. */
export const otherEvidence = {
  "public models": modelEvidence,
  "GraphQL and other routes": furtherEvidence,
} satisfies Readonly<Record<string, Readonly<Record<string, AnswerEvidence>>>>;

const NOTHING_KNOWN: OperationEvidence = { certainty: "assumed", refusals: {} };

function viewOf(route: string, prefix: string): EvidenceView {
  const { refusals, ...answer } = evidence[route] ?? NOTHING_KNOWN;
  const { name } = surfaceOf(prefix + route.replace(/^\S+ /, ""));
  const reasons = Object.keys(refusals) as RefusalReason[];
  const rows = reasons.flatMap((reason) => findRow(reason, name, route) ?? []);
  return {
    ...answer,
    refusals: rows.map(({ when, status, source, quirk, ...row }) => ({
      when,
      status,
      certainty: row.certainty,
      source,
      ...(quirk && { quirk }),
    })),
  };
}
