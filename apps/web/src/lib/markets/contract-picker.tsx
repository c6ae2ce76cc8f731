import { classNames, Select } from "@tidemark/kit-ui";
import { useState } from "react";
import type { ContractMarket } from "./market.ts";
import { MarketSearch } from "./market-search.tsx";

export type ContractPickerProps = {
  label: string;
  searchLabel: string;
  contracts: readonly ContractMarket[];
  selected: ContractMarket;
  onSelect: (market: ContractMarket) => void;
  /** At the end of each row. */
  sideOf: (market: ContractMarket) => string;
};

/** The contracts of a page about one of them: a column with a search, on a phone a select. */
export function ContractPicker(props: ContractPickerProps) {
  const { label, searchLabel, contracts, selected, onSelect, sideOf } = props;
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = contracts.filter(({ title, symbol }) => `${title} ${symbol}`.toLowerCase().includes(wanted));
  return (
    <>
      <div className="w980:hidden">
        <Select
          size="form"
          label={label}
          items={contracts.map((market) => ({ id: market.symbol, label: market.title }))}
          selected={selected.symbol}
          onSelect={(symbol) => {
            const market = contracts.find((one) => one.symbol === symbol);
            if (market !== undefined) onSelect(market);
          }}
        />
      </div>
      <nav aria-label={label} className="hidden grid-cols-[minmax(0,1fr)] content-start gap-0.5 w980:grid">
        <MarketSearch label={searchLabel} text={text} onChange={setText} className="mb-2" />
        {found.map((market) => (
          <button
            key={market.symbol}
            type="button"
            aria-current={market.symbol === selected.symbol ? "page" : undefined}
            onClick={() => onSelect(market)}
            className={classNames(
              "flex h-9 items-center justify-between gap-3 rounded-control px-3 text-13 transition-colors hover:text-ink",
              market.symbol === selected.symbol ? "bg-hover font-medium" : "text-muted",
            )}
          >
            <span className="num">{market.title}</span>
            <span className="num text-12">{sideOf(market)}</span>
          </button>
        ))}
      </nav>
    </>
  );
}
