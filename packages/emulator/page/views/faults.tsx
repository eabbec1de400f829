import type { FaultView } from "../server/page-view.js";
import type { SetupView } from "../server/page-app.js";
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

/** The route for which the form arms a fault at first. */
const USUAL_ROUTE = "POST /v2/{slug}/run";

/** A form that arms a fault. */
export function AddFaultForm() {
  const { value: setup } = useDetails<SetupView>("/setup", 0);
  return (
    <ActionForm
      label="Arm a fault"
      button="Arm"
      act={async (valueOf) => {
        const rule: unknown = JSON.parse(valueOf("rule"));
        const route = valueOf("route");
        await callEmulator("POST", "/faults", { route, rule });
        return "The fault is armed.";
      }}
    >
      <label class="fill">
        Route
        <select name="route">
          {(setup?.routes ?? [USUAL_ROUTE]).map((each) => (
            <option key={each} selected={each === USUAL_ROUTE}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <JsonField
        label="Rule, JSON"
        name="rule"
        value={'{ "status": 503, "times": 1 }'}
      />
    </ActionForm>
  );
}
