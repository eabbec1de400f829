import type { Path } from "../document/json.js";

/** Takes each place at which an amendment changed the document. */
export type Applied = (path: Path) => void;
