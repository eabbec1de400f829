import { useEffect, useState } from "preact/hooks";

/** The views of the page, in the order of its navigation. */
export const VIEWS = [
  ["jobs", "Jobs"],
  ["requests", "Requests"],
  ["resources", "Resources"],
  ["control", "Control"],
  ["connect", "Connect"],
] as const;

export type ViewName = (typeof VIEWS)[number][0];

/** What the address names: a view, and an item within. */
export interface Route {
  readonly view: ViewName;
  /** Empty where no item is open. */
  readonly item: string;
}

/** The address of a view, or of an item within. */
export function hrefOf(view: ViewName, item = ""): string {
  return item === "" ? `#${view}` : `#${view}/${encodeURIComponent(item)}`;
}

function readRoute(): Route {
  const [name, ...rest] = location.hash.slice(1).split("/");
  const [view = "jobs"] = VIEWS.map(([each]) => each).filter(
    (each) => each === name,
  );
  return { view, item: decode(rest.join("/")) };
}

/** Empty where the percent signs of a part stand for no text. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = () => setRoute(readRoute());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}
