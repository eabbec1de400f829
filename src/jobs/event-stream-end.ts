import { parseJson } from "../json.js";

/** The data of a longer event is not kept: neither `[DONE]` nor an error is so long. */
const MAX_EVENT_LENGTH = 2 ** 20;

/** Reads server-sent events beside their consumer, and finds out whether they are complete. */
export class EventStreamEnd {
  readonly #decoder = new TextDecoder();
  /** The beginning of a line whose end has not come yet. */
  #rest = "";
  /** The lines of the event that has not ended yet. */
  #event = "";
  /** Whether the last character was a carriage return. */
  #afterReturn = false;
  #isComplete = false;

  /** Whether `data: [DONE]` or an error event has come. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Reads the next piece. */
  read(piece: Uint8Array): void {
    this.#readText(this.#decoder.decode(piece, { stream: true }));
  }

  /** Reads what is left at the end of the stream. A last line may lack its end; an error event may not. */
  finish(): void {
    this.#readText(this.#decoder.decode());
    if (this.#rest !== "") this.#endLine("");
    this.#isComplete ||= isDone(this.#event);
  }

  #readText(text: string): void {
    if (text === "") return;
    // A carriage return and a line feed end one line, also if they come in two pieces.
    const isLineFeedOver = this.#afterReturn && text.startsWith("\n");
    this.#afterReturn = text.endsWith("\r");
    const lines = text.slice(isLineFeedOver ? 1 : 0).split(/\r\n|\r|\n/);
    const rest = lines.pop() ?? "";
    for (const line of lines) this.#endLine(line);
    this.#rest = keep(this.#rest + rest);
  }

  #endLine(text: string): void {
    const line = this.#rest + text;
    this.#rest = "";
    if (line === "") this.#endEvent();
    else this.#event = keep(`${this.#event}${line}\n`);
  }

  #endEvent(): void {
    this.#isComplete ||= isDone(this.#event) || isError(this.#event);
    this.#event = "";
  }
}

/** Replaces a text that is too long to be kept by one that means nothing. */
function keep(text: string): string {
  return text.length > MAX_EVENT_LENGTH ? "long" : text;
}

function isDone(event: string): boolean {
  return /^data: ?\[DONE\]\n/m.test(event);
}

/** Whether an event is called `error`, or its data is an object with an error. */
function isError(event: string): boolean {
  if (/^event: ?error\n/m.test(event)) return true;
  if (!event.includes('"error"')) return false;
  const data = [...event.matchAll(/^data: ?(.*)\n/gm)].map(([, line]) => line);
  const { error } = Object(parseJson(data.join("\n"))) as { error?: unknown };
  return error !== undefined && error !== null;
}
