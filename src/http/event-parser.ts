/** One event of a stream, as `text/event-stream` has it. */
export interface ServerEvent {
  /** Undefined for an event without an id of its own. */
  readonly id: string | undefined;
  /** The type of the event; empty for a plain message. */
  readonly name: string;
  /** Empty for an event that is too long to be kept. */
  readonly data: string;
  readonly isTooLong: boolean;
}

/** The longest event that is kept, in characters. */
const MAX_EVENT_CHARACTERS = 2 ** 20;

/** Parses `text/event-stream` by the rules of the HTML standard, piece by piece. */
export class EventParser {
  readonly #decoder = new TextDecoder();
  /** The beginning of a line whose end has not come yet. */
  #line = "";
  /** Whether the last character was a carriage return. */
  #afterReturn = false;
  #id: string | undefined;
  #name = "";
  #data: string[] = [];
  /** How many characters the lines of the event have that has not ended yet. */
  #length = 0;
  /** The pause before a reconnect that the stream asks for, in milliseconds; undefined if it asks for none. */
  reconnectDelayMs: number | undefined;

  /** Whether the event that has not ended yet is too long already. */
  get isTooLong(): boolean {
    return this.#length + this.#line.length > MAX_EVENT_CHARACTERS;
  }

  /** Reads the next piece. Returns the events that end in this piece. */
  read(piece: Uint8Array): ServerEvent[] {
    return this.#readText(this.#decoder.decode(piece, { stream: true }));
  }

  /** The event that the end of the stream has cut, perhaps in its last line. The standard drops such an event. */
  finish(): ServerEvent | undefined {
    const events = this.#readText(`${this.#decoder.decode()}\n`);
    const [event] = [...events, ...this.#endEvent()];
    return event;
  }

  #readText(text: string): ServerEvent[] {
    if (text === "") return [];
    // A carriage return and a line feed end one line, also if they come in two pieces.
    const isLineFeedOver = this.#afterReturn && text.startsWith("\n");
    this.#afterReturn = text.endsWith("\r");
    const lines = text.slice(isLineFeedOver ? 1 : 0).split(/\r\n|\r|\n/);
    const rest = lines.pop() ?? "";
    const events = lines.flatMap((end) => this.#endLine(end));
    this.#line += rest;
    if (this.isTooLong && this.#line !== "") {
      // The line is counted, and becomes a comment: nobody reads what is too long.
      this.#length += this.#line.length;
      this.#line = ":";
    }
    return events;
  }

  /** Reads a line by its last part. An empty line ends an event. */
  #endLine(end: string): ServerEvent[] {
    const line = this.#line + end;
    this.#line = "";
    if (line === "") return this.#endEvent();
    this.#length += line.length;
    if (this.isTooLong) this.#data = [];
    else this.#readField(line);
    return [];
  }

  /** Reads `field: value`. A line that begins with a colon is a comment. */
  #readField(line: string): void {
    const [, field = "", value = ""] =
      /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") this.#data.push(value);
    if (field === "event") this.#name = value;
    if (field === "id" && !value.includes("\0")) this.#id = value;
    if (field === "retry" && /^\d{1,9}$/.test(value))
      this.reconnectDelayMs = Number(value);
  }

  #endEvent(): ServerEvent[] {
    const { isTooLong } = this;
    const [id, name, data] = [this.#id, this.#name, this.#data];
    this.#id = undefined;
    this.#name = "";
    this.#data = [];
    this.#length = 0;
    // The standard drops an event without data.
    if (data.length === 0 && !isTooLong) return [];
    return [{ id, name, data: data.join("\n"), isTooLong }];
  }
}
