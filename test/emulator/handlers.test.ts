import { expect, test } from "vitest";
import {
  ok,
  type Handler,
  type Handlers,
} from "../../src/emulator/server/handler.js";
import { routeTable } from "../../src/emulator/server/route-table.js";
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
  // @ts-expect-error: one of the routes has no handler
  const incomplete: Handlers<PodRoute> = {
    "DELETE /pods/{podId}": () => ({ status: 204 }),
  };
  expect([handler, wrongBody, wrongStatus, incomplete]).toHaveLength(4);
});
