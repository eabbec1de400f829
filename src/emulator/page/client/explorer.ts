import { getElement, setText } from "./dom.js";
import { formatJson, sendRequest } from "./requests.js";

/** A GraphQL document with example variables. */
export interface GraphqlSample {
  readonly name: string;
  readonly query: string;
  readonly variables: object;
}

/** Starts the GraphQL explorer, which sends a document and its variables. Ctrl+Enter sends too. */
export function startExplorer(samples: readonly GraphqlSample[]): void {
  const select = getElement("sample", HTMLSelectElement);
  const query = getElement("query", HTMLTextAreaElement);
  const variables = getElement("variables", HTMLTextAreaElement);
  const form = getElement("explorer", HTMLFormElement);
  select.replaceChildren(...samples.map(({ name }) => new Option(name)));
  const showSample = () => {
    const sample = samples.find(({ name }) => name === select.value);
    query.value = sample?.query ?? "";
    variables.value = JSON.stringify(sample?.variables ?? {}, undefined, 2);
  };
  select.addEventListener("change", showSample);
  showSample();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void sendDocument(query.value, variables.value);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
      form.requestSubmit();
  });
}

async function sendDocument(
  query: string,
  variablesText: string,
): Promise<void> {
  const result = getElement("result", HTMLElement);
  try {
    const variables: unknown =
      variablesText.trim() === "" ? {} : JSON.parse(variablesText);
    const body = { query, variables };
    const { text } = await sendRequest("POST", "/graphql", body);
    setText(result, formatJson(text));
  } catch (error) {
    setText(result, String(error));
  }
}
