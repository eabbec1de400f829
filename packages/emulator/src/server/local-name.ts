/**
 * Whether a host name leads to this machine, or to a machine that its user runs. A page of another site must not reach the
 * emulator by a host name of its own that resolves to this machine (DNS rebinding): a name with a dot is accepted only
 * under a top-level domain that no name server resolves.
 */
export function isLocalName(hostname: string): boolean {
  const isAddress = /^\[.*\]$|^[\d.]+$/.test(hostname);
  const isReserved = /\.(localhost|invalid|test)$/.test(hostname);
  return isAddress || isReserved || !hostname.includes(".");
}

/** Whether a page of this origin runs on this machine, so that a browser may show it the answers. */
export function isLoopbackOrigin(origin: string): boolean {
  // Most requests have no origin: an exception for each of them would be slow.
  if (!URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  const isWeb = protocol === "http:" || protocol === "https:";
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(
    hostname,
  );
  return isWeb && isLoopback;
}

/** Whether an address of a socket is one of this machine. IPv4 may come in the form of IPv6. */
export function isLoopbackAddress(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}
