import type { Page, PagedList } from "./typed-client.js";

/** What one request for a page gives. */
interface FetchedPage<Item> {
  readonly items: readonly Item[];
  /** `pagination` of the response: the service may leave it out. */
  readonly pagination: unknown;
  /** The error for a response that cannot be used. */
  readonly fail: (problem: string) => Promise<Error>;
}

/**
 * A list that comes in pages. The first page is asked for at once, each further page when an iteration reaches it.
 *
 * @param fetchPage asks for the page at a cursor, or for the first one
 */
export function createPagedList<Item>(
  fetchPage: (cursor: string | undefined) => Promise<FetchedPage<Item>>,
): PagedList<Item> {
  const load = async (
    cursor: string | undefined,
    cursors: Set<string>,
  ): Promise<Page<Item>> => {
    const { items, pagination, fail } = await fetchPage(cursor);
    const nextCursor = nextCursorOf(pagination);
    // Otherwise an iteration would never end.
    if (nextCursor !== undefined && cursors.has(nextCursor))
      throw await fail("a cursor that it has given before");
    if (nextCursor !== undefined) cursors.add(nextCursor);
    const page = Object.defineProperty([...items], "nextCursor", {
      value: nextCursor,
    });
    return page as Item[] & Page<Item>;
  };
  const cursors = new Set<string>();
  const first = load(undefined, cursors);
  async function* iterate(): AsyncGenerator<Item, void, undefined> {
    let page = await first;
    const seen = new Set(cursors);
    for (;;) {
      yield* page;
      if (page.nextCursor === undefined) return;
      page = await load(page.nextCursor, seen);
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: iterate });
}

/** The cursor of the next page; undefined on the last page, and where the service does not page the list. */
function nextCursorOf(pagination: unknown): string | undefined {
  const { nextCursor, hasNextPage } = (pagination ?? {}) as {
    readonly nextCursor?: unknown;
    readonly hasNextPage?: unknown;
  };
  const isCursor = typeof nextCursor === "string" && nextCursor !== "";
  return isCursor && hasNextPage !== false ? nextCursor : undefined;
}
