import type { SetupView } from "../server/page-app.js";
import { callEmulator } from "../calls.js";
import type { LiveState } from "../live.js";
import { CopyButton } from "../parts/buttons.js";
import { Facts } from "../parts/details-panel.js";
import { useDetails } from "../use-details.js";

interface ConnectProps {
  readonly state: LiveState;
}

/** How a client reaches the emulator. */
export function ConnectView({ state }: ConnectProps) {
  return (
    <main class="page">
      <h2 class="hidden">Connect</h2>
      <FirstSteps state={state} />
    </main>
  );
}

async function loadExports(): Promise<string> {
  const { text } = await callEmulator<{ readonly text: string }>(
    "POST",
    "/exports",
    {},
  );
  return text;
}

const PROGRAM = `import { createClient } from "cloud-compute-sdk";

const cloud = createClient();
const job = await cloud
  .model("black-forest-labs-flux-1-schnell")
  .run({ prompt: "a lighthouse" });
const { output } = await job.wait();
console.log(output);`;

/** The variables that a client reads, what the emulator runs with, and a first program. */
export function FirstSteps({ state }: ConnectProps) {
  const { value: setup } = useDetails<SetupView>("/setup", 0);
  if (!setup) return null;
  const { address, exports, stateFile } = setup;
  return (
    <div class="cards">
      <section class="card wide">
        <div class="part-title">
          <h3>1. Set these variables in your shell</h3>
          <CopyButton text={loadExports}>
            Copy the lines with the key
          </CopyButton>
        </div>
        <pre class="code" tabIndex={0} role="region" aria-label="Variables">
          {exports}
        </pre>
        <p class="quiet">
          The page does not show the key. The copied lines hold it.
        </p>
      </section>
      <section class="card">
        <div class="part-title">
          <h3>2. Run a program</h3>
          <CopyButton text={PROGRAM} label="Copy the program">
            Copy
          </CopyButton>
        </div>
        <pre class="code" tabIndex={0} role="region" aria-label="Program">
          {PROGRAM}
        </pre>
        <p class="quiet">
          Or press “Run a job” on the view Jobs. Jobs and requests appear there
          at once.
        </p>
      </section>
      <section class="card">
        <h3>This emulator</h3>
        <Facts
          facts={[
            ["Address", <code>{address}</code>],
            ["Speed", speedText(state.speed)],
            [
              "State file",
              stateFile === undefined ? (
                <>
                  none: the state ends with the process. <code>--state</code>{" "}
                  keeps it.
                </>
              ) : (
                <code>{stateFile}</code>
              ),
            ],
            ["Control API", <code>{address}/_emulator</code>],
          ]}
        />
      </section>
    </div>
  );
}

function speedText(speed: number): string {
  if (speed === 0) return "manual: the clock moves only when it is advanced";
  return speed === 1 ? "1×, as real time" : `${speed}× real time`;
}
