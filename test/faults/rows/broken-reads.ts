import { constants } from "node:os";
import { cut, lost, type Row } from "../row.js";

/** Every error that the system can report for a socket, and what the platforms add to them. */
const CODES = [
  ...Object.keys(constants.errno),
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_BODY_TIMEOUT",
];

/** The connection breaks while the response is under way. Whatever the code of the error, the request was sent. */
export const brokenReadRows: readonly Row[] = CODES.flatMap((code) => [
  {
    name: `read ${code} in the headers`,
    behaviour: ({ reply }, { good }) => reply(good),
    breaks: { code, during: "headers" },
    ...lost,
  },
  {
    name: `read ${code} in the body`,
    behaviour: ({ reply }, { good }) => reply(good),
    breaks: { code, during: "body" },
    ...cut,
  },
]);
