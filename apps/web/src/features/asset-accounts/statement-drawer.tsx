import type { AnswerOf } from "@tidemark/kit-client";
import { Drawer, PageTable } from "@tidemark/kit-ui";
import { assetText } from "../../lib/format/asset-text.ts";
import { shown, signedText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { timeText } from "../../lib/order-table/order-texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import type { AccountPlace } from "./account-places.ts";
import { causeTexts, m } from "./statement-messages.ts";

type Line = AnswerOf<"statement">["list"][number];
export type StatementOf = { readonly account: AccountPlace; readonly asset: string; readonly decimals: number };

const bucketTexts: Readonly<Partial<Record<Line["bucket"], (typeof m)["held"]>>> = {
  avail: m.available,
  cash: m.available,
  hold: m.held,
  bonus: m.bonus,
  fundbonus: m.bonus,
  iso: m.isolated,
  iso_short: m.isolated,
  loan: m.owed,
  interest: m.owed,
  earn: m.lent,
};

/** The ledger lines behind a balance. */
export function StatementDrawer({ account, asset, decimals, onClose }: StatementOf & { onClose: () => void }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const list = useList("statement", { asset, product: account.product });
  const cellOf = (line: Line, column: string) => {
    if (column === "what")
      return (
        <>
          {t(causeTexts[line.cause])}{" "}
          <span className="text-muted">
            {line.sub === "" ? "" : `${line.sub} `}
            {t(bucketTexts[line.bucket] ?? m.available)}
          </span>
          <small className="num block text-11 whitespace-nowrap text-muted">
            {timeText(line.at)} #{line.seq}
          </small>
        </>
      );
    const text = column === "change" ? signedText(line.delta, decimals) : shown(line.balance, decimals);
    return <span className={column === "change" ? "num" : "num text-muted"}>{own(text)}</span>;
  };
  return (
    <Drawer
      title={t(m.title, { asset: assetText(asset), account: t(account.title) })}
      closeLabel={t(m.close)}
      onClose={onClose}
      size="wide"
      testId="statement"
    >
      <section
        aria-label={t(m.table)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without pages nothing else here takes the focus, and the keyboard must scroll it
        tabIndex={0}
        className="grid gap-3 px-5 pb-6"
      >
        <p className="text-13 text-pretty text-muted">{t(m.lead)}</p>
        <HistoryList list={list} emptyTitle={t(m.empty)} emptyHint={t(m.emptyHint)}>
          <PageTable<Line>
            label={t(m.table)}
            columns={[
              { id: "what", label: t(m.what) },
              { id: "change", label: t(m.change), align: "end" },
              { id: "balance", label: t(m.balance), align: "end" },
            ]}
            rows={list.items}
            keyOf={(line) => `${line.seq} ${line.ref} ${line.bucket} ${line.sub} ${line.delta} ${line.balance}`}
            cellOf={cellOf}
            rowTestId="statement-line"
          />
        </HistoryList>
      </section>
    </Drawer>
  );
}
