import type { ItemRecord, ItemState, OpenStore } from "./store.js";

/** How many items are read at once. */
export const PAGE_SIZE = 200;

/** Reads the items of some states by their position, page by page. A page may hold items that have changed since. */
export async function* readPages(
  store: Pick<OpenStore, "list">,
  states: readonly ItemState[],
): AsyncGenerator<readonly ItemRecord[], void, undefined> {
  let after = 0;
  for (;;) {
    const page = await store.list({
      states,
      order: "position",
      after,
      limit: PAGE_SIZE,
    });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.position;
  }
}
