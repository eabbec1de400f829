// Accepts job submits. Never answers the first one: its connection is lost meanwhile.
import { createServer } from "node:http";

let submits = 0;
const server = createServer((request, response) => {
  if (request.url === "/ready") {
    response.end();
    return;
  }
  if (request.url === "/stop") {
    response.end(String(submits), () => process.exit());
    return;
  }
  request.resume();
  submits++;
  if (submits > 1)
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ id: `job-${submits}`, status: "IN_QUEUE" }));
});
server.listen(8080, "10.98.0.2");
setTimeout(() => process.exit(), 50_000);
