/** What a response needs that is no success. The first of them loads this. */
export { explainError, explainResponse } from "./explain.js";
export { followRedirects } from "./redirect.js";
