import type { DepositRow } from "@tidemark/contracts";
import { EmptyState, Gauge, Skeleton, Tag } from "@tidemark/kit-ui";
import { Waves } from "lucide-react";
import { exactText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { LoadFailed } from "../../lib/wallet/load-failed.tsx";
import { TransactionLink } from "../../lib/wallet/transaction-link.tsx";
import { m, stateNames } from "./deposit-messages.ts";
import { progressOf } from "./deposit-progress.ts";
import type { DepositNetwork } from "./deposit-queries.ts";

function OnWay({ row, decimals }: { row: DepositRow; decimals: number }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const progress = progressOf(row);
  const text = t(m.confirmations, { count: String(row.confirmations), needed: String(progress.end) });
  return (
    <li
      className="grid gap-2 border-b border-line py-4 first:pt-0 last:border-b-0"
      data-testid="deposit-on-way"
      data-state={row.state}
    >
      <div className="flex items-center justify-between gap-3 text-14">
        <span>
          <span className="num font-semibold">{own(exactText(row.amount, decimals))}</span>{" "}
          <span className="text-muted">{row.asset}</span>
        </span>
        <Tag tone="info">{t(stateNames[row.state])}</Tag>
      </div>
      <Gauge
        label={t(m.onItsWay)}
        share={progress.share}
        valueText={text}
        ticks={progress.tick === undefined ? [] : [progress.tick]}
      />
      <div className="flex flex-wrap justify-between gap-x-4 text-12 text-muted">
        <span data-testid="deposit-confirmations">{text}</span>
        <span>{row.final === null ? t(m.finalAtTag) : t(m.finalAt, { count: String(row.final) })}</span>
      </div>
      <TransactionLink txid={row.txid} explorer={row.explorer} />
    </li>
  );
}

/** From when on a deposit counts, in the numbers of its network. */
function WhenMine({ network }: { network: DepositNetwork }) {
  const t = useTexts();
  const { shown, final } = network;
  const lines = [
    t(m.seenText),
    ...(final === shown ? [] : [t(m.shownText, { count: String(shown) })]),
    final === null ? t(m.finalTag) : t(m.finalText, { count: String(final) }),
  ];
  return (
    <div className="grid gap-2 border-t border-line pt-4 text-13">
      <h3 className="font-semibold">{t(m.whenMine)}</h3>
      <ol className="grid gap-1.5 text-muted">
        {lines.map((line) => (
          <li key={line} className="text-pretty">
            {line}
          </li>
        ))}
      </ol>
    </div>
  );
}

type DepositsOnWayProps = {
  /** Undefined until loaded. */
  rows: readonly DepositRow[] | undefined;
  isFailed: boolean;
  /** Whether the last answer came. */
  isLive: boolean;
  onRetry: () => void;
  network: DepositNetwork | undefined;
  decimalsOf: (asset: string) => number;
};

/** Deposits that a block contains and that are not credited yet, with their confirmations as they come in. */
export function DepositsOnWay({ rows, isFailed, isLive, onRetry, network, decimalsOf }: DepositsOnWayProps) {
  const t = useTexts();
  return (
    <section className="grid gap-4" data-testid="deposits-on-way">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-14 font-medium">{t(m.onItsWay)}</h2>
        {isLive && rows !== undefined && rows.length > 0 && <Tag tone="brand">{t(m.live)}</Tag>}
      </div>
      {isFailed ? (
        <LoadFailed text={t(m.onItsWayFailed)} onRetry={onRetry} />
      ) : rows === undefined ? (
        <Skeleton className="h-24! w-full">.</Skeleton>
      ) : rows.length === 0 ? (
        <EmptyState icon={<Waves size={24} strokeWidth={1.5} />} title={t(m.nothing)} hint={t(m.nothingHint)} />
      ) : (
        <ul>
          {rows.map((row) => (
            <OnWay key={row.id} row={row} decimals={decimalsOf(row.asset)} />
          ))}
        </ul>
      )}
      {network !== undefined && <WhenMine network={network} />}
    </section>
  );
}
