import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { runAction } from "./notices.js";

interface ActionProps {
  readonly act: () => Promise<string>;
  readonly children: ComponentChildren;
  /** What a screen reader reads where the text by itself is not clear. */
  readonly label?: string | undefined;
  readonly isDisabled?: boolean;
}

/** A small button that acts at once. */
export function ActionButton({
  act,
  children,
  label,
  isDisabled,
}: ActionProps) {
  return (
    <button
      type="button"
      class="small"
      aria-label={label}
      disabled={isDisabled}
      onClick={(event) => {
        event.stopPropagation();
        void runAction(act);
      }}
    >
      {children}
    </button>
  );
}

/** A button for what cannot be undone: the second press acts. */
export function ConfirmButton({ act, children, label }: ActionProps) {
  const [isArmed, setArmed] = useState(false);
  return (
    <button
      type="button"
      class={isArmed ? "small danger" : "small"}
      aria-label={isArmed ? undefined : label}
      onBlur={() => setArmed(false)}
      onClick={(event) => {
        event.stopPropagation();
        setArmed(!isArmed);
        if (isArmed) void runAction(act);
      }}
    >
      {isArmed ? "Press again" : children}
    </button>
  );
}

interface CopyProps {
  /** The text, or what loads it. */
  readonly text: string | (() => Promise<string>);
  readonly children: ComponentChildren;
  readonly label?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, children, label }: CopyProps) {
  return (
    <ActionButton
      label={label}
      act={async () => {
        const value = typeof text === "string" ? text : await text();
        await copyText(value);
        return "Copied.";
      }}
    >
      {children}
    </ActionButton>
  );
}

async function copyText(text: string): Promise<void> {
  if (!isSecureContext)
    throw new Error(
      "a browser lets a page copy only at localhost, 127.0.0.1 or https: open the page there",
    );
  await navigator.clipboard.writeText(text);
}
