import type { PromoRow, TreasuryRow } from "@tidemark/contracts";
import { EmptyState } from "@tidemark/kit-ui";
import { Landmark } from "lucide-react";
import { amountText } from "../../lib/amount.ts";
import { LineChart } from "../../lib/line-chart.tsx";
import { PlainTable } from "../../lib/plain-table.tsx";
import { products } from "../../lib/product-names.ts";
import { ScrolledPage } from "../../lib/scrolled-page.tsx";
import { useTexts } from "../../lib/texts.ts";
import { timeText } from "../../lib/time.ts";
import { useWatch } from "../../session/watch.ts";
import { accounts, m } from "./treasury-messages.ts";

const readEveryMs = 5_000;
type Account = TreasuryRow["account"];
const order = Object.keys(accounts) as Account[];

function AccountTable({ account, rows }: { account: Account; rows: readonly TreasuryRow[] }) {
  const t = useTexts();
  const { title, hint } = accounts[account];
  return (
    <div className="grid content-start gap-1 rounded-panel border border-line p-4">
      <PlainTable
        title={t(title)}
        testId={`account-${account}`}
        columns={[{ title: t(m.product) }, { title: t(m.asset) }, { title: t(m.amount), isEnd: true }]}
        rows={rows.map(({ product, asset, amount }) => ({
          id: `${product} ${asset}`,
          cells: [products[product] === undefined ? product : t(products[product]), asset, amountText(amount)],
        }))}
      />
      <p className="text-11 text-muted">{t(rows.length === 0 ? m.empty : hint)}</p>
    </div>
  );
}

function PromoTable({ list }: { list: readonly PromoRow[] }) {
  const t = useTexts();
  return (
    <div className="grid content-start gap-1 rounded-panel border border-line p-4">
      <PlainTable
        title={t(m.promo)}
        testId="account-promo"
        columns={[
          { title: t(m.campaign) },
          { title: t(m.product) },
          { title: t(m.asset) },
          { title: t(m.amount), isEnd: true },
        ]}
        rows={list.map(({ campaign, name, product, asset, amount }) => ({
          id: `${campaign} ${product} ${asset}`,
          cells: [
            `${name} (#${campaign})`,
            products[product] === undefined ? product : t(products[product]),
            asset,
            amountText(amount),
          ],
        }))}
      />
      {list.length === 0 && <p className="text-11 text-muted">{t(m.noPromo)}</p>}
    </div>
  );
}

/** What the company's accounts hold, as the ledger has them behind one batch. */
export function TreasuryPage() {
  const t = useTexts();
  const { data, isPending, problem } = useWatch("treasuryBalances", {}, readEveryMs);
  if (isPending) return <div aria-hidden className="m-5 h-60 animate-pulse rounded-panel bg-skeleton" />;
  if (data === undefined)
    return <EmptyState icon={<Landmark size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />;
  const { at, seq, rows, promo, insuranceDays } = data;
  const points = insuranceDays.map(({ balance }) => Number(balance));
  return (
    <ScrolledPage label={t(m.label)} className="space-y-5" testId="treasury">
      <p className="num text-12 text-muted">{t(m.atSeq, { seq: seq.toLocaleString("en-US"), time: timeText(at) })}</p>
      {points.length > 1 && (
        <section className="grid gap-1.5 rounded-panel border border-line p-4" data-testid="insurance-days">
          <h2 className="text-12 text-muted">{t(m.insurance)}</h2>
          <p className="num text-20 leading-6 font-semibold">{amountText(insuranceDays.at(-1)!.balance)}</p>
          <LineChart label={t(m.insurance)} points={points} />
          <p className="text-11 text-muted">{t(m.lastDays)}</p>
        </section>
      )}
      <div className="grid items-start gap-5 w980:grid-cols-2">
        {order.map((account) => (
          <AccountTable key={account} account={account} rows={rows.filter((row) => row.account === account)} />
        ))}
        <PromoTable list={promo} />
      </div>
    </ScrolledPage>
  );
}
