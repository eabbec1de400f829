import {
  check,
  checkCallbacks,
  checkOptions,
  checkPresent,
  type OptionNames,
} from "../checks.js";
import { InputError, type CallContext } from "../errors.js";
import {
  environment,
  findProxySource,
  isServiceHost,
} from "../http/settings.js";
import { checkAddress } from "../http/url.js";
import type { FileCallOptions } from "./bounds.js";

/** How to reach the files of a volume. `signal` and `timeout` bound the request for the data center of the volume. */
export interface VolumeOptions extends FileCallOptions {
  /**
   * The access key for files, which begins with `user_` on Runpod. It is not the API key: you create it, with its secret,
   * in the settings of the console.
   *
   * @default the environment variable `CLOUD_COMPUTE_S3_ACCESS_KEY_ID`
   */
  readonly accessKeyId?: string | undefined;
  /**
   * The secret of the access key.
   *
   * @default the environment variable `CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY`
   */
  readonly secretAccessKey?: string | undefined;
  /**
   * The address of the files, with `{dataCenter}` in place of the data center's id in lower case, if it is in the address.
   *
   * @default the environment variable `CLOUD_COMPUTE_S3_ENDPOINT`, else the address of the service's own data centers if
   * the management API of the client is at the service's own host
   */
  readonly endpoint?: string | undefined;
  /**
   * Permits `http:` to a host other than loopback. Anyone on the network can then read and change the files on their way.
   *
   * @default false
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /**
   * What sends the requests for files.
   *
   * @default the platform's `fetch`
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const OPTIONS: OptionNames<VolumeOptions> = {
  signal: true,
  timeout: true,
  accessKeyId: true,
  secretAccessKey: true,
  endpoint: true,
  allowInsecureHttp: true,
  fetch: true,
};

const ACCESS_KEY_VARIABLE = "CLOUD_COMPUTE_S3_ACCESS_KEY_ID";
const SECRET_VARIABLE = "CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY";
const ENDPOINT_VARIABLE = "CLOUD_COMPUTE_S3_ENDPOINT";

const DEFAULT_ENDPOINT = "https://s3api-{dataCenter}.runpod.io";

/** The options of a volume, checked, with what the environment adds. */
export interface VolumeSettings {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The address with `{dataCenter}` in it, if it differs between data centers. */
  readonly endpoint: string;
  readonly allowInsecureHttp: boolean | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
}

/** Reads the options and the environment. Nothing was sent when this throws. */
export function readVolumeOptions(
  cloud: object,
  options: VolumeOptions,
  call: CallContext,
): VolumeSettings {
  checkOptions(options, OPTIONS, call);
  checkCallbacks({ fetch: options.fetch }, call);
  const accessKeyId = options.accessKeyId ?? environment(ACCESS_KEY_VARIABLE);
  const secretAccessKey =
    options.secretAccessKey ?? environment(SECRET_VARIABLE);
  const { operation } = call;
  checkPresent(accessKeyId, "accessKeyId", ACCESS_KEY_VARIABLE, operation);
  checkPresent(secretAccessKey, "secretAccessKey", SECRET_VARIABLE, operation);
  checkSecret("accessKeyId", accessKeyId, call);
  checkSecret("secretAccessKey", secretAccessKey, call);
  refuseOtherKeys(accessKeyId, secretAccessKey, call);
  const endpoint =
    options.endpoint ??
    (environment(ENDPOINT_VARIABLE) || defaultEndpoint(cloud));
  checkPresent(endpoint, "endpoint", ENDPOINT_VARIABLE, operation);
  check(typeof endpoint === "string", "endpoint", "must be a string", call);
  const { allowInsecureHttp, fetch } = options;
  const settings = {
    accessKeyId,
    secretAccessKey,
    endpoint,
    allowInsecureHttp,
    fetch,
  };
  // Any data center shows whether the address is one.
  endpointOf(settings, "EU-RO-1");
  return settings;
}

/** The address of the files of a data center, without a slash at its end. */
export function endpointOf(
  { endpoint, allowInsecureHttp }: VolumeSettings,
  dataCenter: string,
): string {
  const filled = endpoint.replaceAll("{dataCenter}", dataCenter.toLowerCase());
  return checkAddress("endpoint", ENDPOINT_VARIABLE, filled, allowInsecureHttp);
}

function checkSecret(
  name: string,
  value: unknown,
  call: CallContext,
): asserts value is string {
  check(
    typeof value === "string" && /^[\x21-\x7e]+$/.test(value),
    name,
    "must be printable ASCII without spaces",
    call,
  );
}

/** The prefixes by which the service marks its keys show which one was given in place of another. */
function refuseOtherKeys(
  accessKeyId: string,
  secretAccessKey: string,
  call: CallContext,
): void {
  const pair =
    "the access key for files and its secret are a pair of their own, which you create in the settings of the console";
  for (const [name, value] of [
    ["accessKeyId", accessKeyId],
    ["secretAccessKey", secretAccessKey],
  ] as const)
    if (value.startsWith("rpa_"))
      throw new InputError(name, `${name} is an API key: ${pair}`, call);
  if (accessKeyId.startsWith("rps_") || secretAccessKey.startsWith("user_"))
    throw new InputError(
      "accessKeyId",
      "accessKeyId and secretAccessKey are exchanged: the secret is the one that begins with rps_",
      call,
    );
}

function defaultEndpoint(cloud: object): string | undefined {
  const source = findProxySource(cloud);
  return source && isServiceHost(source) ? DEFAULT_ENDPOINT : undefined;
}
