"use client";

import { useRef, useState, type FormEvent } from "react";

/** What the routes under /api/pictures answer. */
interface Answer {
  handle?: string;
  status?: string;
  image?: string;
  error?: string;
  mayRun?: boolean;
}

const FINAL = ["COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"];
const POLL_INTERVAL_MS = 500;

async function call(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(`/api/pictures${path}`, init);
  const answer = (await response.json()) as Answer;
  if (answer.mayRun)
    throw new Error(
      `${answer.error}: wait, the picture may be paid for already`,
    );
  if (!response.ok) throw new Error(answer.error ?? String(response.status));
  return answer;
}

/** Asks for a picture, shows how far it is, and can cancel it. The page sees a signed handle, never the key. */
export function PictureForm() {
  const [status, setStatus] = useState("");
  const [image, setImage] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const handle = useRef<string>(undefined);

  async function run(prompt: string): Promise<void> {
    const body = JSON.stringify({ prompt });
    const submitted = await call("", { method: "POST", body });
    handle.current = submitted.handle;
    for (;;) {
      const state = await call(`/${submitted.handle}`);
      setStatus(state.status ?? "");
      setImage(state.image);
      if (FINAL.includes(state.status ?? "")) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const prompt = String(new FormData(event.currentTarget).get("prompt"));
    setIsRunning(true);
    setImage(undefined);
    setStatus("SUBMITTED");
    run(prompt)
      .catch((error: unknown) => setStatus(String(error)))
      .finally(() => setIsRunning(false));
  }

  function cancel(): void {
    void call(`/${handle.current}`, { method: "DELETE" });
  }

  return (
    <form onSubmit={submit}>
      <input name="prompt" defaultValue="a lighthouse" aria-label="prompt" />
      <button disabled={isRunning}>Make a picture</button>
      <button type="button" onClick={cancel} disabled={!isRunning}>
        Cancel
      </button>
      <p role="status">{status}</p>
      {image && <img src={image} alt="What the model made" width={256} />}
    </form>
  );
}
