import { ApiError } from "../server/api-error.js";
import { jobSurface, type Surface } from "../server/surfaces.js";

/** The routes by which a worker reports. A worker sends its key as it is; `Bearer` before the key is accepted too. */
export const workerSurface: Surface = {
  ...jobSurface,
  authenticate: (request, isValidKey) => {
    const header = request.headers.get("authorization") ?? "";
    const key = header.replace(/^Bearer +/i, "");
    if (isValidKey(key)) return true;
    const rule = "a worker sends the API key as its Authorization header";
    throw new ApiError(401, header === "" ? rule : "the API key is not valid");
  },
};

/** The routes by which a worker takes jobs: without a key, the service answers as if there were no jobs. */
export const takeSurface: Surface = {
  ...workerSurface,
  authenticate: (request, isValidKey) =>
    request.headers.has("authorization") &&
    workerSurface.authenticate(request, isValidKey),
};
