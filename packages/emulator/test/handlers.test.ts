import { expect, test } from "vitest";
import type { Handlers, UntypedCall } from "../src/requests/handler.js";
import { ApiError } from "../src/http/api-error.js";
import { entriesOf, unhandledAmong } from "../src/requests/route-entry.js";
import { unhandledRoutes } from "../src/server/route-table.js";
import { restSurface } from "../src/requests/surfaces.js";

type PodRoute = "GET /pods/{podId}" | "DELETE /pods/{podId}";

test("the emulator has a handler for every route of its documents", () => {
  expect(unhandledRoutes).toEqual([]);
});

test("a route without a handler compiles, and is answered with 501", () => {
  const handlers: Handlers<PodRoute> = {
    "DELETE /pods/{podId}": () => ({ status: 204 }),
  };
  const routes = ["GET /pods/{podId}", "DELETE /pods/{podId}"] as const;
  const entries = entriesOf<PodRoute>(restSurface, "/v1", handlers, routes);
  expect(unhandledAmong(entries)).toEqual(["GET /pods/{podId}"]);
  expect(entries.map(({ route }) => route)).toEqual([
    "DELETE /pods/{podId}",
    "GET /pods/{podId}",
  ]);
  expect(() => entries[1]?.handler({} as UntypedCall)).toThrow(
    new ApiError(501, "this route is not emulated: write a handler for it"),
  );
});
