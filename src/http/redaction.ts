/** The code that redacts keys. The first request loads this file while waiting for its response. */
export { piecesOf } from "./redact-text.js";
export { redactValue } from "./redact-value.js";
