import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The limit of the service: so many submits in so many milliseconds. It turns away the others with 429. */
const MAX_SUBMITS = 1000;
const WINDOW_MS = 10_000;

/** A service that answers each submit after a while, and whose jobs all last as long. */
export class Service {
  /** How many submits were accepted, turned away, and how many jobs were seen completed. */
  accepted = 0;
  turnedAway = 0;
  completed = 0;
  readonly #roundTripMs: number;
  readonly #jobMs: number;
  readonly #accepted: number[] = [];
  readonly #endAt = new Map<string, number>();
  readonly #server = createServer((request, response) => {
    request.resume();
    const { method, url = "" } = request;
    if (method === "POST") this.#submit(response);
    else this.#status(url.split("?")[0]?.split("/").at(-1) ?? "", response);
  });

  constructor(roundTripMs: number, jobMs: number) {
    this.#roundTripMs = roundTripMs;
    this.#jobMs = jobMs;
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #submit(response: ServerResponse): void {
    const now = performance.now();
    while ((this.#accepted[0] ?? now) + WINDOW_MS <= now)
      this.#accepted.shift();
    if (this.#accepted.length >= MAX_SUBMITS) {
      this.turnedAway++;
      response.statusCode = 429;
      answer(response, { error: "too many requests" }, this.#roundTripMs);
      return;
    }
    this.#accepted.push(now);
    const id = `job-${this.accepted++}`;
    this.#endAt.set(id, now + this.#roundTripMs + this.#jobMs);
    answer(response, { id, status: "IN_QUEUE" }, this.#roundTripMs);
  }

  #status(id: string, response: ServerResponse): void {
    const endAt = this.#endAt.get(id);
    if (endAt !== undefined && performance.now() < endAt) {
      answer(response, { id, status: "IN_PROGRESS" }, 0);
      return;
    }
    if (this.#endAt.delete(id)) this.completed++;
    answer(response, { id, status: "COMPLETED", output: { cost: 0.001 } }, 0);
  }
}

function answer(response: ServerResponse, body: object, delayMs: number): void {
  setTimeout(() => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  }, delayMs);
}
