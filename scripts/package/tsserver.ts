import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A place in a file; line and offset count from 1. */
export interface Question {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
}

interface Answer {
  readonly request_seq?: number;
  readonly body?: {
    readonly definitions?: readonly { readonly file: string }[];
  };
}

/** The file in which TypeScript's server finds the definition of what stands at each place. */
export async function ask(
  server: string,
  file: string,
  questions: readonly Question[],
): Promise<(string | undefined)[]> {
  const words = [server, "--disableAutomaticTypingAcquisition"];
  const child = spawn("node", words, { stdio: ["pipe", "pipe", "inherit"] });
  const say = (seq: number, command: string, given: object) =>
    child.stdin.write(
      `${JSON.stringify({ seq, type: "request", command, arguments: given })}\n`,
    );
  say(0, "open", { file });
  questions.forEach((question, at) => {
    say(at + 1, "definitionAndBoundSpan", question);
  });
  const found = new Map<number, string | undefined>();
  for await (const line of createInterface(child.stdout)) {
    // Between the answers stand their lengths, and empty lines.
    if (!line.startsWith("{")) continue;
    const { request_seq = 0, body } = JSON.parse(line) as Answer;
    if (request_seq > 0) found.set(request_seq, body?.definitions?.[0]?.file);
    if (found.size === questions.length) break;
  }
  child.kill();
  if (child.exitCode === null) await once(child, "close");
  return questions.map((_, at) => found.get(at + 1));
}
