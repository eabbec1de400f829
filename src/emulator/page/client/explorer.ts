import { element, part, say } from "./dom.js";
import { pretty, send } from "./post.js";

/** A document to begin with. */
export interface Sample {
  readonly name: string;
  readonly query: string;
  readonly variables: object;
}

/** The GraphQL explorer: a document and its variables, sent as they stand. Ctrl+Enter sends too. */
export function startExplorer(samples: readonly Sample[]): void {
  const select = part("sample", HTMLSelectElement);
  const query = part("query", HTMLTextAreaElement);
  const variables = part("variables", HTMLTextAreaElement);
  const form = part("explorer", HTMLFormElement);
  select.replaceChildren(
    ...samples.map(({ name }) =>
      element("option", { value: name, textContent: name }),
    ),
  );
  const choose = () => {
    const sample = samples.find(({ name }) => name === select.value);
    query.value = sample?.query ?? "";
    variables.value = JSON.stringify(sample?.variables ?? {}, undefined, 2);
  };
  select.addEventListener("change", choose);
  choose();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(query.value, variables.value);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
      form.requestSubmit();
  });
}

async function run(query: string, variables: string): Promise<void> {
  const result = part("result", HTMLElement);
  try {
    const parsed: unknown =
      variables.trim() === "" ? {} : JSON.parse(variables);
    const { text } = await send("POST", "/graphql", {
      query,
      variables: parsed,
    });
    say(result, pretty(text));
  } catch (error) {
    say(result, String(error));
  }
}
