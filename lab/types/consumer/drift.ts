import { createClient } from "cloud-compute-sdk";
import {
  watchDrift,
  type DriftFinding,
  type DriftWatcher,
} from "cloud-compute-sdk/drift";

const seen: DriftFinding[] = [];
export const watcher: DriftWatcher = watchDrift({
  sample: 0.5,
  onDrift: (finding) => seen.push(finding),
});
// @ts-expect-error: a misspelt option
watchDrift({ smaple: 0.5 });
createClient({ drift: watcher });
const [first] = watcher.findings();
export const description: string | undefined =
  first && `${first.kind} ${first.path}`;
