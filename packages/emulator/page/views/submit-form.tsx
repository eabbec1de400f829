import { useState } from "preact/hooks";
import { sendRequest } from "../calls.js";
import { runAction } from "../parts/notices.js";
import type { SetupView } from "../server/view.js";
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
      <datalist id="models">
        {setup?.slugs.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <label class="fill">
        Input, JSON
        <input
          class="mono"
          value={text}
          required
          spellcheck={false}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button>Run a job</button>
    </form>
  );
}
