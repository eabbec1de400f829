import { describe, expect, it, vi } from "vitest";
import { rentPod, type RentError } from "../../src/machines/index.js";
import { nextMacrotask, useFakeTime } from "../support/fake-time.js";
import { createAccount, IMAGE, withAddress } from "./support/account.js";
import {
  answersWith,
  rentBehind,
  RENTS,
  type Version,
} from "./support/gateway.js";
import { rejectionOf } from "../support/rejection.js";
import { settleInSteps } from "./support/settle.js";

useFakeTime();

const page = (status: number) =>
  new Response("<html>a page of the balancer</html>", {
    status,
    headers: { "content-type": "text/html", "retry-after": "5" },
  });

/** `gateways.proof.test.ts` has every status. */
const STATUSES = [400, 403, 404, 422, 429, 500, 502, 503, 524];

const VERSIONS: readonly Version[] = ["0.1.0", "2"];

describe.each(VERSIONS)("rentPod by version %s behind a gateway", (version) => {
  it.each(answersWith(STATUSES))(
    "pays one Pod, and leaves none, when its accepted create is answered with $status (page: $isPage, $headers)",
    async (answer) => {
      expect(await rentBehind(answer, 1, version)).toEqual([]);
    },
  );

  it("pays one Pod when every create is accepted and answered with 503 and Retry-After, as Varnish does", async () => {
    const [, answer] = answersWith([503]);
    expect(answer && (await rentBehind(answer, Infinity, version))).toEqual([]);
  });
});

describe.each(VERSIONS)(
  "rentPod by version %s whose create is answered with another id",
  (version) => {
    /**
     * An account with the Pod of somebody else behind a gateway, which puts another id into the answer of each create, leaves
     * the tag as it is, and answers the next `lostReads` reads itself.
     */
    async function rentWithOtherId(
      idOf: (victimId: string) => string,
      lostReads = 0,
    ) {
      let victimId = "";
      let lost = 0;
      const deleted: (string | undefined)[] = [];
      const { cloud, emulator } = createAccount(async (request, send) => {
        const { method, url } = request;
        if (method === "GET" && lost-- > 0) return page(502);
        const response = await send(request);
        if (method === "DELETE") deleted.push(url.split("/").at(-1));
        const isCreate = method === "POST" && url.endsWith("/pods");
        if (!isCreate || victimId === "") return response;
        lost = lostReads;
        const pod = (await response.json()) as object;
        const { status } = response;
        return Response.json({ ...pod, id: idOf(victimId) }, { status });
      });
      victimId = (await settleInSteps(cloud.pods.create(IMAGE))).id;
      const pod = await settleInSteps(RENTS[version](cloud));
      return { pod, victimId, deleted, emulator };
    }

    it.each<[string, (victimId: string) => string, number]>([
      ["another Pod", (victimId) => victimId, 0],
      ["no Pod", () => "no-such-pod", 0],
      ["another Pod, while no read has an answer", (victimId) => victimId, 6],
      ["no Pod, while no read has an answer", () => "no-such-pod", 6],
    ])(
      "releases its own Pod and no other when the id is that of %s",
      async (_, idOf, lostReads) => {
        const rented = await rentWithOtherId(idOf, lostReads);
        const { pod, victimId, deleted, emulator } = rented;
        await settleInSteps(pod.release());
        expect(new Set(deleted)).toEqual(new Set([pod.id]));
        const left = emulator.snapshot().pods.map(({ id }) => id);
        expect(left).toEqual([victimId]);
      },
    );

    it("changes no Pod but its own", async () => {
      const rented = await rentWithOtherId((victimId) => victimId, 2);
      const { pod, victimId, emulator } = rented;
      await settleInSteps(pod.update({ name: "trainer" }));
      const named = emulator
        .snapshot()
        .pods.filter(({ name }) => name.includes("trainer"));
      expect(named.map(({ id }) => id)).toEqual([pod.id]);
      expect(pod.id).not.toBe(victimId);
    });
  },
);

describe("rentPod behind a gateway", () => {
  it("leaves the Pod of another rental alone which a cache gives as the answer to the create", async () => {
    let cached: string | undefined;
    const { cloud, emulator } = createAccount(async (request, send) => {
      if (request.method !== "POST") return send(request);
      const response = await send(request);
      if (cached === undefined) {
        cached = await response.clone().text();
        return response;
      }
      return new Response(cached, { status: 201, headers: { age: "30" } });
    });
    const options = { maxHours: 1 };
    const first = await settleInSteps(rentPod(cloud, IMAGE, options));
    const second = await settleInSteps(rentPod(cloud, IMAGE, options));
    expect(second.id).not.toBe(first.id);
    await settleInSteps(second.release());
    const left = emulator.snapshot().pods.map(({ id }) => id);
    expect(left).toEqual([first.id]);
  });

  it("leaves the Pod of somebody else alone which a cache gives as the answer to a read", async () => {
    const { cloud, emulator } = createAccount(async (request, send) => {
      const response = await send(request);
      if (request.method !== "GET" || !/pods\/\w/.test(request.url))
        return response;
      const [foreign] = emulator.snapshot().pods;
      return Response.json({ ...foreign, desiredStatus: "RUNNING" });
    });
    const { id } = await settleInSteps(cloud.pods.create(IMAGE));
    const rented = rentPod(cloud, IMAGE, {
      maxHours: 1,
      timeout: 30_000,
      ready: { tcp: 22 },
    });
    const error = await rejectionOf(settleInSteps(rented));
    expect(error).toMatchObject({ code: "not_ready" });
    expect(emulator.snapshot().pods.map((pod) => pod.id)).toEqual([id]);
  });

  it("believes no list that is older than its lost create, and names the Pod that may run", async () => {
    const { cloud } = createAccount(async (request, send) => {
      if (request.method === "POST") return page(502);
      const response = await send(request);
      const headers = { ...Object.fromEntries(response.headers), age: "86400" };
      return new Response(await response.text(), { headers });
    });
    const rented = rentPod(cloud, IMAGE, { maxHours: 1 });
    const error = await rejectionOf(settleInSteps(rented));
    expect(error).toMatchObject({ code: "create_lost", maybeSent: true });
    const { cause } = error as RentError;
    expect(String(cause)).toContain("comes from a cache");
  });

  it.each([404, 403, 520])(
    "keeps its Pod through 30 s of pages with %i while it waits for the Pod",
    async (status) => {
      let isDown = false;
      const begunAt = performance.now();
      const { cloud, emulator } = createAccount((request, send) => {
        if (request.method === "POST") isDown = true;
        const isOver = performance.now() > begunAt + 30_000;
        const isCreate = request.method === "POST";
        return isDown && !isOver && !isCreate ? page(status) : send(request);
      });
      const rented = rentPod(cloud, IMAGE, {
        maxHours: 1,
        timeout: 60_000,
        ready: { tcp: 22 },
      });
      const error = await rejectionOf(settleInSteps(rented));
      // The emulator in memory has no port: the wait went on until it saw that, or until its own timeout.
      expect(error).toMatchObject({ code: "not_ready" });
      expect(performance.now() - begunAt).toBeGreaterThan(30_000);
      expect(emulator.snapshot().pods).toEqual([]);
    },
  );
});

/** Answers a request of a rental: `nth` counts the requests since the Pod was rented. */
type Gateway = (
  request: Request,
  send: (request: Request) => Promise<Response>,
  nth: number,
) => Response | Promise<Response>;

/** Rents a Pod. From then on the gateway answers. */
async function rentBefore(gateway: Gateway) {
  let isRented = false;
  let count = 0;
  const { cloud, emulator } = createAccount((request, send) =>
    isRented ? gateway(request, send, ++count) : send(request),
  );
  const pod = await settleInSteps(rentPod(cloud, IMAGE, { maxHours: 1 }));
  isRented = true;
  return { pod, podIds: () => emulator.snapshot().pods.map(({ id }) => id) };
}

const isDelete = ({ method }: Request) => method === "DELETE";
const isOfPod = ({ url }: Request) => /pods\/\w/.test(url);
const noContent = () => new Response(null, { status: 204 });
const silence = () => new Promise<Response>(() => undefined);
const lost = () => Promise.reject(new TypeError("fetch failed"));
const unknown = () => Response.json({ error: "not found" }, { status: 404 });

/** Answers each delete with a success, and the first read after it in this way. */
const notCarriedOut =
  (firstRead: () => Response | Promise<Response>): Gateway =>
  (request, send, nth) => {
    if (isDelete(request)) return Response.json({ id: "p1" });
    return nth === 2 ? firstRead() : send(request);
  };

describe("the release of a rented Pod", () => {
  it.each<[string, Gateway]>([
    [
      "each delete is answered with 204, and all else with a page",
      (request) => (isDelete(request) ? noContent() : page(503)),
    ],
    [
      "each delete is answered with 204, and all else with silence",
      (request) => (isDelete(request) ? noContent() : silence()),
    ],
    [
      "each delete is answered with 204 and each read with a 404 page, and the list shows the Pod",
      (request, send) => {
        if (isDelete(request)) return noContent();
        return isOfPod(request) ? page(404) : send(request);
      },
    ],
    [
      "no delete is carried out, and a read fails",
      notCarriedOut(() => page(502)),
    ],
    ["no delete is carried out, and a read breaks off", notCarriedOut(lost)],
    [
      "no delete is carried out, and a read shows another Pod",
      notCarriedOut(() => Response.json({ id: "another" })),
    ],
    ["everything is answered with an empty 200", () => new Response()],
    [
      "everything is answered with a notice as JSON",
      () => Response.json({ message: "under maintenance" }),
    ],
  ])("names the Pod in time when %s", async (_, gateway) => {
    const { pod, podIds } = await rentBefore(gateway);
    const begunAt = performance.now();
    const release = pod.release({ timeout: 3000 });
    const error = await rejectionOf(settleInSteps(release));
    expect(error).toMatchObject({
      code: "release_failed",
      left: [{ id: pod.id }],
    });
    expect(performance.now() - begunAt).toBeLessThan(5000);
    expect(podIds()).toEqual([pod.id]);
  });

  it("ends at its timeout when the service has never shown the Pod, and nothing has an answer", async () => {
    let isCreated = false;
    const { cloud } = createAccount((request, send) => {
      const isSilent = isCreated;
      isCreated ||= request.method === "POST";
      return isSilent ? silence() : send(request);
    });
    const pod = await settleInSteps(rentPod(cloud, IMAGE, { maxHours: 1 }));
    const begunAt = performance.now();
    const release = pod.release({ timeout: 3000 });
    const error = await rejectionOf(settleInSteps(release));
    expect(error).toMatchObject({ code: "release_failed" });
    expect(performance.now() - begunAt).toBeLessThan(5000);
  });

  it.each([
    ["refused", () => page(500)],
    ["lost", lost],
    ["answered with 404 as well", unknown],
  ])(
    "does not believe one 404 of the service, whose delete was %s",
    async (_, answerDelete) => {
      const { pod, podIds } = await rentBefore((request, send, nth) => {
        if (nth > 2) return send(request);
        return isDelete(request) ? answerDelete() : unknown();
      });
      await settleInSteps(pod.release());
      expect(podIds()).toEqual([]);
    },
  );

  it.each([
    ["the Pod cannot be read from then on", () => page(502)],
    [
      "a cache still shows the Pod",
      (pod: object) => Response.json({ ...pod, desiredStatus: "RUNNING" }),
    ],
  ])(
    "succeeds when the service has deleted the Pod, although %s",
    async (_, answerRead) => {
      const { pod, podIds } = await rentBefore((request, send) =>
        request.method === "GET" && isOfPod(request)
          ? answerRead({ ...IMAGE, id: pod.id, name: pod.name })
          : send(request),
      );
      await settleInSteps(pod.release());
      expect(podIds()).toEqual([]);
    },
  );

  it("succeeds when the service has deleted the Pod, and from then on answers nothing but the list, slowly", async () => {
    const { pod, podIds } = await rentBefore(async (request, send, nth) => {
      if (nth > 1 && isOfPod(request)) return silence();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return send(request);
    });
    await settleInSteps(pod.release());
    expect(podIds()).toEqual([]);
  });

  it("does not take a page with 404 for the end of the Pod", async () => {
    const startedAt = performance.now();
    const { pod, podIds } = await rentBefore((request, send) => {
      const isDown = performance.now() < startedAt + 30_000;
      return isDown && isOfPod(request) ? page(404) : send(request);
    });
    let isReleased = false;
    const released = pod.release().then(() => {
      isReleased = true;
    });
    await vi.advanceTimersByTimeAsync(20_000);
    await nextMacrotask();
    expect(isReleased).toBe(false);
    expect(podIds()).toEqual([pod.id]);
    await settleInSteps(released);
    expect(podIds()).toEqual([]);
  });
});

describe("a rental whose process was stopped", () => {
  it("counts the time as no outage of the service", async () => {
    let stoppedMs = 0;
    let reads = 0;
    const now = performance.now.bind(performance);
    const clock = vi
      .spyOn(performance, "now")
      .mockImplementation(() => now() + stoppedMs);
    const { cloud } = createAccount(async (request, send) => {
      const isRead = /pods\/\w/.test(request.url) && request.method === "GET";
      if (isRead && ++reads === 2) {
        // The connection was lost while the process was stopped for ten minutes.
        stoppedMs = 600_000;
        throw new TypeError("fetch failed");
      }
      // The container is never up.
      const response = await send(request);
      return isRead ? withAddress(response, null, null) : response;
    });
    const rented = rentPod(cloud, IMAGE, {
      maxHours: 1,
      timeout: 700_000,
      ready: { tcp: 22 },
    });
    const error = await rejectionOf(settleInSteps(rented));
    clock.mockRestore();
    expect(reads).toBeGreaterThan(2);
    expect(error).toMatchObject({ code: "not_ready" });
    expect(String(error)).toContain("was not ready after 700 s");
  });
});
