import { Refusal } from "../refusals/refusal.js";
import type { Schemas } from "./schemas.js";

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

interface Page<Item> {
  readonly items: Item[];
  readonly pagination: Schemas["Pagination"];
}

const DEFAULT_LIMIT = 1000;

/**
 * The page of a list that a query asks for. A cursor names the last item of the page before and its position: where that
 * item is gone, the page begins at the position.
 */
export function pageOf<Item extends { readonly id: string }>(
  all: readonly Item[],
  { cursor, limit = DEFAULT_LIMIT }: PageQuery,
): Page<Item> {
  const start = cursor === undefined ? 0 : startAfter(all, cursor);
  const items = all.slice(start, start + limit);
  const end = start + items.length;
  const last = items.at(-1);
  const hasNextPage = end < all.length && last !== undefined;
  return {
    items,
    pagination: {
      hasNextPage,
      nextCursor: hasNextPage ? btoa(`${end}:${last.id}`) : null,
    },
  };
}

function startAfter(
  all: readonly { readonly id: string }[],
  cursor: string,
): number {
  const [, position, id] = /^(\d+):(.+)$/.exec(decode(cursor)) ?? [];
  if (position === undefined) throw new Refusal("invalidCursor");
  const index = all.findIndex((item) => item.id === id);
  // The item before the position is gone: what followed has moved up by one.
  return index === -1 ? Math.max(0, Number(position) - 1) : index + 1;
}

function decode(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}
