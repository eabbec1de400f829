import type { RestRoute } from "../../generated/routes.js";
import {
  findById,
  findByName,
  type AccountState,
} from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import type { RegistryAuth, Schemas, Template } from "../state/records.js";

type CreateInput = Schemas["ContainerRegistryAuthCreateInput"];
type RegistryAuthRoute = Extract<
  RestRoute,
  `${string} /containerregistryauth${string}`
>;

/** The handlers of the REST routes of container registry credentials. */
export const registryAuthHandlers: Handlers<RegistryAuthRoute> = {
  "GET /containerregistryauth": ({ state }) =>
    ok([...state.registryAuths.values()].map(registryAuthView)),
  "POST /containerregistryauth": ({ state, body }) =>
    ok(registryAuthView(createRegistryAuth(state, body))),
  "GET /containerregistryauth/{containerRegistryAuthId}": ({ state, params }) =>
    ok(registryAuthView(findAuth(state, params.containerRegistryAuthId))),
  "DELETE /containerregistryauth/{containerRegistryAuthId}": ({
    state,
    params,
  }) => {
    deleteRegistryAuth(state, params.containerRegistryAuthId);
    return { status: 204 };
  },
};

/** Saves credentials under a name that is not taken. The password is not stored. */
export function createRegistryAuth(
  state: AccountState,
  { name, username }: CreateInput,
): RegistryAuth {
  if (findByName(state.registryAuths, name)) {
    const reason = "name is taken by another container registry auth";
    throw new Refusal("brokenRule", `${reason}: "${name}"`);
  }
  const auth = { id: state.newId(), name, username };
  state.registryAuths.set(auth.id, auth);
  return auth;
}

/** Changes the user name of credentials. */
export function updateRegistryAuth(
  state: AccountState,
  id: string,
  username: string | null | undefined,
): RegistryAuth {
  const auth = findAuth(state, id);
  auth.username = username ?? auth.username;
  return auth;
}

/** Deletes credentials that no Pod uses. Templates that use them lose them. */
export function deleteRegistryAuth(state: AccountState, id: string): void {
  findAuth(state, id);
  const usesIt = (each: Pick<Template, "containerRegistryAuthId">) =>
    each.containerRegistryAuthId === id;
  const user = [...state.pods.values()].find(usesIt);
  if (user) {
    const reason = `is in use by "${user.id}"`;
    throw new Refusal(
      "brokenRule",
      `the container registry auth "${id}" ${reason}`,
    );
  }
  state.registryAuths.delete(id);
  for (const template of [...state.templates.values()].filter(usesIt))
    state.templates.set(template.id, {
      ...template,
      containerRegistryAuthId: undefined,
    });
}

/** What the APIs show of credentials: neither the user name nor the password. */
export function registryAuthView({
  id,
  name,
}: RegistryAuth): Schemas["ContainerRegistryAuth"] {
  return { id, name };
}

function findAuth(state: AccountState, id: string): RegistryAuth {
  return findById(state.registryAuths, "container registry auth", id);
}
