import type { V2Route } from "../../generated/routes.js";
import type { AccountState } from "../state/account-state.js";
import { ok, type Handlers } from "../requests/handler.js";

type AccountRoute = Extract<V2Route, `${string} /v2/account/ssh-keys`>;

/** The handlers of the SSH keys of version 2. GraphQL holds the same keys as one text. */
export const accountHandlers: Handlers<AccountRoute> = {
  "GET /v2/account/ssh-keys": ({ state }) => ok({ keys: keysOf(state) }),
  "PUT /v2/account/ssh-keys": ({ state, body }) => {
    const pubKey = body.keys.join("\n");
    state.userSettings = { ...state.userSettings, pubKey };
    return ok({ keys: keysOf(state) });
  },
};

function keysOf({ userSettings }: AccountState): string[] {
  return userSettings.pubKey
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
