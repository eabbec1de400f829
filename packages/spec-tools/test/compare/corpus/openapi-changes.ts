import type { Json } from "../../../src/document/json.js";

/** One change of the frozen document: the line of its report, its place, and the new value; without one, the place goes. */
export type OpenapiChange = [line: string, place: string, value?: Json];

export const OPENAPI_CHANGES: readonly OpenapiChange[] = [
  [
    "breaking: `boats.list` no longer accepts `header X-Trace`",
    "/boats get parameters 6",
  ],
  [
    "breaking: `limit` of `boats.list` is now serialized as `style pipeDelimited`",
    "/boats get parameters 3 style",
    "pipeDelimited",
  ],
  [
    "breaking: `Boat.length` is now a string",
    "Boat properties length type",
    "string",
  ],
  ["breaking: `Boat.name` may now be missing", "Boat required"],
  [
    "breaking: `boats.update` no longer accepts `berths`",
    "BoatUpdateInput properties berths",
  ],
  [
    "breaking: `EngineInput` no longer accepts `power`",
    "EngineInput properties power",
  ],
  [
    "breaking: `boats.update` now requires `dryRun`",
    "/boats/{boatId}/update post parameters 1",
    {
      name: "dryRun",
      in: "query",
      required: true,
      schema: { type: "boolean" },
    },
  ],
  [
    "new: `boats.launch` now accepts `depth`",
    "/boats/{boatId}/launch post parameters 1",
    { name: "depth", in: "query", schema: { type: "number" } },
  ],
  ["breaking: `boats.launch` was removed", "/boats/{boatId}/launch"],
  [
    'breaking: `POST /boats/{boatId}/update` was removed, so that `boats.update` with `updateMethod: "post"` fails',
    "/boats/{boatId}/update",
  ],
  [
    'breaking: `PATCH /boats/{boatId}` was removed, so that `boats.update` without `updateMethod: "post"` fails',
    "/boats/{boatId} patch",
  ],
  [
    "new: `GET /rafts` is new, and skipped: the generator supports no cookies",
    "x-skipped",
    { "GET /rafts": "the generator supports no cookies." },
  ],
  [
    "deprecated: `boats.get` is deprecated",
    "/boats/{boatId} get deprecated",
    true,
  ],
  [
    "deprecated: `Boat.length` is deprecated",
    "Boat properties length deprecated",
    true,
  ],
  [
    "new: `Boat.state` now lists `SUNK`",
    "Boat properties state enum 3",
    "SUNK",
  ],
  [
    "compatible: `Boat.state` no longer lists `DOCKED`: comparisons with it never match again",
    "Boat properties state enum 2",
  ],
  [
    "new: `kind` of `boats.create` now accepts `RAFT`",
    "BoatCreateInput properties kind enum 3",
    "RAFT",
  ],
  [
    "breaking: `kind` of `boats.create` no longer accepts `ROW`",
    "BoatCreateInput properties kind enum 2",
  ],
  [
    "breaking: `harbor` of `boats.create` is now limited to listed values",
    "BoatCreateInput properties harbor enum",
    ["A"],
  ],
  [
    "compatible: `kind` of `boats.create` is no longer limited to listed values",
    "BoatCreateInput properties kind enum",
  ],
  [
    "breaking: `boats.get` no longer returns a body",
    "/boats/{boatId} get responses 200 content",
  ],
  [
    "new: `boats.launch` now returns a body",
    "/boats/{boatId}/launch post responses 200 content",
    { "application/json": { schema: { $ref: "#/components/schemas/Boat" } } },
  ],
  [
    "breaking: `boats.list` no longer returns `text/csv`",
    "/boats get responses 200 content text/csv",
  ],
  [
    "breaking: `crews.assign` now requires a body",
    "/boats/{boatId}/crew/{crewId} put requestBody required",
    true,
  ],
  [
    "breaking: `Boat.name` may now be null",
    "Boat properties name nullable",
    true,
  ],
  [
    "compatible: `Boat.harbor` may no longer be null",
    "Boat properties harbor nullable",
  ],
  [
    "breaking: `Boat.labels` no longer has additional fields",
    "Boat properties labels additionalProperties",
  ],
  [
    "breaking: `maximum` of `days` of `crews.assign` is now `7`, was `30`",
    "Assignment properties days maximum",
    7,
  ],
  [
    "compatible: `name` of `boats.create` no longer has a `maxLength`",
    "BoatCreateInput properties name maxLength",
  ],
  [
    "breaking: `boats.get` is now called `boats.find`",
    "/boats/{boatId} get operationId",
    "FindBoat",
  ],
  [
    "breaking: the API no longer accepts authentication by `http bearer`",
    "security",
    [{ bearer: [], key: [] }],
  ],
  [
    "compatible: the API no longer requires authentication by `http bearer`",
    "security",
  ],
  [
    "new: the API now accepts authentication by `apiKey query api_key`",
    "security 1",
    { key: [] },
  ],
  [
    "breaking: `crews.list` now requires authentication by `http bearer`",
    "/crews get security",
  ],
  [
    "breaking: the address of the service is now `/v2`, was `/v1`",
    "servers 0 url",
    "/v2",
  ],
  [
    "breaking: the body of `boats.create` no longer accepts fields that its schema does not list",
    "BoatCreateInput additionalProperties",
    false,
  ],
  // Parameters.
  [
    "breaking: `boats.list` no longer accepts `kind`",
    "/boats get parameters 1",
  ],
  [
    "breaking: `boats.list` now requires `harbor`",
    "/boats get parameters 2 required",
    true,
  ],
  [
    "compatible: `boats.trips` no longer requires `since`",
    "/boats/{boatId}/trips get parameters 1 required",
    false,
  ],
  [
    "deprecated: `harbor` of `boats.list` is deprecated",
    "/boats get parameters 2 deprecated",
    true,
  ],
  [
    "breaking: `kind` of `boats.list` is now serialized as `explode false`",
    "/boats get parameters 1 explode",
    false,
  ],
  [
    "new: `crews.count` is new",
    "/crews/count",
    {
      get: {
        operationId: "CountCrews",
        tags: ["crews"],
        responses: { "204": { description: "None." } },
      },
    },
  ],
  // Bodies.
  [
    "breaking: `boats.launch` now accepts a body, which moves the options of a call",
    "/boats/{boatId}/launch post requestBody",
    {
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Assignment" },
        },
      },
    },
  ],
  [
    "breaking: `crews.assign` no longer accepts a body",
    "/boats/{boatId}/crew/{crewId} put requestBody",
  ],
  [
    "compatible: `boats.create` no longer requires a body",
    "/boats post requestBody required",
    false,
  ],
  [
    "breaking: `boats.create` no longer accepts `text/csv`",
    "/boats post requestBody content text/csv",
  ],
  [
    "new: `boats.create` can now accept `application/xml`",
    "/boats post requestBody content application/xml",
    {},
  ],
  [
    "new: `boats.create` now accepts `sails`",
    "BoatCreateInput properties sails",
    { type: "integer" },
  ],
  [
    "breaking: `boats.create` now requires `kind`",
    "BoatCreateInput required 2",
    "kind",
  ],
  [
    "compatible: `boats.create` no longer requires `berths`",
    "BoatCreateInput required 1",
  ],
  [
    "breaking: `length` of `boats.create` is now an integer",
    "BoatCreateInput properties length type",
    "integer",
  ],
  [
    "compatible: `berths` of `boats.create` is now a number",
    "BoatCreateInput properties berths type",
    "number",
  ],
  [
    "compatible: `name` of `boats.create` may now be null",
    "BoatCreateInput properties name nullable",
    true,
  ],
  [
    "breaking: `pattern` of `name` of `boats.create` is now `^a`",
    "BoatCreateInput properties name pattern",
    "^a",
  ],
  // Responses.
  [
    "new: `boats.list` can now return `application/xml`",
    "/boats get responses 200 content application/xml",
    {},
  ],
  ["new: `Boat.sails` is new", "Boat properties sails", { type: "integer" }],
  [
    "compatible: `Boat.berths` is now always present",
    "Boat required 1",
    "berths",
  ],
  [
    "breaking: `Boat.berths` is now a number",
    "Boat properties berths type",
    "number",
  ],
  ["new: `Mooring` now lists `PIER`", "Mooring anyOf 0 enum 3", "PIER"],
];
