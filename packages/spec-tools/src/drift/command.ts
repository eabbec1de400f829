import { DocumentError } from "../document/error.js";
import { CommandError } from "../../../../src/cli/command.js";
import {
  readArguments,
  textOf,
  textsOf,
  type FlagValues,
} from "../../../../src/cli/flags.js";
import { readAcknowledgements } from "../compare/acknowledgements.js";
import type { Change } from "../compare/change.js";
import {
  createReport,
  exitCodeOf,
  FORMATS,
  renderReport,
  type Format,
} from "../compare/report.js";
import { printableSource, readAs, readSource } from "../compare/source.js";
import { compareGraphql, compareOpenapi } from "./installed.js";

/** At most 24 lines of 80 characters, so that the text fits on one screen. */
const HELP = `Usage: cloud-compute-sdk drift <documents> [flags]

Compares the specs that this package was generated from with documents of the
service, and lists what changes for the client, breaking changes first.

  --openapi <file or URL>     an OpenAPI 3 document; may be repeated
  --graphql <file or URL>     a schema as SDL, or the JSON response to
                              introspection; a URL is fetched with GET
  --surface <name>            the API that the only --openapi describes, such as
                              rest (default: the one that shares most paths)
  --format <name>             text, markdown, json or github (default: text)
  --json                      the same as --format json
  --acknowledged <file>       a YAML list of { change, reason } for intended
                              breaking changes; change is a line of the report
  --help                      print this text

Exit codes: 0 no breaking change; 1 a breaking change without acknowledgement,
or an acknowledgement without its change; 2 wrong flags or unreadable input.`;

const FLAGS = {
  texts: ["graphql", "surface", "format", "acknowledged"],
  lists: ["openapi"],
  switches: ["json"],
};

/** `cloud-compute-sdk drift`: lists the differences between documents of the service and this package. */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = readArguments("drift", FLAGS, args);
  if (values["help"] === true) {
    console.log(HELP);
    return 0;
  }
  const documents = readDocumentFlags(values);
  const format = readFormat(values);
  const file = textOf(values, "acknowledged");
  try {
    const changes = await Promise.all(
      documents.map(({ source, advice, compare }) =>
        readFrom(source, compare, advice),
      ),
    );
    const acknowledgements =
      file === undefined ? [] : await readFrom(file, readAcknowledgements);
    const report = createReport(changes.flat(), acknowledgements);
    console.log(renderReport(report, format));
    return exitCodeOf(report);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new CommandError(2, error.message, { cause: error });
  }
}

/** One document of the service, by the file or the URL that has it. */
interface ServiceDocument {
  readonly source: string;
  /** What to do where the source does not respond with a document. */
  readonly advice?: string;
  readonly compare: (text: string) => Change[];
}

const GRAPHQL_ADVICE =
  ": a URL is fetched with GET, and introspection needs POST; save the response to introspection with curl, as guides/regenerating.md shows, and pass the file";

/** What the text of a file or of a URL is read into. */
async function readFrom<T>(
  source: string,
  read: (text: string) => T,
  advice?: string,
): Promise<T> {
  const text = await readSource(source, advice);
  return readAs({ name: printableSource(source), text }, read);
}

function readDocumentFlags(values: FlagValues): readonly ServiceDocument[] {
  const surface = textOf(values, "surface");
  const openapi = textsOf(values, "openapi");
  const graphql = textOf(values, "graphql");
  if (surface !== undefined && openapi.length !== 1)
    throw new CommandError(2, "--surface is for a single --openapi only");
  const documents: ServiceDocument[] = openapi.map((source) => ({
    source,
    compare: (text) => compareOpenapi(text, surface),
  }));
  if (graphql !== undefined)
    documents.push({
      source: graphql,
      advice: GRAPHQL_ADVICE,
      compare: compareGraphql,
    });
  if (documents.length > 0) return documents;
  throw new CommandError(
    2,
    'pass --openapi or --graphql; run "cloud-compute-sdk drift --help" for the flags',
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
