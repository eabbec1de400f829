import { CommandError, type Command } from "./command.js";
import { help } from "./drift-help.js";
import { readAcknowledgements } from "./drift/acknowledged.js";
import { DocumentError } from "./drift/description.js";
import { compareGraphql, compareOpenapi } from "./drift/installed.js";
import {
  exitCodeOf,
  FORMATS,
  render,
  reportOf,
  type Format,
} from "./drift/report.js";
import { readSource } from "./drift/source.js";
import { readFlags, textOf } from "./flags.js";

const flags = [
  "openapi",
  "graphql",
  "surface",
  "format",
  "acknowledged",
  "header",
];

/** `cloud-compute-sdk drift`: what a service's document has that this package does not, and the other way round. */
export const driftCommand: Command = {
  run: async (words) => {
    const values = readFlags("drift", flags, words);
    if (values["help"] === true) {
      console.log(help);
      return 0;
    }
    const [openapi, graphql] = [
      textOf(values, "openapi"),
      textOf(values, "graphql"),
    ];
    const surface = textOf(values, "surface");
    const source = oneOf(openapi, graphql);
    if (graphql !== undefined && surface !== undefined)
      throw new CommandError(2, "--surface is for --openapi alone");
    const format = formatOf(textOf(values, "format") ?? "text");
    const file = textOf(values, "acknowledged");
    const text = await readSource(source, textOf(values, "header"));
    const changes = readable(source, () =>
      graphql === undefined
        ? compareOpenapi(text, surface)
        : compareGraphql(text),
    );
    const known = file === undefined ? "" : await readSource(file, undefined);
    const acknowledged = readable(file ?? "", () =>
      readAcknowledgements(known),
    );
    const report = reportOf(changes, acknowledged);
    console.log(render(report, format));
    return exitCodeOf(report);
  },
};

function oneOf(
  openapi: string | undefined,
  graphql: string | undefined,
): string {
  const [source, other] = [
    openapi ?? graphql,
    openapi === undefined ? undefined : graphql,
  ];
  if (source !== undefined && other === undefined) return source;
  throw new CommandError(
    2,
    'give one of --openapi and --graphql; run "cloud-compute-sdk drift --help" for the flags',
  );
}

function formatOf(name: string): Format {
  const format = FORMATS.find((known) => known === name);
  if (format) return format;
  throw new CommandError(
    2,
    `--format must be one of ${FORMATS.join(", ")} (it was "${name}")`,
  );
}

/** Runs `act`; what is wrong with a document is said with its name. An address is named without its query. */
function readable<T>(source: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const name = source.replace(/^(https?:[^?#]*).*$/is, "$1");
    throw new CommandError(2, `${name} cannot be compared: ${error.message}`, {
      cause: error,
    });
  }
}
