import type { ComponentChildren } from "preact";
import { CopyButton } from "./buttons.js";
import { Section } from "./details-panel.js";

/** Above this length a text is shown without colours. */
const MAX_COLOURED_LENGTH = 60_000;

const TOKEN =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

interface JsonTextProps {
  /** What the region holds, for screen readers. */
  readonly label: string;
  readonly text: string;
}

/** A JSON text, coloured, in a region that scrolls by keyboard too. */
export function JsonText({ label, text }: JsonTextProps) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      {text.length > MAX_COLOURED_LENGTH ? text : colour(text)}
    </pre>
  );
}

function colour(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    parts.push(text.slice(end, match.index));
    const shown = string ?? token;
    parts.push(<span class={tokenClass(string, colon)}>{shown}</span>);
    if (colon !== undefined) parts.push(colon);
    end = match.index + token.length;
  }
  parts.push(text.slice(end));
  return parts;
}

function tokenClass(
  string: string | undefined,
  colon: string | undefined,
): string {
  if (string === undefined) return "literal";
  return colon === undefined ? "string" : "name";
}

interface JsonSectionProps {
  readonly title: string;
  readonly value: unknown;
}

/** A part of the details that shows a value as JSON, which can be copied. */
export function JsonSection({ title, value }: JsonSectionProps) {
  const text = JSON.stringify(value, undefined, 2);
  return (
    <Section
      title={title}
      actions={
        <CopyButton text={text} label={`Copy ${title.toLowerCase()}`}>
          Copy
        </CopyButton>
      }
    >
      <JsonText label={title} text={text} />
    </Section>
  );
}
