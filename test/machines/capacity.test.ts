import { describe, expect, it } from "vitest";
import {
  findCapacity,
  RentError,
  rentPod,
  type Candidate,
  type Capacity,
  type CapacityFilter,
  type RentOptions,
} from "../../src/machines/index.js";
import { pause, useFakeTime } from "../support/fake-time.js";
import { version2Of } from "../support/version-2.js";
import { createAccount, IMAGE, type Intercept } from "./support/account.js";
import { rejectionOf } from "../support/rejection.js";
import { settleInSteps } from "./support/settle.js";

/** The body of a create of version 2. */
const IMAGE_V2 = { image: "example/image:1", ports: ["22/tcp"] };
const L4 = "NVIDIA L4";
const A5000 = "NVIDIA RTX A5000";
const VOLUME = { name: "data", size: 10, dataCenterId: "EU-RO-1" };
const NO_STOCK =
  "There are no longer any instances available with the requested specifications. Please refresh and try again.";

// Version 2 and GraphQL load in real time.
const warm = createAccount().cloud;
await version2Of(warm).catalog.listGpuTypes();
await warm.graphql.gpuTypes();

useFakeTime();

const VERSIONS = ["0.1.0", "2"] as const;
type Version = (typeof VERSIONS)[number];

/** An account by one version of the management API. */
function setUp(version: Version, intercept?: Intercept) {
  const account = createAccount(intercept);
  const { cloud, emulator } = account;
  const v2 = version2Of(cloud);
  const isV2 = version === "2";
  const find = (filter: CapacityFilter = {}): Promise<Capacity> =>
    settleInSteps(findCapacity(isV2 ? v2 : cloud, filter));
  const rent = (capacity: Capacity, more: Partial<RentOptions> = {}) => {
    const options = { maxHours: 1, capacity, ...more };
    return settleInSteps(
      isV2 ? rentPod(v2, IMAGE_V2, options) : rentPod(cloud, IMAGE, options),
    );
  };
  /** The GPU type and the data center of each create. */
  const places = () =>
    account.bodiesOf(isV2 ? "POST /v2/pods" : "POST /v1/pods").map((body) => {
      const { gpu, gpuTypeIds, dataCenterIds } = body as {
        gpu?: { id: string };
        gpuTypeIds?: string[];
        dataCenterIds?: string[];
      };
      return [gpu?.id ?? gpuTypeIds?.[0], dataCenterIds?.[0]];
    });
  return {
    ...account,
    find,
    rent,
    places,
    pods: () => emulator.snapshot().pods,
  };
}

const isCreate = ({ method, url }: Request) =>
  method === "POST" && url.endsWith("/pods");

/** Answers the creates with the next of these refusals; the last is repeated, and undefined passes the create on. */
function refuse(
  ...refusals: readonly (readonly [status: number, text: string] | undefined)[]
): Intercept {
  let creates = 0;
  return (request, send) => {
    if (!isCreate(request)) return send(request);
    const refusal = refusals[Math.min(creates++, refusals.length - 1)];
    if (!refusal) return send(request);
    const [status, text] = refusal;
    return Response.json({ error: text, detail: text, status }, { status });
  };
}

function candidate(
  gpuTypeId: string,
  more: Partial<Candidate> = {},
): Candidate {
  return {
    gpuTypeId,
    displayName: gpuTypeId,
    memoryInGb: 24,
    gpuCount: 1,
    cloudType: "SECURE",
    dataCenterId: undefined,
    pricePerHour: 1,
    stock: "HIGH",
    ...more,
  };
}

const TWO: Capacity = {
  candidates: [candidate(L4), candidate(A5000)],
  maxPricePerHour: undefined,
};
const PLACES: Capacity = {
  ...TWO,
  candidates: [candidate(L4, { dataCenterId: "EU-RO-1" }), candidate(A5000)],
};

describe.each(VERSIONS)("findCapacity by version %s", (version) => {
  it("keeps its timeout over all of its calls together", async () => {
    let isSlow = false;
    const { cloud } = createAccount(async (request, send) => {
      if (isSlow) await pause(900);
      return send(request);
    });
    const { id: near } = await cloud.networkVolumes.create(VOLUME);
    isSlow = true;
    const begunAt = performance.now();
    const client = version === "2" ? version2Of(cloud) : cloud;
    const found = findCapacity(client, { near }, { timeout: 1000 });
    const error = await rejectionOf(settleInSteps(found));
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(performance.now() - begunAt).toBeLessThan(1500);
  });

  it("puts the cheapest place first, and what has no listed stock last, and drops nothing", async () => {
    const { find, emulator } = setUp(version);
    const all = await find();
    const [first] = all.candidates;
    emulator.account.setStock({ [first?.gpuTypeId ?? ""]: 0 });
    const { candidates } = await find();
    const pinned = candidates.filter(
      (each) => version === "0.1.0" || each.dataCenterId,
    );
    const groups = [
      pinned.filter(({ stock }) => ["HIGH", "MEDIUM"].includes(stock)),
      pinned.filter(({ stock }) => ["LOW", "NONE"].includes(stock)),
    ];
    expect(pinned).toEqual(groups.flat());
    for (const group of groups) {
      const prices = group.map(({ pricePerHour }) => pricePerHour);
      expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    }
    const types = (capacity: readonly Candidate[]) =>
      [...new Set(capacity.map(({ gpuTypeId }) => gpuTypeId))].sort();
    expect(types(candidates)).toEqual(types(all.candidates));
    expect(pinned[0]?.gpuTypeId).not.toBe(first?.gpuTypeId);
  });

  it("keeps the order of the types, and puts what has no listed stock last", async () => {
    const { find, emulator } = setUp(version);
    const dear = "NVIDIA H100 80GB HBM3";
    const gpuTypes = [dear, L4, A5000];
    const sort = "gpuTypes";
    const typesOf = async (filter: CapacityFilter) => {
      const { candidates } = await find({ gpuTypes, sort, ...filter });
      return candidates.map(({ gpuTypeId }) => gpuTypeId);
    };
    const dataCenters = ["EU-RO-1"];
    expect(await typesOf({ dataCenters })).toEqual([dear, L4, A5000]);
    emulator.account.setStock({ [dear]: 0 });
    expect(await typesOf({ dataCenters })).toEqual([L4, A5000, dear]);
    // Where nothing pins the place, the last candidate leaves it to the service.
    const free = (await find({ gpuTypes, sort })).candidates.at(-1);
    expect(free).toMatchObject({ gpuTypeId: dear, dataCenterId: undefined });
  });

  it("limits the places of each type", async () => {
    const { find } = setUp(version);
    const dataCenters = ["EU-RO-1", "US-TX-3", "CA-MTL-1"];
    const filter = { gpuTypes: [L4, A5000], dataCenters };
    const all = (await find(filter)).candidates;
    const { candidates } = await find({ ...filter, maxPlacesPerType: 2 });
    for (const type of filter.gpuTypes) {
      const ofType = (each: Candidate) => each.gpuTypeId === type;
      const expected = all.filter(ofType).slice(0, 2);
      expect(candidates.filter(ofType)).toEqual(expected);
    }
    expect(candidates).toHaveLength(4);
  });

  it("keeps to memory, types, price and number", async () => {
    const { find } = setUp(version);
    const filter = {
      minMemoryInGb: 24,
      gpuTypes: [L4, A5000],
      maxPricePerHour: 0.9,
      count: 2,
    };
    const { candidates, maxPricePerHour } = await find(filter);
    expect(maxPricePerHour).toBe(0.9);
    expect(candidates.length).toBeGreaterThan(0);
    for (const each of candidates) {
      expect(filter.gpuTypes).toContain(each.gpuTypeId);
      expect(each.pricePerHour).toBeLessThanOrEqual(0.9);
      expect(each.gpuCount).toBe(2);
    }
    expect((await find({ maxPricePerHour: 0.001 })).candidates).toEqual([]);
  });

  it("keeps to the data center of a network volume", async () => {
    const { find, cloud } = setUp(version);
    const { id: near } = await settleInSteps(
      cloud.networkVolumes.create(VOLUME),
    );
    const { candidates } = await find({ near });
    expect(candidates.length).toBeGreaterThan(0);
    for (const each of candidates) expect(each.dataCenterId).toBe("EU-RO-1");
    const elsewhere = find({ near, dataCenters: ["US-TX-3"] });
    expect(await rejectionOf(elsewhere)).toMatchObject({
      name: "InputError",
      parameter: "dataCenters",
    });
  });

  it("keeps to the data centers of the filter, and writes them in upper case", async () => {
    const { find } = setUp(version);
    const { candidates } = await find({ dataCenters: ["eu-ro-1", "US-TX-3"] });
    const found = new Set(candidates.map((each) => each.dataCenterId));
    expect([...found].sort()).toEqual(["EU-RO-1", "US-TX-3"]);
  });

  it.each([
    [{ gpuTypes: ["RTX 4090"] }, '"NVIDIA GeForce RTX 4090"'],
    [{ gpuTypes: [L4, "nvidia rtx a5000"] }, `"${A5000}"`],
    [{ dataCenters: ["EU-RO1"] }, '"EU-RO-1"'],
    [{ gpuTypes: ["an abacus"] }, "it lists .*NVIDIA L4"],
  ])(
    "refuses %j, which the service does not list, with the right name",
    async (filter, right) => {
      const { find } = setUp(version);
      const [parameter = ""] = Object.keys(filter);
      const error = await rejectionOf(find(filter));
      expect(error).toMatchObject({ name: "InputError", parameter });
      expect(String(error)).toMatch(
        new RegExp(`which the service does not list: .*${right}`),
      );
    },
  );

  it.each([
    [
      "that are newer than the package",
      { gpuTypes: ["NVIDIA X1"], dataCenters: ["EU-XX-9"] },
      [{ gpuTypeId: "NVIDIA X1", dataCenterId: "EU-XX-9" }],
    ],
    [
      "that the package knows and the service lists no more",
      { gpuTypes: [L4], dataCenters: ["EU-XX-9"] },
      [],
    ],
  ])("takes names %s", async (_, filter, expected) => {
    const { find } = setUp(version, async (request, send) => {
      const response = await send(request);
      const text = await response.text();
      const renamed = text
        .replaceAll(`"${L4}"`, '"NVIDIA X1"')
        .replaceAll('"EU-RO-1"', '"EU-XX-9"');
      return new Response(renamed, response);
    });
    expect((await find(filter)).candidates).toMatchObject(expected);
  });
});

describe.each(VERSIONS)("rentPod with a capacity, by version %s", (version) => {
  it.each([
    [400, NO_STOCK],
    [403, "the account has no access to this pool"],
    [500, "create pod: could not find any pods with required specifications"],
    [400, "words that nobody knows"],
  ])("tries the next candidate after %i %s", async (status, text) => {
    const { rent, places, pods } = setUp(
      version,
      refuse([status, text], undefined),
    );
    const tried: string[] = [];
    const onProgress: RentOptions["onProgress"] = ({ phase, detail }) => {
      if (phase === "creating") tried.push(detail);
    };
    const pod = await rent(PLACES, { onProgress });
    expect(places()).toEqual([
      [L4, "EU-RO-1"],
      [A5000, undefined],
    ]);
    expect(tried).toEqual([`${L4} in EU-RO-1`, A5000]);
    expect(pods()).toMatchObject([{ id: pod.id }]);
    expect(pod.gpuTypeId).toBe(A5000);
  });

  it.each([
    [422, "the body breaks the schema", "create_refused"],
    [
      500,
      "create pod: Your account balance is too low to rent a pod.",
      "insufficient_balance",
    ],
  ])("stops at %i %s", async (status, text, code) => {
    const { rent, places } = setUp(version, refuse([status, text]));
    const error = await rejectionOf(rent(TWO));
    expect(error).toMatchObject({ code, left: [] });
    expect(places()).toHaveLength(1);
  });

  it("stops after three identical refusals that are no known words of no stock", async () => {
    const { rent, places } = setUp(version, refuse([400, "image is no name"]));
    const candidates = Array.from({ length: 6 }, () => candidate(L4));
    const error = await rejectionOf(rent({ ...TWO, candidates }));
    expect(error).toMatchObject({ code: "create_refused" });
    expect(places()).toHaveLength(3);
  });

  it("reports every refusal with its place, and names each reason once, after five of the places that gave it", async () => {
    const { rent } = setUp(version, refuse([400, NO_STOCK]));
    const ids = ["CA-MTL-1", "CA-MTL-2", "CA-MTL-3", "EU-CZ-1", "EU-NL-1"];
    const candidates = [...ids, undefined, "EU-RO-1"].map((dataCenterId) =>
      candidate(L4, { dataCenterId }),
    );
    const error = await rejectionOf(rent({ ...TWO, candidates }));
    expect(error).toMatchObject({ code: "no_capacity", left: [] });
    expect((error as RentError).refusals).toMatchObject(
      candidates.map(({ gpuTypeId, dataCenterId }) => {
        return { gpuTypeId, dataCenterId };
      }),
    );
    const text = String(error);
    expect(text).toContain(`${L4} in EU-NL-1 and 2 more: `);
    expect(text.split(NO_STOCK)).toHaveLength(2);
  });

  it("deletes a Pod that came dearer than maxPricePerHour, and names its price", async () => {
    const { find, rent, pods } = setUp(version);
    const { candidates } = await find({ gpuTypes: [L4], maxPlacesPerType: 1 });
    const price = candidates[0]?.pricePerHour ?? 0;
    const error = await rejectionOf(
      rent({ candidates, maxPricePerHour: price / 2 }),
    );
    expect(error).toMatchObject({ code: "too_expensive", left: [] });
    expect(String(error)).toContain(`costs ${price} an hour`);
    expect(pods()).toEqual([]);
    const pod = await rent({ candidates, maxPricePerHour: price });
    expect(pod.costPerHr).toBe(price);
  });

  it("names the Pod that came too dear and cannot be deleted", async () => {
    const { rent, pods } = setUp(version, (request, send) =>
      request.method === "DELETE"
        ? Response.json({ error: "no permission" }, { status: 403 })
        : send(request),
    );
    const error = await rejectionOf(rent({ ...TWO, maxPricePerHour: 0.001 }));
    expect(pods()).toHaveLength(1);
    expect(error).toMatchObject({
      code: "too_expensive",
      maybeSent: true,
      left: [{ id: pods()[0]?.id }],
    });
  });

  it("adopts the Pod of a lost create that appears after the search, and creates no second one", async () => {
    let delayed: Request | undefined;
    let creates = 0;
    const account = setUp(version, async (request, send) => {
      if (!isCreate(request)) return send(request);
      creates++;
      if (creates === 1) {
        delayed = request;
        throw new TypeError("reset");
      }
      if (delayed) await send(delayed);
      delayed = undefined;
      return Response.json(
        { error: NO_STOCK, detail: NO_STOCK },
        { status: 400 },
      );
    });
    const pod = await account.rent(TWO);
    expect(creates).toBe(2);
    expect(account.pods()).toMatchObject([{ id: pod.id }]);
  });

  it("leaves nothing after 60 aborts at random requests, and sends at most two creates more than there are candidates", async () => {
    for (let run = 0; run < 60; run++) {
      const controller = new AbortController();
      const at = 1 + Math.floor(Math.random() * 12);
      let count = 0;
      const account = setUp(version, async (request, send) => {
        if (++count === at) controller.abort("enough");
        const chance = Math.random();
        if (!isCreate(request) || chance > 0.6) return send(request);
        if (chance > 0.4) {
          await send(request);
          return Response.json({ error: "internal error" }, { status: 500 });
        }
        return Response.json(
          { error: NO_STOCK, detail: NO_STOCK },
          { status: 400 },
        );
      });
      const rented = account.rent(TWO, { signal: controller.signal });
      const pod = await rented.catch(() => undefined);
      if (pod) await settleInSteps(pod.release());
      expect(account.pods()).toEqual([]);
      expect(account.places().length).toBeLessThanOrEqual(4);
    }
  });
});
