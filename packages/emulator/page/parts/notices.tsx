import { useEffect, useState } from "preact/hooks";

interface Notice {
  readonly text: string;
  readonly isError: boolean;
}

const DURATION_MS = 8000;
let show: (notice: Notice) => void = () => undefined;

/** Runs an action of the user, and shows its message, or the error, at the foot of the page. */
export async function runAction(act: () => Promise<string>): Promise<void> {
  try {
    show({ text: await act(), isError: false });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    show({ text, isError: true });
  }
}

/** The last message. */
export function Notices() {
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => {
    show = setNotice;
  }, []);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(undefined), DURATION_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <footer class="notices">
      <p role="status" class={notice?.isError ? "bad" : ""}>
        {notice?.text ?? ""}
      </p>
    </footer>
  );
}
