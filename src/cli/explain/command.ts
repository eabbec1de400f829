import { createClient } from "../../index.js";
import { explainJob } from "../../machines/index.js";
import { CommandError } from "../command.js";
import { readArguments } from "../flags.js";

const HELP = `Usage: cloud-compute-sdk explain <slug> <jobId>

Says why a job has not begun. <slug> is a public model or the id of an endpoint. Reads CLOUD_COMPUTE_API_KEY,
CLOUD_COMPUTE_PUBLIC_BASE_URL and, for the settings and the stock, CLOUD_COMPUTE_BASE_URL and CLOUD_COMPUTE_GRAPHQL_URL,
or CLOUD_COMPUTE_V2_BASE_URL.

Exit code: 0, or 1 if the service does not know the job.`;

/** `cloud-compute-sdk explain`: says why a job has not begun. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments("explain", { words: true }, args);
  if (values["help"]) {
    console.log(HELP);
    return 0;
  }
  const [slug, id] = words;
  if (slug === undefined || id === undefined || words.length > 2)
    throw new CommandError(
      2,
      'explain needs the slug and the id of a job: "cloud-compute-sdk explain <slug> <jobId>"',
    );
  const { status, causes, missing } = await explainJob(createClient(), {
    slug,
    id,
  });
  console.log(status ?? "UNKNOWN");
  for (const { text } of causes) console.log(`- ${text}`);
  for (const reason of missing) console.log(`not known: ${reason}`);
  return status === undefined ? 1 : 0;
}
