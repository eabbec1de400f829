/** Elements by their names, in order. A list has one element for each of its items; undefined has none. */
export interface Elements {
  readonly [name: string]: Content | readonly Content[] | undefined;
}
type Content = string | number | boolean | Elements;

/** An answer in XML. The lists of the service came without a namespace. */
export function xmlResponse(root: Elements, status = 200): Response {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return new Response(declaration + write(root), {
    status,
    headers: { "content-type": "application/xml" },
  });
}

function write(elements: Elements): string {
  return Object.entries(elements)
    .flatMap(([name, content = []]) =>
      [content].flat().map((each) => `<${name}>${contentOf(each)}</${name}>`),
    )
    .join("");
}

function contentOf(content: Content): string {
  return typeof content === "object" ? write(content) : escape(String(content));
}

function escape(text: string): string {
  return text.replace(
    // oxlint-disable-next-line no-control-regex
    /[&<>"'\u0000-\u001f\u007f]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** The texts of all elements with this name, in order: enough for the list of parts that completes an upload. */
export function textsOf(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`, "g");
  return [...xml.matchAll(pattern)].map(([, text = ""]) =>
    text.replace(/&quot;|&#34;|&#x22;/gi, '"'),
  );
}
