import { useState } from "preact/hooks";
import type { GraphqlSample } from "../server/view.js";
import { sendRequest } from "../calls.js";
import { useReference } from "../reference-data.js";
import type { ServiceAnswer } from "../service-answer.js";
import { AnswerPart } from "./answer-part.js";
import { SchemaBrowser } from "./schema-browser.js";

/** A GraphQL explorer: a document, its variables, the answer, and the schema. */
export function GraphqlView() {
  const { samples } = useReference();
  if (samples.length === 0) return <main class="page" />;
  return <Explorer samples={samples} />;
}

function Explorer({ samples }: { readonly samples: readonly GraphqlSample[] }) {
  const [name, setName] = useState(samples[0]?.name ?? "");
  const [query, setQuery] = useState(samples[0]?.query ?? "");
  const [variables, setVariables] = useState(variablesOf(samples[0]));
  const [answer, setAnswer] = useState<ServiceAnswer | string>();
  const showSample = (chosen: string) => {
    const sample = samples.find((each) => each.name === chosen);
    setName(chosen);
    setQuery(sample?.query ?? "");
    setVariables(variablesOf(sample));
  };
  const send = async () => {
    try {
      const values: unknown =
        variables.trim() === "" ? {} : JSON.parse(variables);
      setAnswer(
        await sendRequest("POST", "/graphql", { query, variables: values }),
      );
    } catch (error) {
      setAnswer(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <main class="explorer">
      <h2 class="hidden">GraphQL</h2>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey } = event;
          if (key === "Enter" && (ctrlKey || metaKey)) void send();
        }}
      >
        <div class="line">
          <label class="fill">
            Document
            <select
              value={name}
              onChange={({ currentTarget }) => showSample(currentTarget.value)}
            >
              {samples.map((sample) => (
                <option key={sample.name}>{sample.name}</option>
              ))}
            </select>
          </label>
          <button title="Ctrl+Enter">Run</button>
        </div>
        <label>
          Query
          <textarea
            class="mono"
            rows={16}
            spellcheck={false}
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        </label>
        <label>
          Variables, JSON
          <textarea
            class="mono"
            rows={6}
            spellcheck={false}
            value={variables}
            onInput={({ currentTarget }) => setVariables(currentTarget.value)}
          />
        </label>
      </form>
      <section class="reply" aria-label="Answer">
        <h3>Answer</h3>
        {answer === undefined ? (
          <p class="quiet">Press Run, or Ctrl+Enter in a field.</p>
        ) : null}
        <AnswerPart answer={answer} />
      </section>
      <SchemaBrowser />
    </main>
  );
}

function variablesOf(sample: GraphqlSample | undefined): string {
  return JSON.stringify(sample?.variables ?? {}, undefined, 2);
}
