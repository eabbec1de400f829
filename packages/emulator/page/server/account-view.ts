import type { AccountState } from "../../src/state/account-state.js";
import { balanceOf, spendPerHour } from "../../src/machines/balance.js";
import type { AccountView } from "./view.js";

/** What the account has and spends. */
export function accountView(state: AccountState): AccountView {
  const { ledger, charges, openCharges } = state;
  const byKind = { pods: 0, endpoints: 0, networkvolumes: 0 };
  for (const key of openCharges.values()) {
    const charge = charges.get(key);
    if (charge && charge.kind !== "models")
      byKind[charge.kind] += charge.usdPerHour;
  }
  const balance = balanceOf(state);
  return {
    balance,
    isLimited: ledger.isLimited,
    spent: Number((ledger.credit - balance).toFixed(10)),
    spendPerHour: spendPerHour(state),
    byKind,
  };
}
