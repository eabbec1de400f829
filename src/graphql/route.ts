/** The route of every call of the GraphQL API, as errors show it. */
export const ROUTE = "POST /graphql";
