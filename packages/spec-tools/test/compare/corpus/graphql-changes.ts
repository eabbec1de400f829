import type { Verdict } from "../../../src/compare/change.js";

/** One change of the frozen schema: what its report says, the text that is replaced, and what replaces it. */
export type GraphqlChange = readonly [
  verdict: Verdict,
  line: string,
  from: string,
  to: string,
];

export const GRAPHQL_CHANGES: readonly GraphqlChange[] = [
  ["new", "`Boat.draft` is new", "berths: Int!", "berths: Int! draft: Int"],
  ["breaking", "`Boat.length` was removed", "length: Float\n", ""],
  [
    "breaking",
    "`Price.perHour` changed type from Float to String",
    "perHour: Float",
    "perHour: String",
  ],
  [
    "compatible",
    "`Price.perHour` changed type from Float to Float!",
    "perHour: Float",
    "perHour: Float!",
  ],
  ["breaking", "`boats` arg kind was removed", ", kind: Kind = SAIL", ""],
  [
    "new",
    "An optional arg max on `boats` was added",
    "= SAIL)",
    "= SAIL, max: Int)",
  ],
  [
    "compatible",
    "`search` arg text changed type from String! to String",
    "text: String!",
    "text: String",
  ],
  [
    "compatible",
    "`boats` arg kind changed defaultValue from SAIL to ROW",
    "Kind = SAIL",
    "Kind = ROW",
  ],
  [
    "new",
    "An optional field name on input type BoatFilter was added",
    "order: Order\n",
    "order: Order name: String\n",
  ],
  ["breaking", "DESC was removed from enum type Order", "  DESC\n", ""],
  ["new", "NONE was added to enum type Order", "  DESC\n", "  DESC\n  NONE\n"],
  [
    "breaking",
    "RAFT was added to enum type Kind",
    "  ROW\n",
    "  ROW\n  RAFT\n",
  ],
  [
    "compatible",
    "SAILING was removed from enum type State: comparisons with it never match again",
    "  SAILING\n",
    "",
  ],
  [
    "new",
    "SUNK was added to enum type State",
    "  SAILING\n",
    "  SAILING\n  SUNK\n",
  ],
  [
    "deprecated",
    "`Boat.berths` is deprecated",
    "berths: Int!",
    "berths: Int! @deprecated",
  ],
  ["deprecated", "`Kind.ROW` is deprecated", "  ROW\n", "  ROW @deprecated\n"],
  ["new", "Time is new", "scalar Date", "scalar Date scalar Time"],
  [
    "compatible",
    "Owner was added to union type Found",
    "Boat | Person",
    "Boat | Person | Owner",
  ],
  [
    "breaking",
    "Boat no longer implements interface Vessel",
    " implements Vessel",
    "",
  ],
  [
    "breaking",
    "Fuel changed from an Enum type to a Scalar type",
    "enum Fuel {\n  DIESEL\n  ELECTRIC\n}",
    "scalar Fuel",
  ],
  [
    "breaking",
    "`Price.currency` changed type from String! to String",
    "currency: String!",
    "currency: String",
  ],
  [
    "breaking",
    "A required arg max on `boats` was added",
    "= SAIL)",
    "= SAIL, max: Int!)",
  ],
  [
    "breaking",
    "`Boat.crew` arg limit changed type from Int to String",
    "limit: Int = 10",
    "limit: String",
  ],
  ["breaking", "`BoatFilter.order` was removed", "  order: Order\n", ""],
  [
    "breaking",
    "`BoatFilter.id` changed type from ID to ID!",
    "input BoatFilter {\n  id: ID",
    "input BoatFilter {\n  id: ID!",
  ],
  [
    "compatible",
    "`BoatInput.name` changed type from String! to String",
    "input BoatInput {\n  name: String!",
    "input BoatInput {\n  name: String",
  ],
  [
    "breaking",
    "A required field name on input type BoatFilter was added",
    "order: Order\n",
    "order: Order name: String!\n",
  ],
  [
    "breaking",
    "Person was removed from union type Found",
    "Boat | Person",
    "Boat",
  ],
];
