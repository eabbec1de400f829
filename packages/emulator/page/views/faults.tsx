import { useState } from "preact/hooks";
import type { FaultRuleView, FaultView } from "../server/view.js";
import { callEmulator } from "../calls.js";
import { ActionButton } from "../parts/buttons.js";
import { runAction } from "../parts/notices.js";
import { useReference } from "../reference-data.js";
import { describeFault } from "../text/describe-fault.js";
import { formatResource } from "../text/format.js";

/** What will go wrong, as sentences. */
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
        const { subject, effect } = describeFault(fault);
        const remove = async () => {
          await callEmulator("DELETE", `/faults/${fault.id}`);
          return "The fault was removed.";
        };
        return (
          <li key={fault.id}>
            <span>
              {subject} <code>{fault.route}</code> {effect}
            </span>
            <ActionButton
              act={remove}
              label={`Remove the fault of ${fault.route}`}
            >
              Remove
            </ActionButton>
          </li>
        );
      })}
    </ul>
  );
}

/** What a fault does, as the form offers it. */
const EFFECTS = [
  ["status", "answers with a status"],
  ["delay", "waits first"],
  ["before", "loses the connection before the request is carried out"],
  ["after", "loses the connection after the request was carried out"],
  ["truncate", "loses the connection within the answer"],
] as const;

type Effect = (typeof EFFECTS)[number][0];

/** Label and first value of the number that an effect needs; undefined where it needs none. */
const NUMBERS: Readonly<Partial<Record<Effect, readonly [string, string]>>> = {
  status: ["Status", "503"],
  delay: ["Milliseconds", "2000"],
  truncate: ["Bytes", "20"],
};

/** A form that arms a fault. */
export function AddFaultForm() {
  const [route, setRoute] = useState("POST /v2/{slug}/run");
  const [effect, setEffect] = useState<Effect>("status");
  const [amount, setAmount] = useState("503");
  const [times, setTimes] = useState("1");
  const [after, setAfter] = useState("0");
  const number = NUMBERS[effect];
  const rule = ruleOf(effect, Number(amount));
  const add = async () => {
    await callEmulator("POST", "/faults", {
      route,
      rule: { ...rule, times: Number(times), after: Number(after) },
    });
    return "The fault is armed.";
  };
  const preview = describeFault({
    rule,
    remaining: Number(times),
    toSkip: Number(after),
  });
  return (
    <form
      class="line"
      aria-label="Arm a fault"
      onSubmit={(event) => {
        event.preventDefault();
        void runAction(add);
      }}
    >
      <label class="fill">
        Route
        <RouteSelect value={route} onChange={setRoute} />
      </label>
      <label class="fill">
        Effect
        <select
          value={effect}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value as Effect;
            setEffect(chosen);
            setAmount(NUMBERS[chosen]?.[1] ?? "");
          }}
        >
          {EFFECTS.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {number ? (
        <NumberField label={number[0]} value={amount} onChange={setAmount} />
      ) : null}
      <NumberField label="How many" value={times} onChange={setTimes} />
      <NumberField label="Skip first" value={after} onChange={setAfter} />
      <button>Arm</button>
      <p class="whole quiet">
        {preview.subject} <code>{route}</code> {preview.effect}
      </p>
    </form>
  );
}

function ruleOf(effect: Effect, amount: number): FaultRuleView {
  if (effect === "before" || effect === "after") return { reset: effect };
  return { [effect]: amount };
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NumberField({
  label,
  value,
  onChange,
}: FieldProps & { readonly label: string }) {
  return (
    <label>
      {label}
      <input
        class="short"
        type="number"
        min="0"
        required
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

function RouteSelect({ value, onChange }: FieldProps) {
  const { reference } = useReference();
  const resources = [...new Set(reference.map(({ resource }) => resource))];
  return (
    <select
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {resources.map((resource) => (
        <optgroup key={resource} label={formatResource(resource)}>
          {reference
            .filter((entry) => entry.resource === resource)
            .map(({ route }) => (
              <option key={route}>{route}</option>
            ))}
        </optgroup>
      ))}
      <optgroup label="Others">
        <option>POST /graphql</option>
        <option>GET /files/&#123;name&#125;</option>
      </optgroup>
    </select>
  );
}
