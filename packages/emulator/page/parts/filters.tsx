import { formatCount } from "../text/format.js";
import type { FieldProps } from "./forms.js";

interface ChipsProps {
  readonly label: string;
  /** Value, text and count of each choice. */
  readonly choices: readonly (readonly [
    value: string,
    text: string,
    count: number,
  ])[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Buttons of which one is pressed, each with a count. */
export function Chips({ label, choices, value, onChange }: ChipsProps) {
  return (
    <div class="chips" role="group" aria-label={label}>
      {choices.map(([each, text, count]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {text} <span class="count">{formatCount(count)}</span>
        </button>
      ))}
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  /** The choice that filters nothing. */
  readonly all: string;
  readonly choices: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice among names, or all of them. */
export function SelectFilter({
  label,
  all,
  choices,
  value,
  onChange,
}: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

/** A search field above rows. */
export function SearchField({ label, value, onChange }: FieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      spellcheck={false}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Whether one of the texts holds each word of the search. */
export function matches(search: string, texts: readonly string[]): boolean {
  const words = search.toLowerCase().split(/\s+/);
  const text = texts.join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}
