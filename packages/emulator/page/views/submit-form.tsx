import { sendRequest } from "../calls.js";
import { ActionForm, JsonField } from "../parts/forms.js";
import type { SetupView } from "../server/page-app.js";
import { useDetails } from "../use-details.js";

/** A form that submits a job of a model or of an endpoint. */
export function SubmitForm() {
  const { value: setup } = useDetails<SetupView>("/setup", 0);
  return (
    <ActionForm
      className="submit"
      label="Submit a job"
      button="Run a job"
      act={async (valueOf) => {
        const input: unknown = JSON.parse(valueOf("input"));
        const path = `/v2/${encodeURIComponent(valueOf("slug"))}/run`;
        const answer = await sendRequest("POST", path, { input });
        const { id } = JSON.parse(answer) as { readonly id: string };
        return `Job ${id} was submitted.`;
      }}
    >
      <label>
        Model
        <input
          class="slug"
          name="slug"
          list="models"
          defaultValue="black-forest-labs-flux-1-schnell"
          required
          spellcheck={false}
        />
      </label>
      <datalist id="models">
        {setup?.slugs.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <JsonField
        label="Input, JSON"
        name="input"
        value={'{ "prompt": "a lighthouse" }'}
      />
    </ActionForm>
  );
}
