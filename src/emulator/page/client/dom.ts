/** An element with its properties and children. Children that are text stay text: nothing is parsed as HTML. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** The element of the page with this id, which is of this class. */
export function getElement<T extends HTMLElement>(
  id: string,
  type: abstract new () => T,
): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new TypeError(`the page has no #${id}`);
  return element;
}

/** The nodes of a description: the parts between backticks become code elements. */
export function renderDescription(text: string): (HTMLElement | string)[] {
  return text
    .split("`")
    .map((part, index) =>
      index % 2 === 1 ? createElement("code", { textContent: part }) : part,
    );
}

/** Sets the text of a node only if the text differs, so that selections and screen readers are not disturbed. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** How a list of items is shown as elements. */
export interface ItemRenderer<Item> {
  readonly key: (item: Item) => string;
  readonly create: (item: Item) => HTMLElement;
  readonly update: (element: HTMLElement, item: Item) => void;
}

/**
 * Makes the children of `parent` show `items` in their order. An item that stays keeps its element, and thereby the focus.
 */
export function renderItems<Item>(
  parent: HTMLElement,
  items: readonly Item[],
  { key, create, update }: ItemRenderer<Item>,
): void {
  const obsolete = new Map<string, HTMLElement>();
  for (const child of parent.children) {
    if (child instanceof HTMLElement)
      obsolete.set(child.dataset["key"] ?? "", child);
  }
  let next = parent.firstElementChild;
  for (const item of items) {
    const itemKey = key(item);
    const element = obsolete.get(itemKey) ?? create(item);
    obsolete.delete(itemKey);
    element.dataset["key"] = itemKey;
    update(element, item);
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
  for (const element of obsolete.values()) element.remove();
}
