import assert from "node:assert/strict";

/** The key of the emulator that the servers of the examples use. */
export const EMULATOR_KEY = "emulator-key-0123456789";

interface Answer {
  readonly handle?: string;
  readonly status?: string;
  readonly image?: string;
}

/** A visitor with a cookie jar. No response may show the key. */
class Visitor {
  readonly #origin: string;
  #cookie = "";

  constructor(origin: string) {
    this.#origin = origin;
  }

  async call(
    method: string,
    path = "",
    body?: unknown,
  ): Promise<{ status: number; answer: Answer }> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.send(method, path, text);
  }

  /** Sends a body as it is, JSON or not. */
  async send(
    method: string,
    path: string,
    body: string | undefined,
  ): Promise<{ status: number; answer: Answer }> {
    const response = await fetch(`${this.#origin}/api/pictures${path}`, {
      method,
      headers: { cookie: this.#cookie, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie())
      this.#cookie = cookie.replace(/;.*/, "");
    const text = await response.text();
    assert.ok(!text.includes(EMULATOR_KEY), "a response shows the key");
    return { status: response.status, answer: JSON.parse(text) as Answer };
  }

  /** Polls until the picture is there. */
  async waitFor(handle: string): Promise<Answer> {
    for (;;) {
      const { status, answer } = await this.call("GET", `/${handle}`);
      assert.equal(status, 200);
      if (!/^IN_/.test(answer.status ?? "")) return answer;
    }
  }
}

/** Tries the routes of an example: the allow-list, the signed handles, the limit for each visitor. */
export async function tryVisitorRoutes(origin: string): Promise<void> {
  const visitor = new Visitor(origin);
  for (const body of [
    {},
    { prompt: "" },
    { prompt: 7 },
    { prompt: "a pier", model: "video-demo" },
  ])
    assert.equal((await visitor.call("POST", "", body)).status, 400);
  for (const body of ["", "{", "a lighthouse", "null", "[]", "7"])
    assert.equal((await visitor.send("POST", "", body)).status, 400);

  const submitted = await visitor.call("POST", "", { prompt: "a lighthouse" });
  assert.equal(submitted.status, 202);
  const handle = submitted.answer.handle ?? "";
  const done = await visitor.waitFor(handle);
  assert.equal(done.status, "COMPLETED");
  assert.match(done.image ?? "", /^http/);

  // Another visitor, an altered handle and a bare id of a job show nothing.
  const other = new Visitor(origin);
  assert.equal((await other.call("GET", `/${handle}`)).status, 404);
  assert.equal((await other.call("DELETE", `/${handle}`)).status, 404);
  for (const wrong of [`${handle}x`, "id-1", "ccs1.e30.e30"])
    assert.equal((await visitor.call("GET", `/${wrong}`)).status, 404);

  const second = await visitor.call("POST", "", { prompt: "a buoy" });
  const cancelled = await visitor.call(
    "DELETE",
    `/${second.answer.handle ?? ""}`,
  );
  assert.equal(cancelled.status, 200);
  assert.match(cancelled.answer.status ?? "", /^(CANCELLED|COMPLETED)$/);

  const statuses: number[] = [];
  for (let count = 0; count < 4; count++)
    statuses.push((await visitor.call("POST", "", { prompt: "x" })).status);
  assert.deepEqual(statuses, [202, 202, 202, 429]);
  assert.equal((await other.call("POST", "", { prompt: "x" })).status, 202);
}
