import type { Context } from "./queries.js";
import { Refusal } from "../server/refused-error.js";
import type { State } from "../resources/state.js";

type Resolver<Args, Result> = (args: Args, context: Context) => Result;

/** A mutation: it needs a key. */
export function signedIn<Args, Result>(
  act: (state: State, args: Args) => Result,
): Resolver<Args, Result> {
  return (args, { state, hasKey }) => {
    if (!hasKey) throw new Refusal(401, "an API key is required");
    return act(state, args);
  };
}

/** A mutation whose one argument is `input`, which the schema lets some callers leave out. */
export function withInput<Input, Result>(
  act: (state: State, input: Input) => Result,
): Resolver<{ readonly input?: Input | null }, Result> {
  return signedIn((state, { input }) => {
    if (input === null || input === undefined)
      throw new Refusal(400, "input is required");
    return act(state, input);
  });
}
