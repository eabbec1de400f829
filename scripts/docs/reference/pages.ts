import type { DeclarationReflection, ProjectReflection } from "typedoc";

/** A page of the reference: everything that belongs to one resource or to one task. */
export interface ReferencePage {
  /** The path below `reference/`, without an ending: `pods`, `v2/pods`. */
  readonly path: string;
  readonly title: string;
  /** The group of pages that shows this page in the side bar. */
  readonly section: string;
  /** What a program imports, where that is not the main entry point. */
  readonly entry?: string;
  /** What the page is about, and where a guide says more: Markdown. */
  readonly intro: string;
  /** The names that stand first. */
  readonly first?: readonly string[];
}

/** A page with the reflections that it shows, in order. */
export interface FilledPage extends ReferencePage {
  readonly members: readonly DeclarationReflection[];
}

const CLIENT = "Client";
const VERSION_2 = "Management API";
const JOBS = "Models and jobs";
const VERSION_1 = "Management API 0.1.0";
const ENTRY_POINTS = "Further entry points";

/** The pages of the main entry point that are no resources. */
const TASKS = {
  client: {
    path: "client",
    title: "createClient and its options",
    section: CLIENT,
    intro:
      "`createClient` makes the client that holds every call. [Quick start](../guides/quick-start.md) shows its first calls.",
    first: ["createClient", "Client", "ClientOptions", "CallOptions"],
  },
  observing: {
    path: "observing",
    title: "Hooks, logs and withResponse",
    section: CLIENT,
    intro:
      "What a program can see of each call. [Observability](../guides/observability.md) shows how to use these types.",
    first: ["withResponse", "Hook"],
  },
  errors: {
    path: "errors",
    title: "Errors",
    section: CLIENT,
    intro:
      "One class for each way of failing. [Errors and retries](../guides/errors.md) says what the client retries, and what to do after each error.",
    first: ["CloudComputeError"],
  },
  raw: {
    path: "raw",
    title: "rest, jobsRest and fetch",
    section: CLIENT,
    intro:
      "The clients below the functions of the facade, for raw responses and for other HTTP clients. [Manage resources](../guides/resources.md) shows both.",
    first: ["RestClient", "JobsRestClient", "CloudFetch"],
  },
  models: {
    path: "models",
    title: "Models: run, runSync, map",
    section: JOBS,
    intro:
      "`cloud.model(slug)` runs a public model or an endpoint of your own. [Models and typed inputs](../guides/models.md) shows its use.",
    first: ["Model", "ModelMethod", "RunOptions", "MapOptions"],
  },
  jobs: {
    path: "jobs",
    title: "Jobs: wait, watch, stream, cancel",
    section: JOBS,
    intro:
      "A job is the handle of a submit. [Jobs](../guides/jobs.md) follows a job from its submit to its file.",
    first: ["Job", "WaitOptions"],
  },
  files: {
    path: "files",
    title: "Files and downloads",
    section: JOBS,
    intro:
      "The files that a job made. [Jobs](../guides/jobs.md#save-the-files) shows a download.",
    first: ["Download", "outputsOf"],
  },
  openai: {
    path: "openai",
    title: "Language models: openai",
    section: JOBS,
    intro:
      "A connection for clients of OpenAI's API. [Language models](../guides/language-models.md) shows its use.",
  },
  graphql: {
    path: "graphql",
    title: "GraphQL",
    section: "GraphQL",
    intro:
      "`cloud.graphql` has a function for each document in `specs/operations`, and `request` for documents of your own. [GraphQL](../guides/graphql.md) shows both.",
    first: ["GraphqlClient", "GraphqlDocuments"],
  },
} satisfies Record<string, ReferencePage>;

/** The page of what a source file of the main entry point exports: the first rule that matches. */
const PAGE_OF_FILE: readonly (readonly [RegExp, ReferencePage])[] = [
  [/^src\/errors/, TASKS.errors],
  [/^src\/with-response/, TASKS.observing],
  [/^src\/(rest|http)\//, TASKS.raw],
  [/^src\/jobs\/(outputs|download)/, TASKS.files],
  [/^src\/jobs\/openai/, TASKS.openai],
  [/^src\/jobs\/(model|map|run-sync|submit)/, TASKS.models],
  [/^(src|generated)\/jobs\//, TASKS.jobs],
  [/^generated\/models\//, TASKS.models],
  [/^(src|generated)\/graphql\//, TASKS.graphql],
];
const OBSERVING =
  /^(Hook|Logger|LogLevel|FinalResponse|ObservedResponse|\w+Event)$/;

/** The pages of the further entry points, in the order in which the side bar shows them. */
const ENTRY_PAGES: Readonly<Record<string, Omit<ReferencePage, "path">>> = {
  machines: {
    title: "Machines",
    section: ENTRY_POINTS,
    intro:
      "Rents Pods that end by themselves, and sweeps up what a crash has left. [Rent machines](../guides/machines.md) shows it.",
    first: ["rentPod", "waitForPod", "waitForEndpoint", "findCapacity"],
  },
  spend: {
    title: "Spend guard",
    section: ENTRY_POINTS,
    intro:
      "Refuses what would pass a limit. [Limit what you spend](../guides/spend.md) shows it.",
    first: ["createSpendGuard", "SpendGuard"],
  },
  webhooks: {
    title: "Webhooks",
    section: ENTRY_POINTS,
    intro:
      "Signs the URL of each submit and receives the deliveries. [Webhooks](../guides/webhooks.md) shows it.",
    first: ["createWebhooks", "Webhooks", "createJobHandles"],
  },
  batch: {
    title: "Batches",
    section: ENTRY_POINTS,
    intro:
      "Runs a model for any number of inputs, and survives its process. [Batches](../guides/batches.md) shows it.",
    first: ["openBatch", "Batch", "BatchOptions", "WorkOptions"],
  },
  "batch/sqlite": {
    title: "Batches in SQLite",
    section: ENTRY_POINTS,
    intro:
      "Keeps batches in a folder, for the processes of one machine. [Batches](../../guides/batches.md) shows it.",
    first: ["fileLedger"],
  },
  "batch/postgres": {
    title: "Batches in Postgres",
    section: ENTRY_POINTS,
    intro:
      "Keeps batches in a Postgres database, for many machines. [Batches](../../guides/batches.md) shows it.",
    first: ["postgresLedger"],
  },
  files: {
    title: "Files on volumes",
    section: ENTRY_POINTS,
    intro:
      "Uploads, downloads and lists the files of a network volume. [Files on volumes](../guides/files.md) shows it.",
    first: ["openVolume", "Volume", "VolumeOptions", "UploadOptions"],
  },
  otel: {
    title: "OpenTelemetry",
    section: ENTRY_POINTS,
    intro:
      "Traces and measures the calls of a client. [Observability](../guides/observability.md) shows it.",
    first: ["createTracing"],
  },
  worker: {
    title: "Workers",
    section: ENTRY_POINTS,
    intro:
      "Runs the jobs of an endpoint of your own. [Workers in TypeScript](../guides/workers.md) shows it.",
    first: ["startWorker", "implement"],
  },
  drift: {
    title: "Drift watcher",
    section: ENTRY_POINTS,
    intro:
      "Warns once for each difference between a response and the documents of the service. [Production checklist](../guides/production.md) shows it.",
    first: ["watchDrift"],
  },
  models: {
    title: "Data of the public models",
    section: ENTRY_POINTS,
    intro:
      "Parameters and prices of every public model. [Models and typed inputs](../guides/models.md) shows their use.",
    first: ["checkInput", "estimateCost", "models"],
  },
  emulator: {
    title: "Emulator",
    section: ENTRY_POINTS,
    intro:
      "The whole service inside your process. [Testing](../guides/testing.md) shows it, and [The emulator](../guides/emulator.md) its command and its page.",
    first: ["createEmulator", "Emulator", "EmulatorOptions"],
  },
};

/** The name of a further entry point, which typedoc calls by its folder. */
function entryName({ name }: DeclarationReflection): string {
  return name === "packages/emulator/src"
    ? "emulator"
    : name.replace(/^src\//, "");
}

/** Spreads every exported reflection over the pages: a page for each resource, each task and each further entry point. */
export function pagesOf(
  project: ProjectReflection,
  fileOf: (reflection: DeclarationReflection) => string,
): FilledPage[] {
  const entries = project.children ?? [];
  const main = entries.find(({ name }) => name === "src");
  const tasks = new Map<ReferencePage, DeclarationReflection[]>();
  for (const page of Object.values(TASKS)) tasks.set(page, []);
  const ofRest: DeclarationReflection[] = [];
  const ofVersion2: DeclarationReflection[] = [];
  for (const reflection of main?.children ?? []) {
    const file = fileOf(reflection);
    if (reflection.name === "v2")
      ofVersion2.push(...(reflection.children ?? []));
    else if (file === "generated/rest/resources.ts") ofRest.push(reflection);
    else tasks.get(pageOf(reflection.name, file))?.push(reflection);
  }
  const ofTasks = [...tasks].map(([page, members]) => ({ ...page, members }));
  for (const entry of entries)
    if (entry !== main && !ENTRY_PAGES[entryName(entry)])
      throw new Error(`scripts/docs/reference: no page for ${entry.name}`);
  const further = Object.entries(ENTRY_PAGES).flatMap(([name, page]) => {
    const entry = entries.find((each) => entryName(each) === name);
    if (!entry) return [];
    const members = entry.children ?? [];
    const path = name === "models" ? "model-data" : name;
    return [{ ...page, path, entry: name, members }];
  });
  const filled = [
    ...ofTasks.filter(({ section }) => section === CLIENT),
    ...resourcePages(ofVersion2, VERSION_2),
    ...ofTasks.filter(({ section }) => section !== CLIENT),
    ...further,
    ...resourcePages(ofRest, VERSION_1),
  ];
  return filled.map((page) => ({ ...page, members: sorted(page) }));
}

function pageOf(name: string, file: string): ReferencePage {
  if (OBSERVING.test(name)) return TASKS.observing;
  const rule = PAGE_OF_FILE.find(([files]) => files.test(file));
  return rule?.[1] ?? TASKS.client;
}

/** A page for each resource. A type stands on the page of the first resource that names it. */
function resourcePages(
  reflections: readonly DeclarationReflection[],
  section: typeof VERSION_1 | typeof VERSION_2,
): FilledPage[] {
  const isVersion2 = section === VERSION_2;
  const folder = isVersion2 ? "v2/" : "";
  const resources = reflections.filter(({ name }) => name.endsWith("Resource"));
  const rest = new Set(reflections.filter((each) => !resources.includes(each)));
  const byName = new Map([...rest].map((each) => [each.name, each]));
  const take = (from: DeclarationReflection): DeclarationReflection[] => {
    const named = namesIn(from).flatMap((name) => {
      const found = byName.get(name);
      return found && rest.delete(found) ? [found] : [];
    });
    return named.flatMap((each) => [each, ...take(each)]);
  };
  const pages = resources.map((resource) => {
    const name = resource.name.replace(/Resource$/, "");
    const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
    const member = name.charAt(0).toLowerCase() + name.slice(1);
    const title = words.charAt(0).toUpperCase() + words.slice(1);
    return {
      path: folder + words.replaceAll(" ", "-"),
      title: isVersion2 ? `${title}, v2` : title,
      section,
      intro: isVersion2
        ? `The calls of \`cloud.v2.${member}\`. [Manage resources](../../guides/resources.md) shows how to use them.`
        : `The calls of \`cloud.${member}\` by version 0.1.0, which Runpod has retired. [Version 2](../guides/version-2.md) has the successor of each call.`,
      first: [resource.name],
      members: [resource, ...take(resource)],
    };
  });
  if (rest.size > 0)
    pages.push({
      path: `${folder}types`,
      title: isVersion2 ? "Shared types, v2" : "Shared types",
      section,
      intro: "The types that several resources share.",
      first: [],
      members: [...rest],
    });
  return pages;
}

/** The names of the types that a reflection mentions. */
function namesIn(reflection: DeclarationReflection): string[] {
  const names: string[] = [];
  const read = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > 12) return;
    if (Array.isArray(value)) {
      for (const item of value) read(item, depth + 1);
      return;
    }
    if ("type" in value && value.type === "reference" && "name" in value)
      names.push(String(value.name));
    for (const [key, member] of Object.entries(value))
      if (KEYS_WITH_TYPES.has(key)) read(member, depth + 1);
  };
  read(reflection, 0);
  return names;
}

const KEYS_WITH_TYPES = new Set([
  "children",
  "signatures",
  "parameters",
  "type",
  "types",
  "typeArguments",
  "elementType",
  "declaration",
  "extendedTypes",
]);

/** The members of a page: those that stand first, functions, classes, and the rest as the sources have them. */
function sorted(page: FilledPage): DeclarationReflection[] {
  const first = page.first ?? [];
  const rankOf = ({ name, signatures }: DeclarationReflection) => {
    const rank = first.indexOf(name);
    if (rank >= 0) return rank;
    return signatures ? first.length : first.length + 1;
  };
  return page.members.toSorted((one, other) => rankOf(one) - rankOf(other));
}
