/** The code that handles failures and redirects. Loaded at the first such response. */
export { explainError, explainResponse } from "./explain.js";
export { followRedirects } from "./redirect.js";
