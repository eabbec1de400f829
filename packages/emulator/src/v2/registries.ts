import type { V2Route } from "../../generated/routes.js";
import { findById } from "../state/account-state.js";
import type { Delegation, RegistryAuth } from "../state/records.js";
import {
  createRegistryAuth,
  deleteRegistryAuth,
} from "../resources/registry-auths.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import { created, toIsoString, type Schemas } from "./schemas.js";

type RegistryRoute = Extract<V2Route, `${string} /v2/registries${string}`>;

/** The handlers of the registries of version 2. */
export const registryHandlers: Handlers<RegistryRoute> = {
  // Before the routes with an id: "delegations" is not an id.
  "GET /v2/registries/delegations": ({ state }) => {
    const delegations = [...state.delegations.values()];
    return ok({
      delegations: delegations.map((each) =>
        delegationView(state.account.id, each),
      ),
    });
  },
  "POST /v2/registries/delegations": ({ state, body }) => {
    const { resource, name = null } = body;
    if (!ARN.test(resource)) throw new Refusal("invalidArn");
    const createdAt = state.clock.now();
    const delegation = { id: state.newId(), name, resource, createdAt };
    state.delegations.set(delegation.id, delegation);
    return created(delegationView(state.account.id, delegation));
  },
  "DELETE /v2/registries/delegations/{id}": ({ state, params }) => {
    if (!state.delegations.delete(params.id))
      throw new Refusal("unknownDelegation");
    return { status: 204 };
  },
  "GET /v2/registries": ({ state }) => {
    const all = [...state.registryAuths.values()];
    return ok({ registries: all.map(registryView) });
  },
  "POST /v2/registries": ({ state, body }) =>
    created(registryView(createRegistryAuth(state, body))),
  "GET /v2/registries/{id}": ({ state, params }) =>
    ok(registryView(findById(state.registryAuths, "registry", params.id))),
  "DELETE /v2/registries/{id}": ({ state, params }) => {
    deleteRegistryAuth(state, params.id);
    return { status: 204 };
  },
};

function registryView({ id, name }: RegistryAuth): Schemas["Registry"] {
  return { id, name };
}

const ARN = /^arn:aws:ecr:([\w-]+):(\d+):repository\/([^:]+)$/;

function delegationView(
  delegatorUserId: string,
  { id, name, resource, createdAt }: Delegation,
): Schemas["EcrDelegation"] {
  const [, awsRegion = "", awsUser = "", repository = ""] =
    ARN.exec(resource) ?? [];
  return {
    id,
    name,
    delegatorUserId,
    awsUser,
    repository,
    tag: "*",
    awsRegion,
    dockerRegistryUri: `${awsUser}.dkr.ecr.${awsRegion}.example`,
    createdAt: toIsoString(createdAt),
  };
}
