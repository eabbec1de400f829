import {
  listOf,
  objectOf,
  own,
  textOf,
  type Json,
  type JsonObject,
} from "./json.js";
import type { Security } from "./model.js";
import { resolve } from "./references.js";

/** The alternatives of a `security` member; undefined when the member is absent. */
export function readSecurity(
  document: JsonObject,
  security: Json | undefined,
): Security | undefined {
  if (!Array.isArray(security)) return undefined;
  const alternatives = security.map((requirement) =>
    Object.entries(objectOf(requirement)).flatMap(([scheme, scopes]) => {
      const name = describeScheme(document, scheme);
      const needed = listOf(scopes).filter(
        (scope) => typeof scope === "string",
      );
      return [name, ...needed.map((scope) => `${name} scope ${scope}`)];
    }),
  );
  // An empty requirement lets anyone in.
  return alternatives.some((parts) => parts.length === 0) ? [] : alternatives;
}

/** `"http bearer"`, `"apiKey query api_key"`: what a client has to do, whatever the scheme is called. */
function describeScheme(document: JsonObject, name: string): string {
  const schemes = objectOf(objectOf(document["components"])["securitySchemes"]);
  const at = ["components", "securitySchemes", name];
  const node = resolve(document, own(schemes, name), at);
  const values = ["type", "scheme", "in", "name", "openIdConnectUrl"]
    .map((key) => textOf(node[key]))
    .filter((text) => text !== "");
  return values.length > 0 ? values.join(" ") : name;
}

/** Which key an operation needs, where the client's key does not do. */
export function problemOfSecurity(
  document: JsonObject,
  operation: JsonObject,
): string | undefined {
  const requirements = listOf(operation["security"] ?? document["security"]);
  const missing = requirements.map((requirement) =>
    Object.keys(objectOf(requirement))
      .map((name) => ({ name, scheme: describeScheme(document, name) }))
      .filter(({ scheme }) => OTHER_KEYS.test(scheme)),
  );
  const [first = []] = missing;
  const shown = first.map(({ name, scheme }) => `${name} (${scheme})`);
  return missing.every((keys) => keys.length > 0) && missing.length > 0
    ? `needs ${shown.join(" and ")}: the client sends its key as a bearer token`
    : undefined;
}

/** The schemes, as `describeScheme` writes them, whose key is no bearer token. */
const OTHER_KEYS =
  /^(http (?!bearer$)|apiKey (?!header authorization$)|mutualTLS$)/i;

/** The address that an operation has of its own; undefined where its address is that of the document. */
export function problemOfServers(
  document: JsonObject,
  item: JsonObject,
  operation: JsonObject,
): string | undefined {
  const addresses = addressesOf(operation["servers"] ?? item["servers"]);
  const common = addressesOf(document["servers"]);
  const [first] = addresses;
  return first === undefined || addresses.some((each) => common.includes(each))
    ? undefined
    : `has the address ${first} of its own: the client sends every call of a surface to one address`;
}

/** The addresses of the servers, in their order. */
export function addressesOf(servers: Json | undefined): string[] {
  return listOf(servers).map((server) => textOf(objectOf(server)["url"]));
}
