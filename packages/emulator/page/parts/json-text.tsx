import { CopyButton } from "./buttons.js";
import { Section } from "./details-panel.js";

interface JsonTextProps {
  /** What the region holds, for screen readers. */
  readonly label: string;
  readonly text: string;
}

/** A JSON text in a region that scrolls by keyboard too. */
export function JsonText({ label, text }: JsonTextProps) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
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
