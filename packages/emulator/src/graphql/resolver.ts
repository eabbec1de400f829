import type { AccountState } from "../state/account-state.js";
import { withoutBlankIds } from "../blank-ids.js";
import { Refusal } from "../refusals/refusal.js";

/** What every resolver gets beside the arguments of its field. */
export interface Context {
  readonly state: AccountState;
  /** Without a key only the catalog answers. Fields of the account are null. */
  readonly hasKey: boolean;
}

type Resolver<Args, Result> = (args: Args, context: Context) => Result;

/** The `input` argument of a field. The schema lets callers of some fields leave it out. */
export interface InputArgs<Input> {
  readonly input?: Input | null;
}

/** Wraps a mutation: refuses a call without a key. */
export function withKey<Args, Result>(
  mutate: (state: AccountState, args: Args) => Result,
): Resolver<Args, Result> {
  return (args, { state, hasKey }) => {
    if (!hasKey) throw new Refusal("noKey");
    return mutate(state, args);
  };
}

/** Wraps a mutation whose only argument is `input`: refuses a call without a key, 400 without an input. */
export function withInput<Input, Result>(
  mutate: (state: AccountState, input: Input) => Result,
): Resolver<InputArgs<Input>, Result> {
  return withKey((state, { input }) => {
    if (input === null || input === undefined)
      throw new Refusal("brokenRule", "input is required");
    return mutate(state, withoutBlankIds(input) as Input);
  });
}
