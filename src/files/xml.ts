/**
 * An element of an XML document. Names are local: the lists of the service came without the namespace of S3, and other
 * servers send that namespace.
 */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** The text directly inside the element. */
  readonly text: string;
}

// The answers of S3 are small trees of elements and text. A reader of a few lines is enough for them: a library for all of
// XML would be larger than the whole entry point, and its entities and namespaces would have to be switched off.

/** A comment, a declaration, a CDATA section, a tag, or text. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s<>/!?]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/gy;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

interface OpenElement {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/** Reads an XML document. Undefined for what is none, such as the HTML page of a proxy or a body that was cut. */
export function readXml(document: string): XmlElement | undefined {
  const text = document.replace(/^\uFEFF/, "");
  const top: OpenElement = { name: "", children: [], text: "" };
  const open = [top];
  let end = 0;
  for (const token of text.matchAll(TOKEN)) {
    end = token.index + token[0].length;
    const [, cdata, closing, name, , empty, characters] = token;
    const current = open.at(-1) ?? top;
    if (cdata !== undefined) current.text += cdata;
    else if (characters !== undefined) current.text += decodeText(characters);
    else if (name === undefined) continue;
    else if (closing) {
      if (open.length === 1 || current.name !== localName(name))
        return undefined;
      open.pop();
    } else {
      const element = { name: localName(name), children: [], text: "" };
      current.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [root, ...others] = top.children;
  const isWhole = end === text.length && open.length === 1;
  return isWhole && others.length === 0 ? root : undefined;
}

/** The text of the first child with this name; undefined where there is none. */
export function childText(
  element: XmlElement | undefined,
  name: string,
): string | undefined {
  return element?.children.find((child) => child.name === name)?.text;
}

/** The children with this name. */
export function childrenOf(
  element: XmlElement,
  name: string,
): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** A text as XML holds it. */
export function escapeXml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function decodeText(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, entity: string) => {
    if (!entity.startsWith("#")) return ENTITIES[entity] ?? whole;
    const isHex = /^#x/i.test(entity);
    const code = isHex ? parseInt(entity.slice(2), 16) : +entity.slice(1);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
