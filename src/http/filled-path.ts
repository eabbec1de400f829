/** What fills the parameters of a route in an address, and the part of the path that the route describes, filled in. */
interface FilledPath {
  readonly parameters: Readonly<Record<string, string>>;
  /** Empty if the route has no parameter. */
  readonly path: string;
}

/** Reads what fills a route (`GET /pods/{podId}`) in an address. */
export function readFilledPath(url: string, route: string): FilledPath {
  const template = route.replace(/^[^/]*/, "").split("/");
  // The address of the surface stands before what the route describes.
  const segments = new URL(url).pathname.split("/").slice(-template.length);
  const parameters: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const name = /^\{(.*)\}$/.exec(template[at] ?? "")?.[1];
    if (name !== undefined) parameters[name] = decodeSegment(segment);
  }
  const hasParameter = Object.keys(parameters).length > 0;
  const path = hasParameter ? `/${segments.slice(1).join("/")}` : "";
  return { parameters, path: decodeSegment(path) };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
