/** An element with its properties and children. Text is text: nothing is ever parsed as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** The element of the page with this id and of this class. */
export function part<T extends HTMLElement>(
  id: string,
  kind: abstract new () => T,
): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`the page has no #${id}`);
  return found;
}

/** What stands in a description between backticks is code. */
export function prose(text: string): (HTMLElement | string)[] {
  return text
    .split("`")
    .map((piece, index) =>
      index % 2 === 1 ? element("code", { textContent: piece }) : piece,
    );
}

/** Sets a text only where it changes: selections and screen readers stay undisturbed. */
export function say(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes the children of `parent` follow `items`, in their order. What stays keeps its element, and with it the focus.
 */
export function follow<Item>(
  parent: Element,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  make: (item: Item) => HTMLElement,
  update: (made: HTMLElement, item: Item) => void,
): void {
  const present = new Map(
    [...parent.children].map((child) => [
      (child as HTMLElement).dataset["key"] ?? "",
      child as HTMLElement,
    ]),
  );
  let next = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let child = present.get(key);
    present.delete(key);
    if (!child) {
      child = make(item);
      child.dataset["key"] = key;
    }
    update(child, item);
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
  for (const gone of present.values()) gone.remove();
}
