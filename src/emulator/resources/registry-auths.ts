import { Refusal } from "../server/refused-error.js";
import { find, type State } from "./state.js";
import type { RegistryAuth, Schemas } from "./records.js";

type CreateInput = Schemas["ContainerRegistryAuthCreateInput"];

/** Saves credentials under a name not yet taken. The password is dropped. */
export function createRegistryAuth(
  state: State,
  { name, username }: CreateInput,
): RegistryAuth {
  if ([...state.auths.values()].some((auth) => auth.name === name)) {
    throw new Refusal(
      400,
      `name is taken by another container registry auth: "${name}"`,
    );
  }
  const auth = { id: state.newId(), name, username };
  state.auths.set(auth.id, auth);
  return auth;
}

/** Deletes credentials that no template and no Pod uses. */
export function deleteRegistryAuth(state: State, id: string): void {
  find(state.auths, "container registry auth", id);
  const users = [...state.templates.values(), ...state.pods.values()];
  const user = users.find(
    ({ containerRegistryAuthId }) => containerRegistryAuthId === id,
  );
  if (user)
    throw new Refusal(
      400,
      `the container registry auth "${id}" is in use by "${user.id}"`,
    );
  state.auths.delete(id);
}

/** What may be shown of credentials. */
export function registryAuthView({
  id,
  name,
}: RegistryAuth): Schemas["ContainerRegistryAuth"] {
  return { id, name };
}
