import type { AnswerOf } from "@tidemark/kit-client";
import { PageTable } from "@tidemark/kit-ui";
import { dateText, shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./fund-messages.ts";

type Loss = AnswerOf<"insuranceFundDays">["losses"][number];

export type FundLossesProps = { losses: readonly Loss[] | undefined; asset: string; decimals: number };

/** The largest payments, and what follows where the fund cannot make one. */
export function FundLosses({ losses, asset, decimals }: FundLossesProps) {
  const t = useTexts();
  return (
    <div className="mt-10 grid gap-10 w980:grid-cols-2 w980:gap-12">
      <section>
        <h2 className="pb-2 text-16 font-semibold">{t(m.losses)}</h2>
        {losses === undefined || losses.length === 0 ? (
          <p className="text-13 text-muted">{losses === undefined ? "—" : t(m.noLosses)}</p>
        ) : (
          <PageTable
            isDense
            label={t(m.losses)}
            columns={[
              { id: "time", label: t(m.time) },
              { id: "contract", label: t(m.contract) },
              { id: "paid", label: t(m.paid, { asset }), align: "end" },
            ]}
            rows={losses}
            keyOf={({ at, paid }) => `${at} ${paid}`}
            cellOf={({ at, symbol, paid }, column) => {
              if (column === "time") return <span className="date text-muted">{dateText(at).slice(0, 16)}</span>;
              if (column === "contract")
                return <b className="num font-semibold">{symbol === "" ? "—" : symbol.replace(/-PERP$/, "")}</b>;
              return <span className="num">{shown(paid, decimals)}</span>;
            }}
          />
        )}
      </section>
      <section>
        <h2 className="pb-2 text-16 font-semibold">{t(m.otherwise)}</h2>
        <ol className="grid list-decimal gap-2 ps-5 text-13 marker:text-muted">
          <li>{t(m.takesOver)}</li>
          <li>{t(m.unwinds)}</li>
          <li>{t(m.deleverages)}</li>
        </ol>
        <p className="mt-3 max-w-[60ch] text-13 text-muted">{t(m.rankHint)}</p>
      </section>
    </div>
  );
}
