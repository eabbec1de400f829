import { CommandError } from "../../../../src/cli/command.js";
import {
  readArguments,
  textOf,
  textsOf,
  type FlagValues,
} from "../../../../src/cli/flags.js";
import { readAcknowledgements } from "../compare/acknowledgements.js";
import type { Change } from "../compare/change.js";
import { DocumentError } from "../document/references.js";
import {
  createReport,
  exitCodeOf,
  FORMATS as REPORT_FORMATS,
  renderReport,
} from "../compare/report.js";
import { printableSource, readSource } from "../compare/source.js";
import { renderAnnotations } from "./annotations.js";
import { compareGraphql, compareModels, compareOpenapi } from "./installed.js";
import { introspect } from "./introspect.js";

/** At most 24 lines of 80 characters, so that the text fits on one screen. */
const HELP = `Usage: cloud-compute-sdk drift <documents> [flags]

Compares the specs that this package was generated from with documents of the
service, and lists what is breaking, deprecated and new for the client.

  --openapi <file or URL>     an OpenAPI 3 document; may be repeated
  --graphql <file or URL>     a schema as SDL, or the JSON response to
                              introspection; a URL is fetched with GET
  --introspect                the schema that CLOUD_COMPUTE_GRAPHQL_URL returns
                              when asked with CLOUD_COMPUTE_API_KEY
  --models <file or URL>      public models, in the form of specs/models.yaml
  --surface <name>            the API that the only --openapi describes, such as
                              rest (default: the one that shares most paths)
  --format <name>             text, markdown, json or github (default: text)
  --json                      the same as --format json
  --acknowledged <file>       a YAML list of { change, reason } for intended
                              breaking changes; change is a line of the report
  --header <"name: value">    a header for every URL; no other key is sent there
  --help                      print this text

Exit codes: 0 no breaking change; 1 a breaking change without acknowledgement,
or an acknowledgement without its change; 2 wrong flags or unreadable input.`;

const FLAGS = {
  texts: ["graphql", "models", "surface", "format", "acknowledged", "header"],
  lists: ["openapi"],
  switches: ["json", "introspect"],
};

const FORMATS = [...REPORT_FORMATS, "github"] as const;
type Format = (typeof FORMATS)[number];

/** `cloud-compute-sdk drift`: lists the differences between documents of the service and this package. */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = readArguments("drift", FLAGS, args);
  if (values["help"] === true) {
    console.log(HELP);
    return 0;
  }
  const documents = readDocumentFlags(values);
  const format = readFormat(values);
  const changes = await Promise.all(documents.map(compare));
  const file = textOf(values, "acknowledged");
  const acknowledgements =
    file === undefined ? [] : await acknowledgementsIn(file);
  const report = createReport(changes.flat(), acknowledgements);
  console.log(renderReport(report, format === "github" ? "text" : format));
  if (format === "github")
    for (const line of renderAnnotations(report)) console.log(line);
  return exitCodeOf(report);
}

/** One document of the service. */
interface ServiceDocument {
  /** What messages call the document. */
  readonly name: string;
  readonly read: () => Promise<string>;
  readonly compare: (text: string) => Change[];
}

async function compare({
  name,
  read,
  compare: compareText,
}: ServiceDocument): Promise<Change[]> {
  const text = await read();
  return withSourceName(name, () => compareText(text));
}

async function readText(source: string, header?: string): Promise<string> {
  try {
    return await readSource(source, header);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new CommandError(2, error.message, { cause: error });
  }
}

async function acknowledgementsIn(file: string) {
  const text = await readText(file);
  return withSourceName(file, () => readAcknowledgements(text));
}

function readDocumentFlags(values: FlagValues): readonly ServiceDocument[] {
  const header = textOf(values, "header");
  const surface = textOf(values, "surface");
  const openapi = textsOf(values, "openapi");
  const graphql = textOf(values, "graphql");
  const models = textOf(values, "models");
  const fromSource = (
    source: string,
    compareText: ServiceDocument["compare"],
  ): ServiceDocument => ({
    name: source,
    read: () => readText(source, header),
    compare: compareText,
  });
  const documents = openapi.map((source) =>
    fromSource(source, (text) => compareOpenapi(text, surface)),
  );
  if (graphql !== undefined)
    documents.push(fromSource(graphql, compareGraphql));
  if (values["introspect"] === true)
    documents.push({
      name: "the answer to introspection",
      read: introspect,
      compare: compareGraphql,
    });
  if (models !== undefined) documents.push(fromSource(models, compareModels));
  if (documents.length === 0)
    throw new CommandError(
      2,
      'pass --openapi, --graphql, --introspect or --models; run "cloud-compute-sdk drift --help" for the flags',
    );
  if (graphql !== undefined && values["introspect"] === true)
    throw new CommandError(2, "pass either --graphql or --introspect");
  if (surface !== undefined && openapi.length !== 1)
    throw new CommandError(2, "--surface is for a single --openapi only");
  return documents;
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
