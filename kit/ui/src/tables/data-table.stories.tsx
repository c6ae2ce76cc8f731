import { ClipboardList } from "lucide-react";
import { type Coin, CoinDisc, coinName, coins } from "../../workshop/coins.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Button } from "../buttons/button.tsx";
import { EmptyState } from "../figures/empty-state.tsx";
import { type DataColumn, DataTable } from "./data-table.tsx";

export default { title: "Tables/Data table" };

type Market = { id: string; coin: Coin; last: string; change: number; volume: string };

const lasts = ["104,286.4", "3,412.18", "0.00000001", "171.42", "1,042,864.00000001"];
const markets: Market[] = Array.from({ length: 5_000 }, (_, index) => ({
  id: `m-${index}`,
  coin: coins[index % coins.length]!,
  last: lasts[index % lasts.length]!,
  change: ((index * 37) % 1_999) / 100 - 10,
  volume: `${((index * 7_919) % 90_000) + 10}.40M`,
}));

function useColumns(): DataColumn<Market>[] {
  const t = useStoryTexts();
  return [
    {
      id: "pair",
      label: t.pair,
      className: "max-w768:w-[38%]",
      sample: "BTC/USDT",
      cell: ({ coin }) => (
        <span className="flex items-center gap-3">
          <CoinDisc coin={coin} />
          <span className="min-w-0">
            <span className="block truncate font-medium">
              {coin}
              <span className="font-normal text-muted">/USDT</span>
            </span>
            <span className="block truncate text-12 text-muted">{coinName(coin)}</span>
          </span>
        </span>
      ),
    },
    {
      id: "last",
      label: t.last,
      align: "end",
      cell: ({ last }) => <span className="num font-medium">{last}</span>,
    },
    {
      id: "change",
      label: t.change,
      align: "end",
      className: "max-w768:w-21",
      compare: (a, b) => a.change - b.change,
      cell: ({ change }) => (
        <span className={`num ${change < 0 ? "text-fall" : "text-rise"}`}>
          {change < 0 ? "−" : "+"}
          {Math.abs(change).toFixed(2)}%
        </span>
      ),
    },
    {
      id: "volume",
      label: t.volume,
      align: "end",
      className: "max-w768:hidden",
      cell: ({ volume }) => <span className="num">{volume}</span>,
    },
    {
      id: "trade",
      label: t.transfer,
      isLabelHidden: true,
      align: "end",
      className: "w-32 max-w768:hidden",
      cell: () => (
        <Button look="quiet" size="sm">
          {t.buy}
        </Button>
      ),
    },
  ];
}

function Markets({ rows }: { rows: Market[] | undefined }) {
  const t = useStoryTexts();
  return (
    <div className="h-105">
      <DataTable
        label={t.assets}
        columns={useColumns()}
        rows={rows}
        rowId={({ id }) => id}
        beginsSorted={{ columnId: "change", direction: "descending" }}
        empty={
          <EmptyState
            icon={<ClipboardList size={24} strokeWidth={1.5} />}
            title={t.nothingFound}
            hint={t.noOrdersHint}
          />
        }
      />
    </div>
  );
}

function WholePage() {
  const t = useStoryTexts();
  return (
    <DataTable
      label={t.assets}
      columns={useColumns()}
      rows={markets.slice(0, 40)}
      rowId={({ id }) => id}
      empty={null}
      scroll="page"
    />
  );
}

export const FiveThousandRows = { render: () => <Markets rows={markets} /> };
export const Loading = { render: () => <Markets rows={undefined} /> };
export const Empty = { render: () => <Markets rows={[]} /> };
export const ScrollsWithThePage = { render: () => <WholePage /> };
export const Terminal = { parameters: { density: "terminal" }, render: () => <Markets rows={markets} /> };
