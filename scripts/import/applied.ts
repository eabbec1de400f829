import type { Path } from "../../src/document/json.js";

/** Takes each place at which an amendment changed the document. */
export type Applied = (path: Path) => void;
