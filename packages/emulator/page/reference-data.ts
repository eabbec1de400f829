import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { EvidenceView } from "./server/evidence-view.js";
import type {
  AnswerEvidence,
  ReferenceEntry,
} from "./server/reference-entry.js";
import type { GraphqlSample, ModelView } from "./server/view.js";
import { callEmulator } from "./calls.js";

/** The description of the service: its operations, example bodies by route, GraphQL documents and models. */
export interface ReferenceData {
  readonly reference: readonly ReferenceEntry[];
  readonly bodies: Readonly<Record<string, unknown>>;
  readonly samples: readonly GraphqlSample[];
  readonly models: readonly ModelView[];
  /** How sure the emulator is of each operation, by its route. */
  readonly evidence: Readonly<Record<string, EvidenceView>>;
  /** The same for each public model and for what has no operation of its own, by group and name. */
  readonly otherEvidence: Readonly<
    Record<string, Readonly<Record<string, AnswerEvidence>>>
  >;
  /** The prefixes of the surfaces that answer 410, because of the quirk `retired`. */
  readonly retiredPrefixes: readonly string[];
}

const NOTHING: ReferenceData = {
  reference: [],
  bodies: {},
  samples: [],
  models: [],
  evidence: {},
  otherEvidence: {},
  retiredPrefixes: [],
};

export const ReferenceContext = createContext(NOTHING);

export function useReference(): ReferenceData {
  return useContext(ReferenceContext);
}

/** Loads the description once; it is empty until then. */
export function useLoadedReference(): ReferenceData {
  const [data, setData] = useState(NOTHING);
  useEffect(() => {
    void callEmulator<ReferenceData>("GET", "/reference").then(setData);
  }, []);
  return data;
}
