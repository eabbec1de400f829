import { useState } from "preact/hooks";
import type { FaultView } from "../server/page-view.js";
import type { SetupView } from "../server/serve-page.js";
import { callEmulator } from "../calls.js";
import { ActionButton } from "../parts/buttons.js";
import { ActionForm, JsonField } from "../parts/forms.js";
import { countOf } from "../text/format.js";
import { useDetails } from "../use-details.js";

/** What will go wrong. */
export function FaultList({
  faults,
}: {
  readonly faults: readonly FaultView[];
}) {
  if (faults.length === 0)
    return (
      <p class="quiet">
        No fault is armed: every request is answered as usual.
      </p>
    );
  return (
    <ul class="faults">
      {faults.map((fault) => {
        const { id, route, rule, remaining, toSkip } = fault;
        const remove = async () => {
          await callEmulator("DELETE", `/faults/${id}`);
          return "The fault was removed.";
        };
        const left = remaining === null ? "" : `, ${remaining} left`;
        const wait =
          toSkip === 0 ? "" : `, after ${countOf(toSkip, "request")}`;
        return (
          <li key={id}>
            <span>
              {route} <code>{JSON.stringify(rule)}</code>
              {left + wait}
            </span>
            <ActionButton act={remove} label={`Remove the fault of ${route}`}>
              Remove
            </ActionButton>
          </li>
        );
      })}
    </ul>
  );
}

/** A form that arms a fault. */
export function AddFaultForm() {
  const { value: setup } = useDetails<SetupView>("/setup", 0);
  const [route, setRoute] = useState("POST /v2/{slug}/run");
  const [rule, setRule] = useState('{ "status": 503, "times": 1 }');
  const add = async () => {
    const value: unknown = JSON.parse(rule);
    await callEmulator("POST", "/faults", { route, rule: value });
    return "The fault is armed.";
  };
  return (
    <ActionForm label="Arm a fault" button="Arm" act={add}>
      <label class="fill">
        Route
        <select
          value={route}
          onChange={({ currentTarget }) => setRoute(currentTarget.value)}
        >
          {(setup?.routes ?? [route]).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <JsonField label="Rule, JSON" value={rule} onChange={setRule} />
    </ActionForm>
  );
}
