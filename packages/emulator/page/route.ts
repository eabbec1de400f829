import { useEffect, useState } from "preact/hooks";
import { decodeText } from "./text/decode-text.js";

/** The views of the page, in the order of its navigation. */
export const VIEWS = [
  ["jobs", "Jobs"],
  ["requests", "Requests"],
  ["resources", "Resources"],
  ["control", "Control"],
  ["reference", "Reference"],
  ["graphql", "GraphQL"],
  ["connect", "Connect"],
] as const;

type ViewName = (typeof VIEWS)[number][0];

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
  return { view, item: decodeText(rest.join("/")) ?? "" };
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
