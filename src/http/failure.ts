/** What explains a failure. The first failure loads this. */
export { explainError, explainResponse } from "./explain.js";
