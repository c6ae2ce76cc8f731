import type { HoldingRow } from "@tidemark/contracts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { useMarginAccounts } from "../../session/margin-account.ts";
import { usePositionsNow } from "../../session/position-figures.ts";
import { useUser } from "../../session/user.ts";
import { AccountPositions } from "./account-positions.tsx";
import { BonusList } from "./bonus-list.tsx";
import { EquityTerms } from "./equity-terms.tsx";
import type { StatementPart } from "./statement/statement-check.ts";

type ContractAccountProps = {
  product: number;
  /** The coins that the account holds. */
  rows: readonly HoldingRow[];
  markets: readonly ContractMarket[];
  decimalsOf: (asset: string) => number;
  onStatement: (row: HoldingRow, part?: StatementPart) => void;
};

/** What a contract account has beside its coins: equity as a sum, how near liquidation is, positions and bonus. */
export function ContractAccount({ product, rows, markets, decimalsOf, onStatement }: ContractAccountProps) {
  const userId = useUser()?.userId;
  const accounts = useMarginAccounts(userId)?.filter((account) => account.product === product);
  const positions = usePositionsNow(userId ?? "", userId !== undefined);
  return (
    <>
      {rows.map((row) => (
        <EquityTerms
          key={row.asset}
          row={row}
          account={accounts?.find(({ asset }) => asset === row.asset)}
          decimals={decimalsOf(row.asset)}
          onStatement={(part) => onStatement(row, part)}
        />
      ))}
      {positions !== undefined && (
        <AccountPositions positions={positions.filter((position) => position.product === product)} markets={markets} />
      )}
      {accounts?.map((account) => {
        const row = rows.find(({ asset }) => asset === account.asset);
        return (
          <BonusList
            key={account.asset}
            account={account}
            decimals={decimalsOf(account.asset)}
            onStatement={row === undefined ? undefined : (part) => onStatement(row, part)}
          />
        );
      })}
    </>
  );
}
