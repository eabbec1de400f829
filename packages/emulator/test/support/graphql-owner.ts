import { createAccount, IMAGE } from "./account.js";

/** Replaces each `{podId}` and its like in a value by what has that name. */
export function fillIds<Value>(
  value: Value,
  ids: Readonly<Record<string, string>>,
): Value {
  const text = JSON.stringify(value).replace(
    /\{(\w+)\}/g,
    (whole, name: string) => ids[name] ?? whole,
  );
  return JSON.parse(text) as Value;
}

/** An account that owns one of everything that an input can name: the same ids each time. */
export async function createOwner() {
  const account = createAccount({ seed: 1 });
  const create = async (path: string, body: object) =>
    (await account.callOk("POST", `/v1/${path}`, body)).id;
  const ask = async (query: string, variables: object = {}) => {
    const request = { query, variables };
    const { headers, body } = await account.call("POST", "/graphql", request);
    const { data, errors = [] } = body as {
      readonly data: unknown;
      readonly errors?: readonly { readonly message: string }[];
    };
    const [error] = errors;
    const warning = headers.get("x-emulator-warning");
    const problem = [error?.message, warning].filter(Boolean).join(" ");
    return { data, problem: problem || undefined };
  };
  const template = { name: "pod template", imageName: IMAGE };
  const place = { size: 10, dataCenterId: "EU-RO-1" };
  const auth = { name: "login", username: "u", password: "p" };
  const workers = { ...template, name: "free", isServerless: true };
  const ids: Record<string, string> = {
    podTemplateId: await create("templates", template),
    templateId: await create("templates", { ...workers, name: "workers" }),
    freeId: await create("templates", workers),
    volumeId: await create("networkvolumes", { name: "v", ...place }),
    unusedVolumeId: await create("networkvolumes", { name: "w", ...place }),
    authId: await create("containerregistryauth", auth),
    podId: await create("pods", { imageName: IMAGE }),
    stoppedId: await create("pods", { imageName: IMAGE }),
  };
  await account.callOk("POST", `/v1/pods/${ids["stoppedId"]}/stop`);
  const endpoint = { templateId: ids["templateId"], name: "e" };
  ids["endpointId"] = await create("endpoints", endpoint);
  const cluster = `createCluster(input: { imageName: "a", gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 }) { id }`;
  const secret = `secretCreate(input: { name: "s", value: "v" }) { id }`;
  const keys = `updateUserSettings(input: { pubKey: "ssh-ed25519 A" }) { id }`;
  const made = (
    await ask(
      `mutation { ${cluster} ${secret} ${keys} createFlashAuthRequest { id } }`,
    )
  ).data as Record<string, { id: string }>;
  ids["clusterId"] = made["createCluster"]?.id ?? "";
  ids["secretId"] = made["secretCreate"]?.id ?? "";
  ids["signInId"] = made["createFlashAuthRequest"]?.id ?? "";
  const fill = <Value>(value: Value) => fillIds(value, ids);
  return {
    fill,
    ask: (query: string, variables: object = {}) =>
      ask(fill(query), fill(variables)),
  };
}
