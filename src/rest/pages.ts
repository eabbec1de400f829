import type { Page, PagedList } from "./typed-client.js";

/** The cursors of the pages that an iteration has asked for. */
type Cursors = ReadonlySet<string | undefined>;

/**
 * A list that comes in pages. The first page is asked for at once, each further page when an iteration reaches it.
 *
 * @param load asks for the page at a cursor, or for the first one; `asked` are the cursors that lead to a page again
 */
export function createPagedList<Item>(
  first: string | undefined,
  load: (cursor: string | undefined, asked: Cursors) => Promise<Page<Item>>,
): PagedList<Item> {
  const firstPage = load(first, new Set([first]));
  async function* iterate(): AsyncGenerator<Item, void, undefined> {
    const asked = new Set([first]);
    let page = await firstPage;
    yield* page;
    while (page.nextCursor !== undefined) {
      asked.add(page.nextCursor);
      page = await load(page.nextCursor, asked);
      yield* page;
    }
  }
  return Object.assign(firstPage, { [Symbol.asyncIterator]: iterate });
}

/** The cursor of the next page; undefined on the last page, and where the service does not page the list. */
export function nextCursorOf(body: unknown): string | undefined {
  const { pagination } = Object(body) as { readonly pagination?: unknown };
  const { nextCursor, hasNextPage } = Object(pagination) as {
    readonly nextCursor?: unknown;
    readonly hasNextPage?: unknown;
  };
  const isCursor = typeof nextCursor === "string" && nextCursor !== "";
  return isCursor && hasNextPage !== false ? nextCursor : undefined;
}
