import { expect, test } from "vitest";
import {
  ok,
  type Handler,
  type Handlers,
  type UntypedCall,
} from "../src/requests/handler.js";
import { ApiError } from "../src/http/api-error.js";
import { entriesOf, unhandledAmong } from "../src/requests/route-entry.js";
import { routeTable, unhandledRoutes } from "../src/server/route-table.js";
import { restSurface } from "../src/requests/surfaces.js";
import { operations } from "./support/operations.js";

type PodRoute = "GET /pods/{podId}" | "DELETE /pods/{podId}";

test("the route table has every operation of both documents", () => {
  const routes = routeTable.map(({ route }) => route);
  expect(routes).toEqual(
    expect.arrayContaining(operations.map(({ route }) => route)),
  );
  expect(new Set(routes).size).toBe(routes.length);
});

test("a handler has the types of its route", () => {
  const handler: Handler<"PATCH /networkvolumes/{networkVolumeId}"> = ({
    params,
    body,
  }) => {
    const id: string = params.networkVolumeId;
    const size: number | undefined = body.size;
    // @ts-expect-error: the route has no such parameter
    expect(params.podId).toBeUndefined();
    // @ts-expect-error: the body has no such member
    expect(body.color).toBeUndefined();
    return ok({ id, name: "a", size: size ?? 1, dataCenterId: "EU-RO-1" });
  };
  // @ts-expect-error: the size of a volume is a number
  const wrongBody: Handler<"POST /networkvolumes"> = () => ok({ size: "1" });
  // @ts-expect-error: the operation responds with 204
  const wrongStatus: Handler<"DELETE /pods/{podId}"> = () => ok({});
  expect([handler, wrongBody, wrongStatus]).toHaveLength(3);
});

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
