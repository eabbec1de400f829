// Runs in a folder where the clients are installed: calls a listening emulator with each of them, over sockets.
import {
  ApolloClient,
  gql as apolloGql,
  HttpLink,
  InMemoryCache,
} from "@apollo/client/core/index.js";
import { Client, fetchExchange, gql } from "@urql/core";
import { GraphQLClient } from "graphql-request";
import OpenAI from "openai";
import createFetchClient from "openapi-fetch";
import runpodSdk from "runpod-sdk";

const { origin, apiKey, endpointId } = JSON.parse(process.argv[2] ?? "{}");
const headers = { authorization: `Bearer ${apiKey}` };
const graphql = `${origin}/graphql`;
const QUERY =
  "query ($id: String) { myself { id } gpuTypes(input: { id: $id }) { id } }";
const variables = { id: "NVIDIA L4" };

const calls = {
  "runpod-sdk": async () => {
    const endpoint = runpodSdk(apiKey, { baseUrl: `${origin}/v2` }).endpoint(
      endpointId,
    );
    const done = await endpoint.runSync({ input: { prompt: ["a"] } });
    const { id } = await endpoint.run({ input: { prompt: "b" } });
    const { status } = await endpoint.status(id);
    const health = await endpoint.health();
    return [done.status, typeof status, health.jobs.completed > 0];
  },
  "openapi-fetch": async () => {
    const client = createFetchClient({ baseUrl: `${origin}/v1`, headers });
    const created = await client.POST("/pods", {
      body: { imageName: "a", networkVolumeId: "" },
    });
    const params = { path: { podId: created.data.id } };
    const stopped = await client.POST("/pods/{podId}/stop", { params });
    const removed = await client.DELETE("/pods/{podId}", { params });
    return [
      created.response.status,
      stopped.data.desiredStatus,
      removed.response.status,
    ];
  },
  "graphql-request": async () => {
    const client = new GraphQLClient(`${graphql}?api_key=${apiKey}`);
    const { gpuTypes } = await client.request(QUERY, variables);
    return gpuTypes;
  },
  "@apollo/client": async () => {
    const link = new HttpLink({ uri: graphql, headers });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await client.query({ query: apolloGql(QUERY), variables });
    return data.gpuTypes.map(({ id }) => ({ id }));
  },
  "@apollo/client by GET": async () => {
    const link = new HttpLink({
      uri: graphql,
      headers,
      useGETForQueries: true,
    });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await client.query({ query: apolloGql(QUERY), variables });
    return data.gpuTypes.map(({ id }) => ({ id }));
  },
  "@urql/core": async () => {
    const client = new Client({
      url: graphql,
      exchanges: [fetchExchange],
      preferGetMethod: false,
      fetchOptions: { headers },
    });
    const { data, error } = await client
      .query(gql(QUERY), variables)
      .toPromise();
    if (error) throw error;
    return data.gpuTypes.map(({ id }) => ({ id }));
  },
  openai: async () => {
    const client = new OpenAI({
      apiKey,
      baseURL: `${origin}/v2/qwen3-32b-awq/openai/v1`,
    });
    const messages = [{ role: "user", content: "Hello" }];
    const stream = await client.chat.completions.create({
      model: "qwen3-32b-awq",
      messages,
      stream: true,
    });
    let text = "";
    for await (const { choices } of stream)
      text += choices[0]?.delta.content ?? "";
    return [text.length > 0];
  },
};

const results = {};
for (const [name, call] of Object.entries(calls)) {
  try {
    results[name] = await call();
  } catch (error) {
    results[name] = String(error?.stack ?? error).slice(0, 500);
  }
}
console.log(JSON.stringify(results));
