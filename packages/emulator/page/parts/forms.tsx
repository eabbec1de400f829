import type { ComponentChildren } from "preact";
import { runAction } from "./notices.js";

interface ActionFormProps {
  /** What the form does, for screen readers. */
  readonly label?: string;
  readonly className?: string;
  readonly button: string;
  /** Gets the values of the fields by their names. */
  readonly act: (valueOf: (name: string) => string) => Promise<string>;
  readonly children: ComponentChildren;
}

/** A form with one button. The browser keeps what its fields hold. */
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
        const values = new FormData(event.currentTarget);
        void runAction(() => act((name) => values.get(name) as string));
      }}
    >
      {children}
      <button>{button}</button>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  /** What the field holds at first. */
  readonly value: string;
}

/** A field for JSON in one line. */
export function JsonField({ label, name, value }: FieldProps) {
  return (
    <label class="fill">
      {label}
      <input
        class="mono"
        name={name}
        spellcheck={false}
        required
        defaultValue={value}
      />
    </label>
  );
}

/** A field for a number. */
export function NumberField({
  label,
  name,
  value,
  min,
}: FieldProps & { readonly min?: string }) {
  return (
    <label>
      {label}
      <input
        type="number"
        name={name}
        min={min}
        step="any"
        required
        defaultValue={value}
      />
    </label>
  );
}
