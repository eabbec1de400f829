import { PROXY_SOURCE, type ProxySource } from "./settings.js";

/** The hosts of the service, whose Pods and files are at the default addresses. */
const SERVICE_HOST = /(^|\.)runpod\.(io|ai|net)$/;

/** What a client was configured with. Version 2 keeps that itself, 0.1.0 keeps it with its Pods. */
export function findProxySource(cloud: object): ProxySource | undefined {
  const { pods } = cloud as { readonly pods?: object };
  const found: unknown =
    Reflect.get(cloud, PROXY_SOURCE) ?? Reflect.get(pods ?? {}, PROXY_SOURCE);
  return found as ProxySource | undefined;
}

/** Whether the management API of a client is at a host of the service: not at that of an emulator. */
export function isServiceHost({ base }: ProxySource): boolean {
  return base !== "" && SERVICE_HOST.test(new URL(base).hostname);
}
