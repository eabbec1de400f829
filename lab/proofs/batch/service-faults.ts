import type { Emulator } from "cloud-compute-emulator";

const RUN = "POST /v2/{slug}/run";
const STATUS = "GET /v2/{slug}/status/{jobId}";

/** USD that the account has while it has money. */
const FULL_BALANCE = 1_000_000;

/** A way in which the service fails for a while. */
interface ServiceFault {
  readonly name: string;
  readonly begin: (emulator: Emulator) => void;
  /** Ends the fault, unless it ends by itself after some requests. */
  readonly end?: (emulator: Emulator) => void;
}

/**
 * What the service does wrong while processes are killed, one after the other. A fault of submits ends after few answers:
 * what is left of a fault would open the breaker, which then sends one submit in 15 seconds.
 */
export const SERVICE_FAULTS: readonly ServiceFault[] = [
  {
    name: "503 with Retry-After",
    begin: ({ fail }) => {
      const headers = { "retry-after": "0" };
      fail(RUN, { status: 503, headers, times: 1 });
    },
  },
  {
    name: "rate limit",
    begin: ({ fail }) => {
      fail(RUN, { status: 429, headers: { "retry-after": "1" }, times: 2 });
      fail(RUN, { status: 429, times: 2 });
      fail(STATUS, { status: 429, times: 60 });
    },
  },
  {
    name: "connections reset before the request is carried out",
    begin: ({ fail }) => fail(RUN, { reset: "before", times: 1 }),
  },
  {
    name: "connections reset after the request was carried out",
    begin: ({ fail }) => fail(RUN, { reset: "after", times: 1 }),
  },
  {
    name: "503 without Retry-After, for requests that were carried out",
    begin: ({ fail }) => fail(RUN, { status: 503, carriedOut: true, times: 1 }),
  },
  {
    name: "500 for requests that were not carried out",
    begin: ({ fail }) => fail(RUN, { status: 500, times: 1 }),
  },
  {
    name: "slow answers",
    // Some requests are carried out when their process is long dead.
    begin: ({ fail }) => {
      fail(RUN, { delay: 2500, times: 20 });
      fail(STATUS, { delay: 1000, times: 20 });
    },
  },
  {
    name: "wrong key",
    begin: ({ fail }) => {
      fail(RUN, { status: 401, times: 10 });
      fail(STATUS, { status: 401, times: 10 });
    },
  },
  {
    name: "empty balance",
    begin: ({ account }) => account.setBalance(0),
    end: ({ account }) => account.setBalance(FULL_BALANCE),
  },
  {
    name: "status requests fail",
    begin: ({ fail }) => {
      fail(STATUS, { status: 500, times: 40 });
      fail(STATUS, { reset: "before", times: 20 });
    },
  },
];
