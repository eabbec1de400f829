import type { ComponentChildren } from "preact";
import { runAction } from "./notices.js";

interface ActionFormProps {
  /** What the form does, for screen readers. */
  readonly label?: string;
  readonly className?: string;
  readonly button: string;
  readonly act: () => Promise<string>;
  readonly children: ComponentChildren;
}

/** A form with one button. */
export function ActionForm({
  label,
  className = "line",
  button,
  act,
  children,
}: ActionFormProps) {
  return (
    <form
      class={className}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void runAction(act);
      }}
    >
      {children}
      <button>{button}</button>
    </form>
  );
}

/** What a field shows, and what it does with another value. */
export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for JSON in one line. */
export function JsonField({ label, value, onChange }: FieldProps) {
  return (
    <label class="fill">
      {label}
      <input
        class="mono"
        spellcheck={false}
        required
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

/** A field for a number. */
export function NumberField({
  label,
  value,
  onChange,
  min,
}: FieldProps & { readonly min?: string }) {
  return (
    <label>
      {label}
      <input
        type="number"
        min={min}
        step="any"
        required
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
