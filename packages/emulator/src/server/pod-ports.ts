import type { Server as HttpServer } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import type { AccountState } from "../state/account-state.js";
import { arePortsOpen, isContainerUp } from "../resources/pod-container.js";
import type { Pod, PodAddress } from "../state/records.js";

/** How many Pods get real ports. The ports of further Pods are shown, but nothing listens there. */
const MAX_PODS = 64;
const SSH_PORT = "22";
const SSH_BANNER = "SSH-2.0-cloud-compute-emulator\r\n";

interface NodeModules {
  readonly net: typeof import("node:net");
  readonly http: typeof import("node:http");
}

/** The listening sockets of one Pod. */
interface OpenPod {
  readonly pod: Pod;
  readonly servers: NetServer[];
  readonly sockets: Set<Socket>;
  /** Filled in when every server listens. */
  address: PodAddress | null;
}

/**
 * The TCP ports of running Pods as real listeners on this machine: an SSH banner at port 22, an HTTP answer at every other.
 * Connections are reset until the ports of the Pod open.
 */
export class PodPorts {
  readonly #state: AccountState;
  readonly #host: string;
  readonly #modules: NodeModules;
  readonly #open = new Map<string, OpenPod>();
  readonly #watch = (podId: string) => this.#update(podId);

  constructor(state: AccountState, host: string, modules: NodeModules) {
    this.#state = state;
    this.#host = host;
    this.#modules = modules;
    state.podWatchers.add(this.#watch);
    state.openPorts = (podId) => this.#open.get(podId)?.address;
    for (const podId of state.pods.keys()) this.#update(podId);
  }

  close(): void {
    this.#state.podWatchers.delete(this.#watch);
    this.#state.openPorts = () => undefined;
    for (const open of this.#open.values()) closeAll(open);
    this.#open.clear();
  }

  #update(podId: string): void {
    const pod = this.#state.pods.get(podId);
    const open = this.#open.get(podId);
    const isUp = pod !== undefined && isContainerUp(this.#state, pod);
    if (open && (!isUp || open.pod !== pod)) {
      closeAll(open);
      this.#open.delete(podId);
    }
    const isOpen = this.#open.has(podId);
    if (isUp && !isOpen && this.#open.size < MAX_PODS) void this.#listen(pod);
  }

  async #listen(pod: Pod): Promise<void> {
    const numbers = pod.ports
      .map((port) => port.split("/"))
      .filter(([, protocol]) => protocol === "tcp")
      .map(([number = ""]) => number);
    const open: OpenPod = {
      pod,
      servers: [],
      sockets: new Set(),
      address: null,
    };
    this.#open.set(pod.id, open);
    const ports: Record<string, number> = {};
    for (const number of numbers) {
      const server = this.#createServer(open, number);
      open.servers.push(server);
      ports[number] = await portOf(server, this.#host);
      // The Pod may have ended in the meantime.
      if (this.#open.get(pod.id) !== open) closeAll(open);
    }
    open.address = { host: this.#host, ports };
  }

  #createServer({ pod, sockets }: OpenPod, port: string): NetServer {
    const server: NetServer | HttpServer =
      port === SSH_PORT
        ? this.#modules.net.createServer((socket) => this.#greet(socket))
        : this.#modules.http.createServer((request, response) => {
            response.setHeader("content-type", "application/json");
            const { url } = request;
            response.end(JSON.stringify({ podId: pod.id, port, path: url }));
          });
    server.prependListener("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => undefined);
      if (!arePortsOpen(this.#state, pod)) socket.resetAndDestroy();
    });
    return server;
  }

  #greet(socket: Socket): void {
    const { bannerMs = 0 } = this.#state.podConditions;
    const clientBanner = new Promise((resolve) => socket.once("data", resolve));
    const timer = setTimeout(() => {
      if (socket.destroyed) return;
      socket.write(SSH_BANNER);
      // No login is possible: an SSH client fails now instead of after its timeout.
      void clientBanner.then(() => socket.end());
    }, bannerMs);
    timer.unref();
    socket.on("close", () => clearTimeout(timer));
    socket.resume();
  }
}

/** Resolves with the port when the server listens. The server does not keep the process alive. */
function portOf(server: NetServer, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, () => {
      server.unref();
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

function closeAll({ servers, sockets }: OpenPod): void {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
}
