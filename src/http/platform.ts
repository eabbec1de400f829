/** What `cloud.fetch` and `cloud.rest` need of the platform. The first of their calls loads this. */
export { readBody, toResponse } from "./platform-bodies.js";
