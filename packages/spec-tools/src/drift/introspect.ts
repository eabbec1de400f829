import { getIntrospectionQuery } from "graphql";
import { createClient } from "../../../../src/index.js";
import { CommandError } from "../../../../src/cli/command.js";

/**
 * The answer of the GraphQL service to introspection, as JSON. The client reads the address and the key from the
 * environment, and shows the key nowhere.
 *
 * @throws CommandError with the exit code 2 when the service does not answer introspection
 */
export async function introspect(): Promise<string> {
  try {
    const { graphql } = createClient();
    return JSON.stringify(await graphql.request(getIntrospectionQuery()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      2,
      `the GraphQL service cannot be introspected: ${reason}`,
      { cause: error },
    );
  }
}
