import { createServer } from "node:http";
import { answerTo } from "./answers.js";

/** Answers anything at once, on a port that it tells. */
const server = createServer((request, response) => {
  const { text, headers } = answerTo(request.url ?? "");
  request.resume().on("end", () => response.writeHead(200, headers).end(text));
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
