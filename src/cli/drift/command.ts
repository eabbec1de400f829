import { CommandError, type Command } from "../command.js";
import { readFlags, textOf, type FlagValues } from "../flags.js";
import { readAcknowledgements } from "../../compare/acknowledgements.js";
import { DocumentError } from "../../compare/document.js";
import { compareGraphql, compareModels, compareOpenapi } from "./installed.js";
import {
  createReport,
  exitCodeOf,
  FORMATS,
  renderReport,
  type Format,
} from "../../compare/report.js";
import { printableSource, readSource } from "./source.js";

/** At most 24 lines of 80 characters, so that the text fits on one screen. */
const HELP = `Usage: cloud-compute-sdk drift --openapi <file or URL> [flags]
       cloud-compute-sdk drift --graphql <file or URL> [flags]
       cloud-compute-sdk drift --models <file or URL> [flags]

Compares the specs that this package was generated from with a document of the
service, and lists what is breaking, deprecated and new for the client.

  --openapi <file or URL>     an OpenAPI 3 document, as JSON or YAML
  --graphql <file or URL>     a schema as SDL, or the JSON response to
                              introspection; a URL is fetched with GET
  --models <file or URL>      public models, in the form of specs/models.yaml
  --surface <name>            the surface to compare with, such as rest or jobs
                              (default: the one that shares most paths)
  --format <name>             text, markdown or json (default: text)
  --json                      the same as --format json
  --acknowledged <file>       a YAML list of { change, reason } for intended
                              breaking changes; change is a line of the report
  --header <"name: value">    a header for the URL; an API key is sent only if
                              you pass it here
  --help                      print this text

Exit codes: 0 no breaking change; 1 a breaking change without acknowledgement,
or an acknowledgement without its change; 2 wrong flags or unreadable input.`;

const FLAGS = [
  "openapi",
  "graphql",
  "models",
  "surface",
  "format",
  "acknowledged",
  "header",
];

/** `cloud-compute-sdk drift`: lists the differences between a document of the service and this package. */
export const driftCommand: Command = {
  run: async (args) => {
    const values = readFlags("drift", FLAGS, args, ["json"]);
    if (values["help"] === true) {
      console.log(HELP);
      return 0;
    }
    const { kind, source } = readDocumentFlag(values);
    const surface = textOf(values, "surface");
    if (kind !== "openapi" && surface !== undefined)
      throw new CommandError(2, "--surface is for --openapi only");
    const format = readFormat(values);
    const text = await readSource(source, textOf(values, "header"));
    const changes = withSourceName(source, () =>
      COMPARERS[kind](text, surface),
    );
    const file = textOf(values, "acknowledged");
    const acknowledgements =
      file === undefined ? [] : await acknowledgementsIn(file);
    const report = createReport(changes, acknowledgements);
    console.log(renderReport(report, format));
    return exitCodeOf(report);
  },
};

async function acknowledgementsIn(file: string) {
  const text = await readSource(file, undefined);
  return withSourceName(file, () => readAcknowledgements(text));
}

/** How each kind of document is compared with this package. */
const COMPARERS = {
  openapi: compareOpenapi,
  graphql: compareGraphql,
  models: compareModels,
};

type Kind = keyof typeof COMPARERS;

function readDocumentFlag(values: FlagValues): {
  readonly kind: Kind;
  readonly source: string;
} {
  const kinds: readonly Kind[] = ["openapi", "graphql", "models"];
  const [found, ...others] = kinds.flatMap((kind) => {
    const source = textOf(values, kind);
    return source === undefined ? [] : [{ kind, source }];
  });
  if (found && others.length === 0) return found;
  throw new CommandError(
    2,
    'pass one of --openapi, --graphql and --models; run "cloud-compute-sdk drift --help" for the flags',
  );
}

function readFormat(values: FlagValues): Format {
  const isJson = values["json"] === true;
  const name = textOf(values, "format") ?? (isJson ? "json" : "text");
  if (isJson && name !== "json")
    throw new CommandError(2, "pass either --json or --format");
  const format = FORMATS.find((known) => known === name);
  if (format) return format;
  throw new CommandError(
    2,
    `--format must be one of ${FORMATS.join(", ")}, not "${name}"`,
  );
}

/** Calls a function that throws a `DocumentError`, and adds the name of the source to the message. */
function withSourceName<T>(source: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new CommandError(
      2,
      `${printableSource(source)} cannot be compared: ${error.message}`,
      { cause: error },
    );
  }
}
