import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hrefOf, type ViewName } from "../route.js";
import { useDetails } from "../use-details.js";

interface DetailsPanelProps<Value> {
  /** The view whose item is open. */
  readonly view: ViewName;
  readonly id: string;
  /** What is shown, for screen readers. */
  readonly label: string;
  /** The row of the item: when the row changes, the details are loaded again. */
  readonly row: unknown;
  readonly titleOf: (value: Value | undefined) => ComponentChildren;
  /** What is said where the item is no longer there. */
  readonly gone: string;
  readonly children: (value: Value) => ComponentChildren;
}

/** What is shown of an open item, beside the list. Escape closes the panel. */
export function DetailsPanel<Value>({
  view,
  id,
  label,
  row,
  titleOf,
  gone,
  children,
}: DetailsPanelProps<Value>) {
  const path = `/view/${view}/${encodeURIComponent(id)}`;
  const { value, error } = useDetails<Value>(path, JSON.stringify(row));
  const closeHref = hrefOf(view);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
    const close = ({ key }: KeyboardEvent) => {
      if (key === "Escape") location.hash = closeHref;
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [label, closeHref]);
  return (
    <aside class="details" aria-label={label} ref={panel} tabIndex={-1}>
      <header>
        <h2>{titleOf(value)}</h2>
        <a class="close" href={closeHref} aria-label="Close the details">
          ✕
        </a>
      </header>
      {error === undefined ? null : <p class="empty">{gone}</p>}
      {value ? children(value) : null}
    </aside>
  );
}

interface SectionProps {
  readonly title: string;
  /** What stands at the right end of the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the details. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <section class="part">
      <div class="part-title">
        <h3>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

/** Names and values. A value that is undefined is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== undefined);
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
