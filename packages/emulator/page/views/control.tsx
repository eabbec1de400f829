import { callEmulator } from "../calls.js";
import type { LiveState } from "../live.js";
import { ActionButton, ConfirmButton } from "../parts/buttons.js";
import { ActionForm, JsonField, NumberField } from "../parts/forms.js";
import { runAction } from "../parts/notices.js";
import { countOf, formatDuration, formatUsd } from "../text/format.js";
import { AddFaultForm, FaultList } from "./faults.js";

interface ControlProps {
  readonly state: LiveState;
}

/** What changes the emulator itself: clock, faults, account, seed, snapshot, reset. */
export function ControlView({ state }: ControlProps) {
  return (
    <main class="page">
      <h2 class="hidden">Control</h2>
      <div class="cards">
        <section class="card wide" aria-label="Armed faults">
          <div class="part-title">
            <h3>
              Armed faults <span class="count">{state.faults.length}</span>
            </h3>
            {state.faults.length > 0 ? (
              <ActionButton act={clearFaults}>Remove all</ActionButton>
            ) : null}
          </div>
          <FaultList faults={state.faults} />
          <AddFaultForm />
        </section>
        <ClockCard />
        <AccountCard state={state} />
        <SeedCard />
        <StateCard />
      </div>
    </main>
  );
}

async function clearFaults(): Promise<string> {
  await callEmulator("DELETE", "/faults");
  return "No fault is armed.";
}

const STEPS = [
  [1000, "+1 s"],
  [60_000, "+1 min"],
  [3_600_000, "+1 h"],
  [86_400_000, "+1 day"],
] as const;

async function advance(advanceMs: number): Promise<string> {
  await callEmulator("POST", "/time", { advanceMs });
  return `The clock was advanced by ${formatDuration(advanceMs)}.`;
}

function ClockCard() {
  return (
    <section class="card" aria-label="Clock">
      <h3>Clock</h3>
      <p class="quiet">What becomes due meanwhile is done, in order.</p>
      <p class="line">
        {STEPS.map(([ms, text]) => (
          <ActionButton key={ms} act={() => advance(ms)}>
            {text}
          </ActionButton>
        ))}
      </p>
      <ActionForm
        button="Advance"
        act={(valueOf) => advance(Number(valueOf("seconds")) * 1000)}
      >
        <NumberField label="Seconds" name="seconds" min="0.001" value="10" />
      </ActionForm>
    </section>
  );
}

function AccountCard({ state }: ControlProps) {
  return (
    <section class="card" aria-label="Account">
      <h3>Account</h3>
      <p class="quiet">
        The balance is {formatUsd(state.account.balance)}. A balance that was
        set stops Pods and refuses jobs when it is used up.
      </p>
      <ActionForm
        button="Set balance"
        act={async (valueOf) => {
          const balance = Number(valueOf("balance"));
          await callEmulator("PATCH", "/account", { balance });
          return `The balance is ${formatUsd(balance)}.`;
        }}
      >
        <NumberField label="Balance, USD" name="balance" value="5" />
      </ActionForm>
      <ActionForm
        button="Set stock"
        act={async (valueOf) => {
          const stock: unknown = JSON.parse(valueOf("stock"));
          await callEmulator("PATCH", "/account", { stock });
          return "The stock was set.";
        }}
      >
        <JsonField
          label="Free GPUs, JSON"
          name="stock"
          value={'{ "NVIDIA L4": 0 }'}
        />
      </ActionForm>
    </section>
  );
}

const SEED_EXAMPLE = {
  networkVolumes: [
    { id: "models", name: "models", size: 100, dataCenterId: "EU-RO-1" },
  ],
  templates: [
    {
      id: "worker",
      name: "worker",
      imageName: "example/worker:1",
      isServerless: true,
    },
  ],
  endpoints: [
    {
      id: "demo",
      name: "demo",
      templateId: "worker",
      gpuTypeIds: ["NVIDIA L4"],
      workersMax: 3,
    },
  ],
  pods: [{ name: "trainer", imageName: "ubuntu:24.04" }],
  jobs: [{ slug: "demo", input: { prompt: "a lighthouse" } }],
};

/** The items to add, by kind. */
type SeedItems = Readonly<Record<string, readonly unknown[]>>;

function SeedCard() {
  return (
    <section class="card" aria-label="Seed">
      <h3>Seed</h3>
      <p class="quiet">
        Adds bodies of create calls, each with an optional id. Items may name
        items of the lists before.
      </p>
      <ActionForm
        button="Add to the account"
        act={async (valueOf) => {
          const data = JSON.parse(valueOf("items")) as SeedItems;
          await callEmulator("POST", "/seed", data);
          return `${countOf(Object.values(data).flat().length, "item")} were added.`;
        }}
      >
        <label class="whole">
          Items, JSON
          <textarea
            class="mono"
            name="items"
            rows={10}
            spellcheck={false}
            defaultValue={JSON.stringify(SEED_EXAMPLE, undefined, 2)}
          />
        </label>
      </ActionForm>
    </section>
  );
}

function StateCard() {
  return (
    <section class="card" aria-label="Snapshot and reset">
      <h3>Snapshot and reset</h3>
      <p class="quiet">
        A snapshot holds everything that the account owns, as JSON. To restore
        one replaces everything. A reset empties the account, disarms faults and
        forgets requests.
      </p>
      <p class="line">
        <ActionButton act={downloadSnapshot}>Download a snapshot</ActionButton>
        <label class="file">
          Restore a snapshot
          <input
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              currentTarget.blur();
              if (file) void runAction(() => restoreSnapshot(file));
              currentTarget.value = "";
            }}
          />
        </label>
        <ConfirmButton act={reset}>Reset the account</ConfirmButton>
      </p>
    </section>
  );
}

async function downloadSnapshot(): Promise<string> {
  const snapshot = await callEmulator<object>("GET", "/snapshot");
  const blob = new Blob([JSON.stringify(snapshot)], {
    type: "application/json",
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "emulator-snapshot.json";
  link.click();
  URL.revokeObjectURL(link.href);
  return "The snapshot was downloaded.";
}

async function restoreSnapshot(file: File): Promise<string> {
  const snapshot: unknown = JSON.parse(await file.text());
  await callEmulator("PUT", "/snapshot", snapshot);
  return `The account is that of ${file.name}.`;
}

async function reset(): Promise<string> {
  await callEmulator("POST", "/reset");
  return "The account is empty.";
}
