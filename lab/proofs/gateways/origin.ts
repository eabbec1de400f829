import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** The API key of the proofs. The origin takes any key. */
export const API_KEY = "gateway-key-0123456789";

/** A Pod, in the form of both versions of the management API. */
interface OriginPod {
  readonly id: string;
  readonly name: string;
}

/**
 * A server of jobs and Pods, written from the documents of the service. It counts each request that changes something when
 * that request arrives, whatever becomes of the response.
 */
export class Origin {
  readonly #server = createServer((request, response) => {
    void this.#handle(request, response);
  });
  /** Answers in the place of the origin, after a request was accepted. */
  intercept:
    | ((url: string) => { readonly status: number } | undefined)
    | undefined;
  /** How many requests were accepted that create a job or a Pod, or that are mutations. */
  accepted = 0;
  /** The inputs of the jobs, by their ids. */
  readonly jobs = new Map<string, unknown>();
  /** The Pods that run. */
  readonly pods = new Map<string, OriginPod>();
  /** How long a response to a POST takes. */
  delayMs = 0;
  /** The jobs are completed from then on, and a Pod answers at its port. */
  completedAt = Infinity;
  /** How many pieces each stream has delivered. */
  readonly #delivered = new Map<string, number>();
  readonly #startedAt = performance.now();

  static async start(): Promise<Origin> {
    const origin = new Origin();
    await new Promise<void>((done) =>
      origin.#server.listen(0, "127.0.0.1", done),
    );
    return origin;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get #isOver(): boolean {
    return Date.now() >= this.completedAt;
  }

  async #handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { method = "", url = "" } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const [status, body] = this.#answer(method, url.split("?")[0] ?? "", text);
    if (method === "POST" && this.delayMs > 0)
      await new Promise((done) => setTimeout(done, this.delayMs));
    const page = this.intercept?.(url);
    response.statusCode = page?.status ?? status;
    response.setHeader("content-type", page ? "text/html" : "application/json");
    if (page) response.end("<html><title>a page of the edge</title></html>");
    else response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  #answer(method: string, url: string, text: string): [number, unknown?] {
    const [, podId] = /\/pods(?:\/([^/]+))?$/.exec(url) ?? [];
    if (/\/pods(\/|$)/.test(url))
      return this.#answerPods(method, url, podId, text);
    if (method === "POST" && /\/run(sync)?$/.test(url)) {
      const id = `j${++this.accepted}`;
      this.jobs.set(id, (JSON.parse(text) as { input: unknown }).input);
      return [200, { id, status: "IN_QUEUE" }];
    }
    if (method === "POST") return [200, { data: { done: ++this.accepted } }];
    if (url.endsWith("/health")) return [200, { jobs: {}, workers: {} }];
    const id = url.split("/").at(-1) ?? "";
    if (!this.jobs.has(id)) return [404, { error: "job not found" }];
    const status = this.#isOver ? "COMPLETED" : "IN_PROGRESS";
    if (url.includes("/stream/"))
      return [200, { status, stream: this.#nextPieces(id) }];
    return [
      200,
      { id, status, ...(this.#isOver && { output: this.jobs.get(id) }) },
    ];
  }

  /** The pieces of a stream since the last request: one each half second. Each piece is delivered once. */
  #nextPieces(id: string): object[] {
    const made = Math.floor((performance.now() - this.#startedAt) / 500);
    const from = this.#delivered.get(id) ?? made - 1;
    this.#delivered.set(id, made);
    return Array.from({ length: made - from }, (_, index) => ({
      output: from + index,
    }));
  }

  #answerPods(
    method: string,
    url: string,
    id: string | undefined,
    text: string,
  ): [number, unknown?] {
    const isVersion1 = url.startsWith("/v1/");
    if (method === "POST") {
      const { name = "" } = JSON.parse(text) as { readonly name?: string };
      const pod = { id: `p${++this.accepted}`, name };
      this.pods.set(pod.id, pod);
      return [201, this.#show(pod)];
    }
    if (id === undefined) {
      const all = [...this.pods.values()].map((pod) => this.#show(pod));
      return [200, isVersion1 ? all : { pods: all }];
    }
    const pod = this.pods.get(id);
    if (!pod) return [404, { error: "pod not found" }];
    if (method !== "DELETE") return [200, this.#show(pod)];
    this.pods.delete(id);
    return [204];
  }

  #show({ id, name }: OriginPod): object {
    const address = { publicIp: "127.0.0.1", portMappings: { 22: this.port } };
    return {
      id,
      name,
      desiredStatus: "RUNNING",
      status: "RUNNING",
      ...(this.#isOver && address),
    };
  }
}
