// Loaded before a client that knows the hosts of the service by heart: sends its requests to the emulator instead.
const { EMULATOR_ORIGIN = "" } = process.env;
const platformFetch = globalThis.fetch;

/** The address of the emulator for an address of the service; any other address as it is. */
function redirect(address) {
  const url = new URL(address);
  if (!/(^|\.)runpod\.(io|ai)$/.test(url.hostname)) return url;
  return new URL(url.pathname + url.search, EMULATOR_ORIGIN);
}

globalThis.fetch = (input, init) =>
  input instanceof Request
    ? platformFetch(new Request(redirect(input.url), input), init)
    : platformFetch(redirect(String(input)), init);
