import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/**
 * What happens to a request in the place of its answer. `lost` carries the request out, and breaks the connection. A function
 * is called at that moment, and returns the status.
 */
type Fault = number | "reset" | "lost" | (() => number);

type WorkerRoute =
  | "job-take"
  | "job-take-batch"
  | "job-stop"
  | "job-done"
  | "job-stream"
  | "ping";

/** A result as the worker has sent it. */
interface SimulatedResult {
  readonly output?: unknown;
  readonly error?: unknown;
}

interface SimulatedJob {
  readonly id: string;
  readonly input: unknown;
  /** The worker that runs the job. */
  workerId: string | undefined;
  /** How often the job was given to a worker. */
  deliveries: number;
  /** What was reported, in the order of arrival. */
  readonly progress: unknown[];
  readonly parts: unknown[];
  /** How many reports are being answered. */
  openReports: number;
  result: SimulatedResult | undefined;
  isStopped: boolean;
  readonly ended: Promise<SimulatedResult>;
  readonly end: (result: SimulatedResult) => void;
}

/** The answer to a request: a status, and a body if there is one. */
type Answer = readonly [status: number, body?: unknown];

const KEY = "the-key-of-the-worker";
const QUERY = "gpu=NVIDIA%20A40";
const MAX_RESULT_BYTES = 20_000_000;
const MAX_PART_BYTES = 1_000_000;

/**
 * The worker-side routes of the service, from what is known of them. Whatever a worker does wrong is a violation, which fails
 * the test: the service itself answers most of these mistakes as if nothing had happened.
 */
export class WorkerSimulator {
  readonly violations: string[] = [];
  /** The jobs that each ping named, in the order of arrival. */
  readonly pings: string[][] = [];
  readonly takes: string[] = [];
  readonly #jobs = new Map<string, SimulatedJob>();
  readonly #queue: SimulatedJob[] = [];
  readonly #faults = new Map<WorkerRoute, Fault[]>();
  readonly #toStop: string[] = [];
  /** Reports are answered when this promise resolves. */
  #reportsMayEnd: Promise<void> = Promise.resolve();
  /** Wakes the polls that are held. */
  readonly #watchers = new Set<() => void>();
  readonly #server = createServer((request, response) => {
    void this.#serve(request).then((answer) => {
      if (answer === "reset") {
        request.socket.destroy();
        return;
      }
      const [status, body] = answer;
      // A pause of no seconds, so that no test waits for the default.
      const busy = status === 429 ? { "retry-after": "0" } : {};
      response.writeHead(status, {
        ...busy,
        "content-type": "application/json",
      });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });

  static async start(): Promise<WorkerSimulator> {
    const simulator = new WorkerSimulator();
    simulator.#server.listen(0, "127.0.0.1");
    await once(simulator.#server, "listening");
    return simulator;
  }

  /** The variables of a worker. Each address has each placeholder that the service may leave in it. */
  environment(workerId = "worker-1"): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}/v2/my-endpoint`;
    const query = "gpu=$RUNPOD_GPU_TYPE_ID";
    return {
      RUNPOD_ENDPOINT_ID: "my-endpoint",
      RUNPOD_POD_ID: workerId,
      RUNPOD_GPU_TYPE_ID: "NVIDIA A40",
      RUNPOD_AI_API_KEY: KEY,
      RUNPOD_WEBHOOK_GET_JOB: `${base}/job-take/$ID?${query}`,
      RUNPOD_WEBHOOK_POST_OUTPUT: `${base}/job-done/$RUNPOD_POD_ID/$ID?${query}`,
      RUNPOD_WEBHOOK_POST_STREAM: `${base}/job-stream/$RUNPOD_POD_ID/$ID?${query}`,
      RUNPOD_WEBHOOK_PING: `${base}/ping/$RUNPOD_POD_ID?${query}`,
      RUNPOD_PING_INTERVAL: "20",
    };
  }

  submit(input: unknown): SimulatedJob {
    const id = `job-${this.#jobs.size + 1}`;
    let end: (result: SimulatedResult) => void = () => undefined;
    const ended = new Promise<SimulatedResult>((resolve) => (end = resolve));
    const job: SimulatedJob = {
      id,
      input,
      workerId: undefined,
      deliveries: 0,
      progress: [],
      parts: [],
      openReports: 0,
      result: undefined,
      isStopped: false,
      ended,
      end,
    };
    this.#jobs.set(id, job);
    this.deliver(job);
    return job;
  }

  /** Puts a job in the queue, also one that a worker runs or has run. */
  deliver(job: SimulatedJob): void {
    this.#queue.push(job);
    this.#wake();
  }

  /** Cancels a job that runs. */
  cancel(job: SimulatedJob): void {
    job.isStopped = true;
    this.#toStop.push(job.id);
    this.#wake();
  }

  /** The next requests of a route fail, one for each fault. */
  fail(route: WorkerRoute, ...faults: Fault[]): void {
    this.#faults.set(route, [...(this.#faults.get(route) ?? []), ...faults]);
  }

  /** Holds the answers to all reports until the returned function is called. */
  holdReports(): () => void {
    let release: () => void = () => undefined;
    this.#reportsMayEnd = new Promise((resolve) => (release = resolve));
    return release;
  }

  /** Jobs that no worker has ended. */
  get openJobs(): SimulatedJob[] {
    return this.jobs.filter(({ result, isStopped }) => !result && !isStopped);
  }

  /** Every job that was submitted. */
  get jobs(): SimulatedJob[] {
    return [...this.#jobs.values()];
  }

  /** A worker is lost: its jobs are given again. */
  lose(workerId: string): void {
    for (const job of this.openJobs) {
      if (job.workerId !== workerId) continue;
      job.workerId = undefined;
      this.deliver(job);
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #wake(): void {
    for (const watch of [...this.#watchers]) watch();
  }

  #violate(problem: string): Answer {
    this.violations.push(problem);
    return [400, { error: problem }];
  }

  /** Answers a request. `reset` breaks the connection. */
  async #serve(request: IncomingMessage): Promise<Answer | "reset"> {
    const url = new URL(request.url ?? "", "http://localhost");
    const [, , , route, workerId = "", jobId = ""] = url.pathname.split("/");
    const fault = this.#faults.get(route as WorkerRoute)?.shift();
    if (fault === "reset") return "reset";
    let body = "";
    for await (const chunk of request.setEncoding("utf8"))
      body += String(chunk);
    const status = typeof fault === "function" ? fault() : fault;
    if (typeof status === "number") return [status, { error: "a fault" }];
    if (/\$|%24/.test(request.url ?? ""))
      return this.#violate(`${request.url}: a placeholder was left`);
    if (!url.search.startsWith(`?${QUERY}`))
      return this.#violate(`${request.url}: the query was changed`);
    if (request.headers.authorization !== KEY)
      return this.#violate(`${route}: the key is missing, or in another form`);
    const answer = await this.#answer(route as WorkerRoute, {
      url,
      workerId,
      jobId,
      body,
      request,
    });
    return fault === "lost" ? "reset" : answer;
  }

  async #answer(
    route: WorkerRoute,
    call: {
      readonly url: URL;
      readonly workerId: string;
      readonly jobId: string;
      readonly body: string;
      readonly request: IncomingMessage;
    },
  ): Promise<Answer> {
    const { url, workerId, jobId, body, request } = call;
    const { searchParams } = url;
    switch (route) {
      case "job-take":
      case "job-take-batch": {
        this.takes.push(`${route}${url.search}`);
        const size = Number(searchParams.get("batch_size") ?? 1);
        const jobs = await this.#hold(request, () =>
          this.#give(workerId, size),
        );
        if (jobs.length === 0) return [204];
        const given = jobs.map(({ id, input }) => ({ id, input }));
        return [200, route === "job-take" ? given[0] : given];
      }
      case "job-stop": {
        const ids = await this.#hold(request, () => this.#toStop.splice(0));
        return ids.length === 0 ? [204] : [200, { jobsToStop: ids }];
      }
      case "ping": {
        const named = searchParams.get("job_id");
        this.pings.push(named === null ? [] : named.split(","));
        return [200, {}];
      }
      default: {
        const job = this.#jobs.get(jobId);
        if (!job) return this.#violate(`${route}: ${jobId} is no job`);
        if (job.workerId !== workerId && job.result === undefined)
          return this.#violate(`${route}: ${workerId} does not run ${jobId}`);
        if (request.headers["x-request-id"] !== jobId)
          return this.#violate(`${route}: the header does not name ${jobId}`);
        return this.#read(route, job, body);
      }
    }
  }

  /** Holds a poll until there is something to say, or until the caller has gone. */
  #hold<Item>(request: IncomingMessage, find: () => Item[]): Promise<Item[]> {
    return new Promise((resolve) => {
      const end = (found: Item[]) => {
        this.#watchers.delete(watch);
        request.socket.off("close", watch);
        resolve(found);
      };
      const watch = () => {
        const isGone = request.socket.destroyed;
        const found = isGone ? [] : find();
        if (found.length > 0 || isGone) end(found);
      };
      request.socket.once("close", watch);
      this.#watchers.add(watch);
      watch();
    });
  }

  #give(workerId: string, count: number): SimulatedJob[] {
    const jobs = this.#queue.splice(0, count);
    for (const job of jobs) {
      job.workerId = workerId;
      job.deliveries++;
    }
    return jobs;
  }

  async #read(
    route: WorkerRoute,
    job: SimulatedJob,
    text: string,
  ): Promise<Answer> {
    const limit = route === "job-stream" ? MAX_PART_BYTES : MAX_RESULT_BYTES;
    if (Buffer.byteLength(text) > limit + 100)
      return this.#violate(`${route}: ${job.id} has sent too much`);
    const body = JSON.parse(text) as SimulatedResult & { status?: string };
    const isProgress = body.status === "IN_PROGRESS";
    if (isProgress || route === "job-stream") {
      if (job.result)
        return this.#violate(`${job.id}: a report after the result`);
      if (job.openReports > 0)
        return this.#violate(`${job.id}: two reports at once`);
      job.openReports++;
      (isProgress ? job.progress : job.parts).push(body.output);
      await this.#reportsMayEnd;
      job.openReports--;
      return [200, {}];
    }
    if (job.openReports > 0)
      this.#violate(`${job.id}: the result before its reports have ended`);
    if (job.isStopped) this.#violate(`${job.id}: the result of a stopped job`);
    if (body.error !== undefined && typeof body.error !== "string")
      this.#violate(`${job.id}: an error that is no text`);
    if (body.error === undefined && !("output" in body))
      this.#violate(`${job.id}: neither an output nor an error`);
    const isOther =
      job.result && JSON.stringify(job.result) !== JSON.stringify(body);
    if (isOther && job.workerId === undefined)
      this.#violate(`${job.id}: another result after its end`);
    job.result = body;
    job.workerId = undefined;
    job.end(body);
    return [200, {}];
  }
}
