import { useState } from "preact/hooks";
import { sendRequest } from "../calls.js";
import { ActionForm, JsonField } from "../parts/forms.js";
import type { SetupView } from "../server/serve-page.js";
import { useDetails } from "../use-details.js";

/** A form that submits a job of a model or of an endpoint. */
export function SubmitForm() {
  const { value: setup } = useDetails<SetupView>("/setup", 0);
  const [slug, setSlug] = useState("black-forest-labs-flux-1-schnell");
  const [text, setText] = useState('{ "prompt": "a lighthouse" }');
  const submit = async () => {
    const input: unknown = JSON.parse(text);
    const path = `/v2/${encodeURIComponent(slug)}/run`;
    const answer = await sendRequest("POST", path, { input });
    const { id } = JSON.parse(answer) as { readonly id: string };
    return `Job ${id} was submitted.`;
  };
  return (
    <ActionForm
      className="submit"
      label="Submit a job"
      button="Run a job"
      act={submit}
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
      <datalist id="models">
        {setup?.slugs.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <JsonField label="Input, JSON" value={text} onChange={setText} />
    </ActionForm>
  );
}
