/**
 * A body that was written as JSON before the call that sends it. What the caller does afterwards with the objects that it
 * was written from changes nothing.
 */
export class WrittenBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
