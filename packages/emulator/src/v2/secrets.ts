import type { V2Route } from "../../generated/routes.js";
import { findById, type AccountState } from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";
import type { Secret } from "../state/records.js";
import { ok, type Handlers } from "../requests/handler.js";
import { created, toIsoString, type Schemas } from "./schemas.js";

type SecretRoute = Extract<V2Route, `${string} /v2/account/secrets${string}`>;

/** The handlers of the secrets of version 2. GraphQL shows the same secrets. */
export const secretHandlers: Handlers<SecretRoute> = {
  "GET /v2/account/secrets": ({ state, query: { name } }) => {
    const all = [...state.secrets.values()];
    const secrets =
      name === undefined ? all : all.filter((each) => isNamed(each, name));
    return ok({ secrets: secrets.map(secretView) });
  },
  "POST /v2/account/secrets": ({ state, body }) => {
    const { name, description } = body;
    checkName(state, name);
    checkSizes(body);
    const secret: Secret = {
      id: state.newId(),
      name,
      description: description === "" ? null : (description ?? null),
      createdAt: state.clock.now(),
    };
    state.secrets.set(secret.id, secret);
    return created(secretView(secret));
  },
  "GET /v2/account/secrets/{id}": ({ state, params }) =>
    ok(secretView(findSecret(state, params.id))),
  "PATCH /v2/account/secrets/{id}": ({ state, params, body }) => {
    const secret = findSecret(state, params.id);
    checkSizes(body);
    const { value, description } = body;
    const changed: Secret = {
      ...secret,
      ...(value !== undefined && { valueChangedAt: state.clock.now() }),
      ...(description !== undefined && {
        description: description === "" ? null : description,
      }),
    };
    state.secrets.set(secret.id, changed);
    return ok(secretView(changed));
  },
  "DELETE /v2/account/secrets/{id}": ({ state, params }) => {
    findSecret(state, params.id);
    state.secrets.delete(params.id);
    return { status: 204 };
  },
};

function findSecret(state: AccountState, id: string): Secret {
  return findById(state.secrets, "secret", id);
}

function isNamed(secret: Secret, name: string): boolean {
  return secret.name.toLowerCase() === name.toLowerCase();
}

/** The operator's own variables begin with this. */
const RESERVED_NAME = /^runpod/i;

function checkName(state: AccountState, name: string): void {
  if (RESERVED_NAME.test(name))
    throw new Refusal(
      "invalidBody",
      `name must not begin with RUNPOD (it was "${name}")`,
    );
  const isTaken = [...state.secrets.values()].some(
    (secret) => secret.name === name,
  );
  if (isTaken) throw new Refusal("nameTaken", { name });
}

const MAX_VALUE_BYTES = 16 * 2 ** 20;
const MAX_DESCRIPTION_BYTES = 65_535;

/** The document limits characters, and the service limits bytes. */
function checkSizes({
  value = "",
  description = "",
}: Schemas["UpdateSecretRequest"]): void {
  const sizeOf = (text: string) => new TextEncoder().encode(text).length;
  if (sizeOf(value) >= MAX_VALUE_BYTES)
    throw new Refusal("invalidBody", "value must be less than 16 MiB of UTF-8");
  if (sizeOf(description) > MAX_DESCRIPTION_BYTES)
    throw new Refusal(
      "invalidBody",
      `description must be at most ${MAX_DESCRIPTION_BYTES} bytes of UTF-8`,
    );
}

function secretView({
  id,
  name,
  description,
  createdAt,
  valueChangedAt,
}: Secret): Schemas["Secret"] {
  return {
    id,
    name,
    description,
    createdAt: toIsoString(createdAt),
    valueLastUpdatedAt:
      valueChangedAt === undefined ? null : toIsoString(valueChangedAt),
  };
}
