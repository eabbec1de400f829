/** What each action of the command does, and its flags, in the order of the help. */
interface ActionText {
  readonly summary: string;
  /** More about the action, in lines of up to 80 characters. */
  readonly details?: string;
  /** The flags that have a value. */
  readonly texts?: readonly string[];
  /** The flags without a value. */
  readonly switches?: readonly string[];
}

const TEXTS = {
  add: {
    summary:
      'read JSON lines, each an item such as {"input":{"prompt":"a pier"}}',
    details: `Each line is an item. Only its input is needed:
  {"key":"7","input":{"prompt":"a pier"},"priority":5,"metadata":{"page":3}}

  key       names the item in results; adding a key again adds nothing. Without
            a key, the same input in two runs of add is added once
  priority  a number, 0 without it: higher numbers are submitted first
  policy    executionTimeout and ttl in milliseconds, and lowPriority, true or
            false; as in a request to the service
  attempts  how many jobs the item has at most while they fail
  metadata  strings, numbers and booleans, which come back with the result

The inputs of a public model are checked, so that you do not pay for a typo.`,
    texts: ["model", "file", "estimate", "attempts", "on-doubt"],
    switches: ["no-check-input", "skip-invalid"],
  },
  work: {
    summary:
      "submit the items and wait for their jobs; in any number of terminals",
    details: `Continues where the last process ended. After Ctrl-C, submits that are being
sent finish, and running jobs go on. Asks for the jobs of lost items again,
which costs nothing. Goes on when nobody reads its output any more. Exits with 3
when every item has a result, but some have failed or were cancelled.`,
    texts: ["concurrency", "max-cost", "max-failures"],
  },
  status: {
    summary: "print how many items are in each state, their cost, and limits",
    switches: ["json"],
    details: `Also says until when nothing is submitted, and why, if the service has asked for
a pause or does not answer. Such a pause lasts a minute at most. A worker that
was killed counts for up to 15 seconds.`,
  },
  results: {
    summary: "print the results as JSON lines, in the order of completion",
    details: `With --save, the folder gets the files, and the results in <name>.jsonl.`,
    texts: ["state", "after", "key", "metadata", "save"],
    switches: ["follow"],
  },
  unknown: {
    summary: "print the unknown items: in doubt, or with a lost job",
    details: `Prints JSON lines, with the input last. Without --json, an input of more than
200 characters is cut.`,
    switches: ["json"],
  },
  settle: {
    summary: "decide what becomes of unknown items",
    details: `Without --key, decides for all items in doubt. With the id of a job, and for a
lost item, --key is needed.`,
    texts: ["as", "key"],
  },
  retry: {
    summary: "queue the failed items again",
    details: `Leaves out unknown items and those that settle has failed: their first job
may exist, so another submit may pay twice. Cancelled items are queued again
only with --key or --code.`,
    texts: ["key", "metadata", "code"],
    switches: ["include-unknown"],
  },
  set: {
    summary: "change limits while processes work on the batch",
    details: `Running processes follow within two seconds. The limits stay until you change
them again.`,
    texts: ["concurrency", "max-cost", "max-failures", "submits"],
  },
  pause: {
    summary: "submit nothing more until resume",
    details: `Each batch work waits for its running jobs, stores their results and ends. The
service keeps the results of jobs that no process waits for 30 minutes only.`,
  },
  resume: {
    summary: "allow work again after a pause",
  },
  cancel: {
    summary: "cancel the queued items and the running jobs",
    texts: ["key", "metadata"],
  },
  remove: {
    summary: "remove items that are queued or have a result",
    texts: ["key", "metadata", "code"],
  },
  delete: {
    summary: "delete the batch with its results",
    details: `If you add the same inputs to a new batch of this name, you pay for them again.`,
    switches: ["abandon-jobs", "yes"],
  },
  list: {
    summary: "print the batches and their progress",
    switches: ["json"],
  },
  adopt: {
    summary: "continue with a ledger that was restored from a backup",
    details: `Marks as in doubt the items that may have been submitted since the backup.
Without --missing, the folder of --witness tells how many those are. A
ledger without those items, such as a new one after a deletion, is refused.`,
    texts: ["missing", "pay-again"],
  },
} as const satisfies Readonly<Record<string, ActionText>>;

/** An action of the command. */
export type ActionName = keyof typeof TEXTS;

const ACTIONS: Readonly<Record<ActionName, ActionText>> = TEXTS;

export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

/** Whether an action concerns the whole ledger. */
export function isOfLedger(name: ActionName): boolean {
  return OF_LEDGER.includes(name);
}

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}

/** The actions that concern the whole ledger, and take no name of a batch. */
const OF_LEDGER: readonly ActionName[] = ["list", "adopt"];

/** The flags that name the ledger. */
export const LEDGER_TEXTS = ["ledger", "postgres", "witness"];

/** The value of each flag that has one, and what the flag does. */
const FLAGS: Readonly<Record<string, readonly [value: string, text: string]>> =
  {
    model: ["<slug>", "the model, needed for a new batch"],
    file: ["<file>", "the file to read (default, and -: standard input)"],
    json: ["", "print JSON lines"],
    yes: ["", "do not ask; needed where nobody can be asked"],
    "no-check-input": ["", "add the inputs of a public model unchecked"],
    concurrency: ["<number>", "jobs under way at once (default: 100)"],
    "max-cost": [
      "<amount>",
      "submit nothing that could exceed this cost of the batch",
    ],
    estimate: [
      "<amount>",
      "what a job costs, if unknown; work --max-cost needs it",
    ],
    "max-failures": ["<number>", "stop after so many; below 1: a share"],
    submits: ["<number>", "of all processes in 10 seconds (default: 1000)"],
    "on-doubt": ["<what>", "items in doubt: keep, fail or resubmit-after-ttl"],
    attempts: [
      "<number>",
      "jobs of an item at most while they fail (default: 1)",
    ],
    "skip-invalid": ["", "report invalid lines, and add the others"],
    state: ["<state>", "completed, failed, cancelled or unknown"],
    after: ["<order>", "only results with a higher order than this"],
    metadata: ["<json>", 'only items with these values, such as {"page":3}'],
    code: ["<code>", "only items whose error has this code"],
    save: ["<folder>", "save the files and the results in this folder"],
    missing: ["<number>", "how many submits of each batch the ledger may lack"],
    "pay-again": ["<names>", "batches to start over, separated by commas"],
    follow: ["", "wait until every item has a result"],
    as: ["<what>", "resubmit (may pay twice), fail, or the id of a job"],
    key: ["<key>", "only this item"],
    "include-unknown": ["", "also what may have been paid for; may pay twice"],
    "abandon-jobs": ["", "even if jobs run or items are in doubt; you pay"],
    ledger: ["<folder>", "where batches are kept (default: ./batches)"],
    postgres: [
      "<variable>",
      "instead: the variable with the URL of a database",
    ],
    witness: [
      "<folder>",
      "where submits are counted, to notice a restored ledger",
    ],
  };

/** The flags that an action takes. */
export function flagsOf(name: ActionName): {
  readonly texts: readonly string[];
  readonly switches: readonly string[];
} {
  const { texts = [], switches = [] } = ACTIONS[name];
  return {
    texts: [...texts, ...LEDGER_TEXTS],
    switches,
  };
}

const ENVIRONMENT = `work, cancel and settle --as <job> need CLOUD_COMPUTE_API_KEY and the jobs' URL.`;
const EXIT_CODES = `Exit codes:
  0                done; work: every item has completed
  1                failed, or ended before every item had a result that is known
  2                wrong flags or input, as the message says
  3                work: every item has a result; some failed or were cancelled
  130, 143, 129    work: ended by SIGINT, SIGTERM or SIGHUP`;

/** The help for all actions: lines of at most 80 characters. */
export function describeActions(): string {
  const rows = ACTION_NAMES.map(
    (name) => `  ${name.padEnd(9)} ${ACTIONS[name].summary}`,
  );
  return `Usage: cloud-compute-sdk batch <action> <name> [flags]

${rows.join("\n")}

${describeFlags(LEDGER_TEXTS)}
  --help, -h             after an action: print what it reads, and its flags

${ENVIRONMENT}`;
}

/** The help for one action. */
export function describeAction(name: ActionName): string {
  const { summary, details } = ACTIONS[name];
  const { texts, switches } = flagsOf(name);
  const sentence = `${name}: ${summary}.`;
  const batch = isOfLedger(name) ? "" : " <name>";
  return `Usage: cloud-compute-sdk batch ${name}${batch} [flags]

${[sentence, details].filter(Boolean).join("\n\n")}

${describeFlags([...texts, ...switches])}

${ENVIRONMENT}

${EXIT_CODES}`;
}

function describeFlags(names: readonly string[]): string {
  return names
    .map((name) => {
      const [value = "", text = ""] = FLAGS[name] ?? [];
      return `  ${`--${name} ${value}`.padEnd(22)} ${text}`;
    })
    .join("\n");
}
