import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLive, useTicks, type LiveState } from "./live.js";
import { Notices } from "./parts/notices.js";
import { hrefOf, useRoute, VIEWS, type Route } from "./route.js";
import { formatMoment } from "./text/format.js";
import { ConnectView } from "./views/connect.js";
import { ControlView } from "./views/control.js";
import { JobsView } from "./views/jobs.js";
import { RequestsView } from "./views/requests.js";
import { ResourcesView } from "./views/resources.js";

/** The whole page. */
export function App() {
  const { state, status } = useLive();
  const route = useRoute();
  useFocusKept();
  return (
    <>
      <header class="top">
        <h1>Emulator</h1>
        <nav aria-label="Views">
          {VIEWS.map(([view, text]) => (
            <a
              key={view}
              href={hrefOf(view)}
              aria-current={view === route.view ? "page" : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
        <p class="state">
          {state ? <ClockText state={state} /> : null}
          <span role="status" class={status === "live" ? "live on" : "live"}>
            {status}
          </span>
        </p>
      </header>
      {state ? <View state={state} route={route} /> : <main />}
      <Notices />
    </>
  );
}

interface ViewProps {
  readonly state: LiveState;
  readonly route: Route;
}

function View({ state, route: { view, item } }: ViewProps) {
  switch (view) {
    case "jobs":
      return <JobsView state={state} openId={item} />;
    case "requests":
      return <RequestsView state={state} openId={item} />;
    case "resources":
      return <ResourcesView state={state} />;
    case "control":
      return <ControlView state={state} />;
    case "connect":
      return <ConnectView state={state} />;
  }
}

function ClockText({ state }: { readonly state: LiveState }) {
  useTicks(state.speed > 0, 500);
  const speed = state.speed === 0 ? "manual clock" : `speed ${state.speed}×`;
  return (
    <span class="clock" title="The clock of the emulator">
      <time>{formatMoment(state.present())}</time> <small>{speed}</small>
    </span>
  );
}

/**
 * Keeps the focus on an element that only moved within the page: the browser takes the focus from such an element. Where the
 * element is gone, the focus goes to its row, to the next row, or to what held the rows.
 */
function useFocusKept(): void {
  const places = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) places.current = placesOf(target);
    };
    const forget = () => {
      places.current = [];
    };
    addEventListener("focusin", remember);
    addEventListener("pointerdown", forget);
    return () => {
      removeEventListener("focusin", remember);
      removeEventListener("pointerdown", forget);
    };
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    const place = places.current.find(({ isConnected }) => isConnected);
    if (!place) return;
    const isRow = place.matches("tr");
    const controls = isRow ? place.querySelectorAll("a.open, button") : [];
    const control = [...controls].at(-1);
    const next = control instanceof HTMLElement ? control : place;
    next.focus({ preventScroll: true });
  });
}

/** Where the focus goes, in order: the element, its row, the rows beside, and the section or list around. */
function placesOf(element: HTMLElement): HTMLElement[] {
  const row = element.closest("tr");
  const around = [
    row,
    row?.nextElementSibling,
    row?.previousElementSibling,
    element.closest("section[aria-label]"),
  ];
  return [element, ...around.filter((each) => each instanceof HTMLElement)];
}
