import { useMemo, useState } from "preact/hooks";
import type { ModelView } from "../server/view.js";
import { requireOk } from "../calls.js";
import { runAction } from "../parts/notices.js";
import { useReference } from "../reference-data.js";
import { readInput, type Texts } from "../text/read-input.js";

type Parameter = NonNullable<ModelView["parameters"]>[string];

/** What the fields of these names hold at first. */
const FIRST_TEXTS: Texts = {
  prompt: "a lighthouse",
  messages: '[{ "role": "user", "content": "a lighthouse" }]',
  input: '{ "prompt": "a lighthouse" }',
};

/** The input of an endpoint can be any object. */
const ANY_INPUT: Readonly<Record<string, Parameter>> = {
  input: { type: "object", required: true },
};

/** A form that submits a job, with a field for each parameter of the model. */
export function SubmitForm() {
  const { models } = useReference();
  const [slug, setSlug] = useState("black-forest-labs-flux-1-schnell");
  const [texts, setTexts] = useState<Texts>(FIRST_TEXTS);
  const choices = useMemo(
    () => models.map((model) => <option key={model.slug} value={model.slug} />),
    [models],
  );
  const { parameters } = models.find((model) => model.slug === slug) ?? {};
  const fields = Object.entries(parameters ?? ANY_INPUT);
  const submit = async () => {
    const values = readInput(Object.fromEntries(fields), texts);
    const input = parameters ? values : values["input"];
    const path = `/v2/${encodeURIComponent(slug)}/run`;
    const { text } = await requireOk("POST", path, { input });
    const { id } = JSON.parse(text) as { readonly id: string };
    return `Job ${id} was submitted.`;
  };
  const fieldOf = ([name, parameter]: readonly [string, Parameter]) => (
    <Field
      key={name}
      name={name}
      parameter={parameter}
      text={texts[name] ?? ""}
      onChange={(text) => setTexts({ ...texts, [name]: text })}
    />
  );
  const required = fields.filter(([, { required }]) => required);
  const others = fields.filter(([, { required }]) => !required);
  return (
    <form
      class="submit"
      aria-label="Submit a job"
      onSubmit={(event) => {
        event.preventDefault();
        void runAction(submit);
      }}
    >
      <label>
        Model
        <input
          class="slug"
          list="models"
          value={slug}
          required
          spellcheck={false}
          onInput={({ currentTarget }) => setSlug(currentTarget.value)}
        />
      </label>
      <datalist id="models">{choices}</datalist>
      {required.map(fieldOf)}
      <button>Run a job</button>
      {others.length === 0 ? null : (
        <details class="others">
          <summary>
            {others.length === 1
              ? "1 more parameter"
              : `${others.length} more parameters`}
          </summary>
          <div>{others.map(fieldOf)}</div>
        </details>
      )}
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly parameter: Parameter;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function Field({ name, parameter, text, onChange }: FieldProps) {
  const { type, values, required, default: usual } = parameter;
  const isNumber = type === "number" || type === "integer";
  const choices = type === "boolean" ? ["true", "false"] : values?.map(String);
  const hint = usual === undefined ? PLACEHOLDERS[type] : `default: ${usual}`;
  const shared = {
    value: text,
    required: required === true,
    onInput: ({ currentTarget }: { readonly currentTarget: ValueElement }) =>
      onChange(currentTarget.value),
  };
  return (
    <label class={required ? "fill" : undefined}>
      {name}
      {choices ? (
        <select {...shared}>
          <option value="">{hint ?? ""}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : null}
      {isNumber && !choices ? (
        <input
          {...shared}
          type="number"
          step={type === "integer" ? 1 : "any"}
          min={parameter.minimum}
          max={parameter.maximum}
          placeholder={hint}
        />
      ) : null}
      {isNumber || choices ? null : <input {...shared} placeholder={hint} />}
    </label>
  );
}

/** What a field is: an `input` or a `select`. */
interface ValueElement {
  readonly value: string;
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  array: "[] as JSON",
  object: "{} as JSON",
};
