/** What replaces keys in texts. The first request loads this while it waits for its response. */
export { piecesOf, redactText } from "./redact-text.js";
