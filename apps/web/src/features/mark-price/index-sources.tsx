import { PageTable, Skeleton, Tag } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import type { ReactNode } from "react";
import { clockText, shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./mark-price-messages.ts";
import { type MarkParts, weightShares } from "./mark-rules.ts";

type Source = MarkParts["sources"][number] & { readonly share: number | undefined };

export type IndexSourcesProps = { market: ContractMarket; sources: MarkParts["sources"] | undefined };

/** The outside prices of the index, what each counts as, and when it came. */
export function IndexSources({ market, sources }: IndexSourcesProps) {
  const t = useTexts();
  const shares = weightShares(sources ?? []);
  const rows: readonly Source[] = (sources ?? []).map((one, index) => ({ ...one, share: shares[index] }));
  const price = (text: string): string => (text === "" ? "—" : shown(text, market.priceDecimals));
  const cellOf = (row: Source, column: string): ReactNode => {
    if (column === "source") return t(m.sourceName, { number: String(row.source + 1) });
    if (column === "weight")
      return <span className="num">{row.share === undefined ? "—" : `${printUnits(BigInt(row.share), 2, 2)}%`}</span>;
    if (column === "price") return <span className="num">{price(row.price)}</span>;
    if (column === "time") return <span className="num text-muted">{row.at === 0 ? "—" : clockText(row.at)}</span>;
    if (row.counted === "") return <Tag tone="warn">{t(row.isFresh ? m.notCounted : m.tooOld)}</Tag>;
    return (
      <span className="inline-flex items-center gap-2">
        {row.counted !== row.price && <Tag tone="warn">{t(m.clamped)}</Tag>}
        <span className="num font-medium">{price(row.counted)}</span>
      </span>
    );
  };
  return (
    <section>
      <h2 className="text-16 font-semibold">{t(m.sources)}</h2>
      <p className="mt-1 max-w-[76ch] pb-1 text-13 text-muted">{t(m.sourcesLead)}</p>
      {sources === undefined ? (
        <Skeleton className="h-32! w-full">.</Skeleton>
      ) : (
        <PageTable
          isDense
          label={t(m.sources)}
          columns={[
            { id: "source", label: t(m.source) },
            { id: "weight", label: t(m.weight), align: "end" },
            { id: "price", label: t(m.price), align: "end" },
            { id: "time", label: t(m.time), align: "end", className: "max-w768:hidden" },
            { id: "counted", label: t(m.counted), align: "end" },
          ]}
          rows={rows}
          keyOf={({ source }) => String(source)}
          cellOf={cellOf}
          rowTestId="index-source"
        />
      )}
    </section>
  );
}
