import type { AccountState } from "../state/account-state.js";
import type { StockLevels } from "../conditions.js";
import { InputError } from "cloud-compute-sdk";
import { findSimilar } from "../similar.js";
import { oneOf, problemOf } from "../refusals/problems.js";
import { Refusal } from "../refusals/refusal.js";
import {
  CUDA_VERSION,
  dataCenters,
  gpus,
  isKnownDataCenter,
  isKnownGpuType,
  MACHINE,
} from "./catalog.js";
import type { Schemas } from "../state/records.js";
import { freeGpus } from "./stock.js";

type CreateInput = Schemas["PodCreateInput"];

const GPU_TYPE_IDS = gpus.map(({ id }) => id);
const DATA_CENTER_IDS = dataCenters.map(({ id }) => id);

/** Where a Pod or a worker runs, and on what. */
export interface Place {
  /** Undefined for a CPU Pod. */
  readonly gpuTypeId: string | undefined;
  readonly dataCenterId: string;
}

const LENIENT_HINT =
  "the list of the emulator may be old: --lenient (lenient: true) accepts any";

/** Refuses a GPU type that the emulator does not know. */
export function checkGpuTypes(
  { lenient }: AccountState,
  ids: readonly string[] = [],
  field = "gpuTypeIds",
): void {
  const unknown = ids.find((id) => !isKnownGpuType(id));
  if (unknown === undefined || lenient) return;
  const rule = `${field} names no GPU type of the service`;
  throw unknownName(rule, unknown, GPU_TYPE_IDS, field);
}

/** Refuses a data center that the emulator does not know. */
export function checkDataCenters(
  { lenient }: AccountState,
  ids: readonly string[] = [],
  field = "dataCenterIds",
): void {
  const unknown = ids.find((id) => !isKnownDataCenter(id));
  if (unknown === undefined || lenient) return;
  const rule = `${field} names no data center of the service`;
  throw unknownName(rule, unknown, DATA_CENTER_IDS, field);
}

function unknownName(
  rule: string,
  name: string,
  known: readonly string[],
  field: string,
): Refusal {
  const problem = `${rule}: "${name}"; ${LENIENT_HINT}`;
  const problems = [problemOf([field, "0"], "enum", oneOf(known))];
  return new Refusal("unknownName", problem, { problems });
}

/** Refuses a network volume in a data center that the emulator does not know. */
export function checkVolumePlace({ lenient }: AccountState, id: string): void {
  if (lenient || isKnownDataCenter(id)) return;
  const known = `${DATA_CENTER_IDS.join(", ")} (${LENIENT_HINT})`;
  throw new Refusal("noVolumesThere", { id, known });
}

/** Throws an `InputError` for a GPU type or a data center of a stock that the emulator does not know. */
export function checkStockNames(
  { lenient }: AccountState,
  stock: StockLevels,
): void {
  if (lenient) return;
  for (const [type, levels] of Object.entries(stock)) {
    if (!isKnownGpuType(type))
      throw unknownStock("GPU type", type, GPU_TYPE_IDS);
    if (typeof levels !== "object" || levels === null) continue;
    for (const place of Object.keys(levels))
      if (!isKnownDataCenter(place))
        throw unknownStock("data center", place, DATA_CENTER_IDS);
  }
}

function unknownStock(
  kind: string,
  name: string,
  known: readonly string[],
): InputError {
  const meant = findSimilar(name, known);
  const hint = meant === undefined ? LENIENT_HINT : `did you mean ${meant}?`;
  const problem = `stock names no ${kind} of the service: ${JSON.stringify(name)}; ${hint}`;
  return new InputError("stock", problem);
}

/**
 * Finds a machine for a Pod. The priorities say whether the first GPU type and data center of a list is taken, or the one
 * with most free GPUs.
 *
 * @throws Refusal for unknown names, and where no machine is free that meets every demand
 */
export function placePod(
  state: AccountState,
  input: CreateInput,
  volumeDataCenterId: string | undefined,
): Place {
  checkGpuTypes(state, input.gpuTypeIds);
  checkDataCenters(state, input.dataCenterIds);
  const places = allowedDataCenterIds(input, volumeDataCenterId);
  checkMachine(input);
  if ((input.computeType ?? "GPU") === "CPU") {
    const [dataCenterId] = places;
    if (dataCenterId === undefined) throw noPlace();
    return { gpuTypeId: undefined, dataCenterId };
  }
  const types = input.gpuTypeIds ?? GPU_TYPE_IDS;
  if (places.length === 0) throw noPlace();
  const place = findPlace(state, types, places, input);
  if (place) return place;
  const isElsewhere = findPlace(state, types, DATA_CENTER_IDS, input);
  throw new Refusal(isElsewhere ? "notPlaced" : "noStock");
}

/** The refusal of a create whose demands no machine of the service meets. The words of the service do not say which. */
export function noMachine(advice: string): Refusal {
  return new Refusal("noMachine", {}, { advice });
}

function noPlace(): Refusal {
  return noMachine("no data center is in these countryCodes");
}

/** The GPU type and the data center for a worker; undefined where none is free. */
export function placeWorker(
  state: AccountState,
  types: readonly string[],
  places: readonly string[],
  gpuCount: number,
): Place | undefined {
  const custom = "custom";
  return findPlace(state, types, places, {
    gpuCount,
    gpuTypePriority: custom,
    dataCenterPriority: custom,
  });
}

type Priorities = Pick<
  CreateInput,
  "gpuCount" | "gpuTypePriority" | "dataCenterPriority"
>;

function findPlace(
  state: AccountState,
  types: readonly string[],
  places: readonly string[],
  { gpuCount = 1, gpuTypePriority, dataCenterPriority }: Priorities,
): Place | undefined {
  const placeOf = (type: string) =>
    choose(places, dataCenterPriority, gpuCount, (place) =>
      freeGpus(state, type, place),
    );
  const chosen = choose(types, gpuTypePriority, gpuCount, (type) => {
    const place = placeOf(type);
    return place === undefined ? 0 : freeGpus(state, type, place);
  });
  const dataCenterId = chosen && placeOf(chosen);
  return dataCenterId ? { gpuTypeId: chosen, dataCenterId } : undefined;
}

/** The first name with enough free GPUs, or with the priority "availability" the first of those with most free GPUs. */
function choose(
  names: readonly string[],
  priority: "availability" | "custom" = "availability",
  gpuCount: number,
  freeOf: (name: string) => number,
): string | undefined {
  let best: string | undefined;
  let most = gpuCount - 1;
  for (const name of names) {
    const free = freeOf(name);
    if (free <= most) continue;
    best = name;
    most = free;
    // No other name has more.
    if (priority === "custom" || free === Infinity) break;
  }
  return best;
}

/** The data centers that a body allows. A network volume ties the Pod to its own. */
function allowedDataCenterIds(
  { dataCenterIds, countryCodes }: CreateInput,
  volumeDataCenterId: string | undefined,
): readonly string[] {
  const wanted = dataCenterIds ?? DATA_CENTER_IDS;
  const places =
    volumeDataCenterId === undefined ? wanted : [volumeDataCenterId];
  if (!countryCodes) return places;
  const countries = countryCodes.map((code) => code.toUpperCase());
  return places.filter((id) => {
    const known = dataCenters.find((each) => each.id === id);
    return countries.includes(known?.countryCode ?? "");
  });
}

const DEMANDS = Object.keys(MACHINE) as (keyof typeof MACHINE)[];

/** Throws where no machine of the service has what a body demands. */
function checkMachine(input: CreateInput): void {
  for (const name of DEMANDS) {
    const offered = MACHINE[name];
    if ((input[name] ?? 0) > offered)
      throw noMachine(`${name} is above the ${offered} of any machine`);
  }
  const versions = input.allowedCudaVersions?.map(Number) ?? [];
  if (versions.length > 0 && Math.min(...versions) > CUDA_VERSION)
    throw noMachine("no driver supports these allowedCudaVersions");
}

/** Throws 400 for a port that is not written as `port/protocol`. */
export function checkPorts(ports: readonly string[] = []): void {
  for (const port of ports) {
    const [, number, protocol] = /^(\d+)\/(\w+)$/.exec(port) ?? [];
    const isPort = Number(number) >= 1 && Number(number) <= 65_535;
    if (!isPort || (protocol !== "http" && protocol !== "tcp"))
      throw new Refusal(
        "brokenRule",
        `ports must hold a number from 1 to 65535, a slash and http or tcp, such as "8888/http" (it was "${port.slice(0, 60)}")`,
      );
  }
}
