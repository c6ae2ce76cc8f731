import { calls, consoleCalls, productIds, success } from "@tidemark/contracts";
import {
  type CompanyBalances,
  type CompanyBalancesAsk,
  companyBalancesCall,
  companyCampaignsMax,
} from "@tidemark/contracts/journal";
import { type Answer, answer, type Clock, type CoreClient, given, refuse } from "@tidemark/kit-node";

export type TreasuryDeps = {
  readonly clock: Pick<Clock, "now">;
  readonly core: CoreClient;
  readonly campaigns: (max: number) => Promise<readonly { readonly id: number; readonly name: string }[]>;
};

type FundDays = (typeof calls.insuranceFundDays.answer)["_zod"]["output"];
const insuranceAsk = { product: productIds.futures_usdt, asset: "USDT", days: 30 } as const;

/** The insurance fund at the end of each day, the oldest first; none where the history does not answer. */
async function insuranceDays(core: CoreClient) {
  const reply = await core.ask("history", { call: calls.insuranceFundDays.name, uid: 0, ask: insuranceAsk });
  if (reply?.code !== success) return [];
  const { rows } = reply.data as FundDays;
  return rows.map(({ at, balance }) => ({ at, balance })).toReversed();
}

/** The company's accounts, as the ledger has them behind one batch. It stands outside the modules because its money is of all of them. */
export const treasuryAnswers = ({ clock, core, campaigns }: TreasuryDeps): Answer[] => [
  answer(consoleCalls.treasuryBalances, async () => {
    const named = await campaigns(companyCampaignsMax);
    const ask: CompanyBalancesAsk = { campaigns: named.map(({ id }) => id), accounts: true };
    const [reply, days] = await Promise.all([
      core.ask("now", { call: companyBalancesCall, uid: 0, ask }),
      insuranceDays(core),
    ]);
    if (reply?.code !== success) return refuse("BUSY");
    const { accounts, promo } = reply.data as CompanyBalances;
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return given({
      at: clock.now(),
      seq: reply.seq,
      rows: [...accounts],
      promo: promo.map((row) => ({ ...row, name: names.get(row.campaign) ?? "" })),
      insuranceDays: days,
    });
  }),
];
