import { Button, classNames, ComboBox, type Option, Select } from "@tidemark/kit-ui";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { m as orderTexts } from "../../lib/order-table/order-table-messages.ts";
import { m } from "./order-filters-messages.ts";
import { OrderIdFilter } from "./order-id-filter.tsx";
import {
  endedStatuses,
  hasFilter,
  kindsOf,
  type OrderList,
  type OrdersSearch,
  type SideFilter,
  sidesOf,
} from "./orders-search.ts";
import { RangeFilter } from "./range-filter.tsx";

export type FilterBarProps = {
  list: OrderList;
  search: OrdersSearch;
  markets: readonly Market[];
  /** The next address; a filter that is undefined is taken away. */
  onChange: (change: FilterChange) => void;
  /** At the end of the bar: the export, or what can be done with the whole list. */
  children: ReactNode;
};
type FilterChange = { readonly [K in keyof Omit<OrdersSearch, "product">]: OrdersSearch[K] | undefined };

const noFilters: FilterChange = {
  symbol: undefined,
  side: undefined,
  kind: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
  id: undefined,
};

const all = "all";
/** As low as the buttons of a bar; a filter that is set has a ring. */
const look = (isSet: boolean): string =>
  classNames("[--field-height:32px] [&_button]:text-13", isSet && "[&_button]:ring-1 [&_button]:ring-brand");

/** What a list is narrowed to. It is part of the address, so that a link shows the same list. */
export function FilterBar({ list, search, markets, onChange, children }: FilterBarProps) {
  const t = useTexts();
  const { symbol, side, kind, status, from, to, id } = search;
  const sides = sidesOf(list, search.product);
  const kinds = kindsOf(list);
  const sideText = (one: SideFilter): string => (one === "long" || one === "short" ? t(m[one]) : t(orderTexts[one]));
  const hasAny = [symbol, side, kind, status, from, to, id].some((value) => value !== undefined);
  return (
    <section aria-label={t(m.filters)} className="flex flex-wrap items-center gap-2 py-4">
      {/* On a phone they are one line that scrolls. */}
      <div className="flex min-w-0 items-center gap-2 *:flex-none max-w768:w-full max-w768:overflow-x-auto max-w768:fade-end w768:flex-wrap">
        <ComboBox
          label={t(m.market)}
          size="field"
          searchLabel={t(m.searchMarket)}
          emptyLabel={t(m.noMarket)}
          items={[
            { id: all, label: t(m.allMarkets) },
            ...markets.map((market) => ({ id: market.symbol, label: market.title })),
          ]}
          selected={symbol ?? all}
          onSelect={(next) => onChange({ symbol: next === all ? undefined : next })}
          className={look(symbol !== undefined)}
          testId="filter-market"
        />
        <Choice
          label={t(m.side)}
          allLabel={t(m.allSides)}
          items={sides.map((one) => ({ id: one, label: sideText(one) }))}
          selected={side !== undefined && sides.includes(side) ? side : undefined}
          onSelect={(next) => onChange({ side: next })}
          testId="filter-side"
        />
        {hasFilter(list, "kind") && (
          <Choice
            label={t(m.type)}
            allLabel={t(m.allTypes)}
            items={kinds.map((one) => ({ id: one, label: t(orderTexts[one]) }))}
            selected={kind !== undefined && kinds.includes(kind) ? kind : undefined}
            onSelect={(next) => onChange({ kind: next })}
            testId="filter-type"
          />
        )}
        {hasFilter(list, "status") && (
          <Choice
            label={t(m.status)}
            allLabel={t(m.allStatuses)}
            items={endedStatuses.map((one) => ({ id: one, label: t(m[one]) }))}
            selected={endedStatuses.find((one) => one === status)}
            onSelect={(next) => onChange({ status: next })}
            testId="filter-status"
          />
        )}
        {hasFilter(list, "range") && <RangeFilter from={from} to={to} onChange={onChange} />}
        {hasAny && (
          <Button look="quiet" size="sm" onPress={() => onChange(noFilters)} data-testid="filter-clear">
            <X aria-hidden size={14} />
            {t(m.clear)}
          </Button>
        )}
      </div>
      <div className="ms-auto flex items-center gap-2">
        {hasFilter(list, "id") && <OrderIdFilter key={id ?? ""} id={id} onChange={(next) => onChange({ id: next })} />}
        {children}
      </div>
    </section>
  );
}

type ChoiceProps<Id extends string> = {
  label: string;
  allLabel: string;
  items: readonly Option<Id>[];
  selected: Id | undefined;
  onSelect: (id: Id | undefined) => void;
  testId: string;
};

/** One of a few, or all of them. */
function Choice<Id extends string>({ label, allLabel, items, selected, onSelect, testId }: ChoiceProps<Id>) {
  return (
    <Select<Id | typeof all>
      label={label}
      size="field"
      items={[{ id: all, label: allLabel }, ...items]}
      selected={selected ?? all}
      onSelect={(next) => onSelect(next === all ? undefined : (next as Id))}
      className={look(selected !== undefined)}
      testId={testId}
    />
  );
}
