import { models } from "cloud-compute-sdk/models";
import { Refusal } from "../refusals/refusal.js";

/** A project that the hub publishes, with the release that is deployed. */
export interface HubListing {
  readonly id: string;
  readonly type: "SERVERLESS" | "POD";
  readonly repoOwner: string;
  readonly repoName: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly deploys: number;
  readonly release: {
    readonly id: string;
    readonly imageName: string;
    readonly containerDiskInGb: number;
    readonly gpuIds: string;
  };
}

/** The published projects: as few as a test of their deployment needs. */
export const hubListings: readonly HubListing[] = [
  {
    id: "hub-text-worker",
    type: "SERVERLESS",
    repoOwner: "example",
    repoName: "worker-text",
    title: "Text worker",
    category: "language",
    tags: ["text", "openai"],
    deploys: 1200,
    release: {
      id: "hub-release-text",
      imageName: "example/worker-text:1.0.0",
      containerDiskInGb: 20,
      gpuIds: "ADA_24",
    },
  },
  {
    id: "hub-notebook",
    type: "POD",
    repoOwner: "example",
    repoName: "notebook",
    title: "Web notebook",
    category: "tools",
    tags: ["notebook"],
    deploys: 300,
    release: {
      id: "hub-release-notebook",
      imageName: "example/notebook:1.0.0",
      containerDiskInGb: 30,
      gpuIds: "AMPERE_24",
    },
  },
];

export interface HubFilter {
  readonly searchQuery?: string | null;
  readonly category?: string | null;
  readonly owner?: string | null;
  readonly limit?: number | null;
  readonly offset?: number | null;
  readonly orderBy?: string | null;
  readonly orderDirection?: string | null;
}

/** The published projects that a filter lets through, most deployed first unless the filter says otherwise. */
export function findListings({
  searchQuery,
  category,
  owner,
  limit,
  offset,
  orderBy,
  orderDirection,
}: HubFilter): HubListing[] {
  const text = searchQuery?.toLowerCase() ?? "";
  const found = hubListings.filter((listing) => {
    const { title, repoName, repoOwner, tags } = listing;
    const words = [title, repoName, repoOwner, ...tags].join(" ");
    return (
      words.toLowerCase().includes(text) &&
      isWanted(category, listing.category) &&
      isWanted(owner, repoOwner)
    );
  });
  const direction = readOption(
    DIRECTIONS,
    "orderDirection",
    orderDirection?.toLowerCase(),
  );
  const compare = readOption(ORDERS, "orderBy", orderBy);
  found.sort((a, b) => direction * compare(a, b));
  const from = offset ?? 0;
  return found.slice(from, from + (limit ?? found.length));
}

/** Nothing but these differs between the published projects: any other order leaves them as they are. */
const ORDERS = new Map([
  ["deploys", (a: HubListing, b: HubListing) => a.deploys - b.deploys],
  ["title", (a: HubListing, b: HubListing) => a.title.localeCompare(b.title)],
  ["stars", () => 0],
  ["views", () => 0],
  ["createdAt", () => 0],
  ["updatedAt", () => 0],
]);
const DIRECTIONS = new Map([
  ["desc", -1],
  ["asc", 1],
]);

/** The option of a name; the first one where no name is given. */
function readOption<Option>(
  options: ReadonlyMap<string, Option>,
  field: string,
  name: string | null | undefined,
): Option {
  const names = [...options.keys()];
  const option = options.get(name || (names[0] ?? ""));
  if (option !== undefined) return option;
  const rule = `${field} must be one of ${names.join(", ")}`;
  throw new Refusal("brokenRule", `${rule} (it was "${name}")`);
}

function isWanted(wanted: string | null | undefined, value: string): boolean {
  return !wanted || wanted.toLowerCase() === value.toLowerCase();
}

/** The slugs and names of the public models, as the catalog of GraphQL lists them. */
export const publicModelConfigs = Object.values(models).map(
  ({ slug, kind, price }) => ({
    id: `config-${slug}`,
    aiApiId: slug,
    modelName: slug,
    displayName: slug.replaceAll("-", " "),
    description: null,
    metadata: JSON.stringify({ source: kind, price }),
    isLive: true,
  }),
);
