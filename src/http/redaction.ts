/** What replaces keys in texts. The first request loads this while it waits for its response. */
export { piecesOf } from "./redact-text.js";
export { redactValue } from "./redact-value.js";
