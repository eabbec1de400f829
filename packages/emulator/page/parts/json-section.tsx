import { CopyButton } from "./buttons.js";
import { Section } from "./details-panel.js";
import { JsonText } from "./json-text.js";

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
