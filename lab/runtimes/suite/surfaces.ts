import { assert, assertEqual, type Case } from "./context.js";

const VOLUME = { name: "models", size: 10, dataCenterId: "EU-RO-1" };
const VOLUME_ROUTE = "/networkvolumes/{networkVolumeId}";

/** Calls of every surface that succeed. */
export const surfaceCases: readonly Case[] = [
  {
    name: "REST: a Pod is created, read, listed and deleted",
    run: async ({ cloud }) => {
      const { id } = await cloud.pods.create({ imageName: "ubuntu:24.04" });
      assertEqual((await cloud.pods.get(id)).image, "ubuntu:24.04");
      await cloud.pods.stop(id);
      const stopped = await cloud.pods.list({ desiredStatus: "EXITED" });
      assertEqual(
        stopped.map((pod) => pod.id),
        [id],
      );
      await cloud.pods.delete(id);
      assertEqual(await cloud.pods.list(), []);
    },
  },
  ...(["patch", "post"] as const).map((updateMethod) => ({
    name: `REST: an update is spelled ${updateMethod}`,
    run: async ({ cloud, count }: Parameters<Case["run"]>[0]) => {
      const { id } = await cloud.networkVolumes.create(VOLUME);
      const route =
        updateMethod === "patch"
          ? (`PATCH ${VOLUME_ROUTE}` as const)
          : (`POST ${VOLUME_ROUTE}/update` as const);
      const update = async () => {
        const body = { size: 20 };
        const grown = cloud.networkVolumes.update(
          id,
          body,
          {},
          { updateMethod },
        );
        assertEqual((await grown).size, 20);
      };
      assertEqual(await count(update, route), 1);
    },
  })),
  {
    name: "REST: cloud.rest returns data, error and response",
    run: async ({ cloud }) => {
      const found = await cloud.rest.GET("/pods");
      assertEqual([found.data, found.response.status], [[], 200]);
      const path = { podId: "no-such-pod" };
      const missing = await cloud.rest.GET("/pods/{podId}", {
        params: { path },
      });
      assertEqual([missing.data, missing.response.status], [undefined, 404]);
      assert(missing.error !== undefined, "a 404 has an error");
    },
  },
  {
    name: "GraphQL: a shipped document returns data",
    run: async ({ cloud }) => {
      const { gpuTypes } = await cloud.graphql.gpuTypes();
      assert((gpuTypes?.length ?? 0) > 1, "there are GPU types");
    },
  },
  {
    name: "GraphQL: a user's document returns data, with variables",
    run: async ({ cloud }) => {
      const document =
        "query ($input: GpuTypeFilter) { gpuTypes(input: $input) { id } }";
      const input = { id: "NVIDIA L4" };
      assertEqual(await cloud.graphql.request(document, { input }), {
        gpuTypes: [{ id: "NVIDIA L4" }],
      });
    },
  },
];
