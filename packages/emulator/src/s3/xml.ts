/** An element: its name, and its text or its children. A list has one element for each of its items. */
export type Element = readonly [name: string, content: Content];
type Content = string | number | boolean | readonly Element[];

/** An answer in XML. The lists of the service came without a namespace. */
export function xmlResponse(root: Element, status = 200): Response {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return new Response(declaration + write(root), {
    status,
    headers: { "content-type": "application/xml" },
  });
}

function write([name, content]: Element): string {
  const inner =
    typeof content === "object"
      ? content.map(write).join("")
      : escape(String(content));
  return `<${name}>${inner}</${name}>`;
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
