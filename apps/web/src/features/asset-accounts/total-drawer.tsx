import type { HoldingRow } from "@tidemark/contracts";
import { Receipt, ReceiptLine } from "@tidemark/kit-ui";
import { assetText } from "../../lib/format/asset-text.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useStored, valuationAsset } from "../../lib/storage/choices.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { type Holdings, valueText } from "../../session/holdings.ts";
import { type AccountPlace, accountPlaces } from "./account-places.ts";
import { StatementFrame } from "./statement/statement-drawer.tsx";
import { StatementLines } from "./statement/statement-lines.tsx";
import { m } from "./statement/statement-messages.ts";

type TotalDrawerProps = {
  /** The account whose total was opened; undefined for that of all accounts. */
  account: AccountPlace | undefined;
  data: Holdings;
  decimalsOf: (asset: string) => number;
  onClose: () => void;
};

/** A total opened: the coins whose worths add up to it, and the ledger lines of all of them. */
export function TotalDrawer({ account, data, decimalsOf, onClose }: TotalDrawerProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const counted = useStored(valuationAsset);
  const rows = data.rows.filter(({ product }) => account === undefined || product === account.product);
  const total =
    account === undefined
      ? data.totalPreestimate
      : data.products.find(({ product }) => product === account.product)?.value;
  const nameOf = ({ product, sub }: HoldingRow): string =>
    sub === "" ? (account === undefined ? t(titleOf(product)) : "") : sub;
  return (
    <StatementFrame
      title={account === undefined ? t(m.allTitle) : t(m.accountTitle, { account: t(account.title) })}
      onClose={onClose}
    >
      <Receipt>
        {rows.map((row) => (
          <ReceiptLine
            key={`${row.product} ${row.sub} ${row.asset}`}
            label={
              <>
                <b className="font-medium text-ink">{assetText(row.asset)}</b> {nameOf(row)}{" "}
                <span className="num">{own(shown(row.total, decimalsOf(row.asset)))}</span>
              </>
            }
            testId="total-part"
          >
            <span className="num">{own(valueText(row.value, counted))}</span>
          </ReceiptLine>
        ))}
        <ReceiptLine label={t(m.worth, { asset: counted })} isTotal testId="total-sum">
          <span className="num">{own(valueText(total ?? "", counted))}</span>
        </ReceiptLine>
      </Receipt>
      <p className="num text-12 text-muted">{t(m.atSeq, { seq: String(data.seq) })}</p>
      <StatementLines
        filter={account === undefined ? {} : { product: account.product }}
        lead={t(m.allLead)}
        decimalsOf={decimalsOf}
      />
    </StatementFrame>
  );
}

const titleOf = (product: number) => accountPlaces.find((place) => place.product === product)!.title;
