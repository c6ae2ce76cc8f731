import type { PublishedAsset } from "@tidemark/contracts";
import { PageTable } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { exactUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { CoinMark } from "../../lib/markets/coin-mark.tsx";
import { CopiedHash } from "./hash-text.tsx";
import { m } from "./proof-messages.ts";

type CoinTableProps = { assets: readonly PublishedAsset[]; decimalsOf: (asset: string) => number };

/** What is owed in each coin, and the root that fixes it. */
export function CoinTable({ assets, decimalsOf }: CoinTableProps) {
  const t = useTexts();
  const rootOf = ({ asset, root }: PublishedAsset) => (
    <CopiedHash hash={root} label={t(m.copyRoot, { asset })} doneLabel={t(m.copied)} testId={`root-${asset}`} />
  );
  const cellOf = (one: PublishedAsset, column: string) => {
    const amount = (units: bigint) => (
      <span className="num">{exactUnits(units, decimalsOf(one.asset), one.scale)}</span>
    );
    switch (column) {
      case "coin":
        return (
          <span className="flex items-center gap-2.5">
            <CoinMark coin={one.asset} />
            <b className="font-semibold">{one.asset}</b>
          </span>
        );
      case "owed":
        return (
          <>
            <b className="font-semibold">{amount(BigInt(one.sum))}</b>
            <span className="block text-muted w768:hidden">{rootOf(one)}</span>
          </>
        );
      case "customers":
        return amount(BigInt(one.customers));
      case "exchange":
        return amount(BigInt(one.sum) - BigInt(one.customers));
      case "leaves":
        return <span className="num">{group(String(one.leaves))}</span>;
      default:
        return rootOf(one);
    }
  };
  return (
    <section>
      <h2 className="text-16 font-semibold">{t(m.coins)}</h2>
      <p className="mt-0.5 pb-2 text-13 text-pretty text-muted">{t(m.coinsHint)}</p>
      <PageTable
        label={t(m.coins)}
        rows={assets}
        keyOf={({ asset }) => asset}
        cellOf={cellOf}
        rowTestId="proof-coin"
        columns={[
          { id: "coin", label: t(m.coin), className: "max-w768:pe-2" },
          { id: "owed", label: t(m.owed), align: "end", className: "max-w768:pe-0" },
          { id: "customers", label: t(m.customers), align: "end", className: "max-w980:hidden" },
          { id: "exchange", label: t(m.ofExchange), align: "end", className: "max-w980:hidden" },
          { id: "leaves", label: t(m.leaves), align: "end", className: "max-w768:hidden" },
          { id: "root", label: t(m.root), align: "end", className: "max-w768:hidden" },
        ]}
      />
    </section>
  );
}
