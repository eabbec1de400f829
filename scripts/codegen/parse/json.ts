export {
  childPath,
  isObject,
  textOf,
  type Json,
  type JsonObject,
  type Path,
} from "../../../src/document/json.js";
