import { productIds } from "@tidemark/contracts";
import { type Option, Tag } from "@tidemark/kit-ui";
import { accountNames } from "../../lib/accounts/account-messages.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useHoldings } from "../../session/holdings.ts";
import { suspensionOf, type TransferAsset, type TransferForm } from "./transfer-form.ts";
import { m } from "./transfer-messages.ts";

type AccountsOf = {
  readonly form: TransferForm;
  readonly products: readonly number[];
  readonly statuses: readonly { readonly id: number; readonly transferAvailable: number }[] | undefined;
  readonly assets: readonly TransferAsset[] | undefined;
  readonly decimals: number;
};

/** The accounts to choose from, each with what a transfer may take out of it and with its status. */
export function useAccountOptions({ form, products, statuses, assets, decimals }: AccountsOf): readonly Option[] {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { data } = useHoldings();
  const taking = assets?.find(({ asset }) => asset === form.asset)?.products;
  const balanceOf = (product: number): string => {
    if (data === undefined || taking?.includes(product) !== true) return "–";
    const sub = product === productIds.margin ? form.pair : "";
    const row = data.rows.find((one) => one.product === product && one.asset === form.asset && one.sub === sub);
    // An account without a row holds nothing of the coin.
    return own(shown(row?.available ?? "0", decimals));
  };
  return products.map((product) => {
    const suspension = suspensionOf(product, statuses);
    return {
      id: String(product),
      label: t(accountNames[product as 1]),
      side: (
        <>
          {suspension !== undefined && <Tag tone="warn">{t(m[suspension])}</Tag>}
          <span className="num ps-4 text-ink">{balanceOf(product)}</span>
        </>
      ),
    };
  });
}
