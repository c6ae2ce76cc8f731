import type { AssetEntry, FlexibleProduct, TermProduct } from "@tidemark/contracts";
import { Button, EmptyState, Skeleton, Tabs } from "@tidemark/kit-ui";
import { Percent } from "lucide-react";
import { useState } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { ExplainedList } from "../../lib/lists/explained-list.tsx";
import { useStored, valuationAsset } from "../../lib/storage/choices.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { valueText } from "../../session/holdings.ts";
import { EarnHistory } from "./earn-history.tsx";
import { m } from "./earn-messages.ts";
import { FlexibleDialog } from "./flexible-dialog.tsx";
import { InterestChart } from "./interest-chart.tsx";
import { OwnTerms } from "./own-terms.tsx";
import { FlexibleRow, type OwnEarn, TermRow } from "./product-lists.tsx";
import { TermDialog } from "./term-dialog.tsx";
import { useEarning, useEarnProducts, useEarnStatus } from "./use-earn.ts";

type EarnKind = "flexible" | "term";

type Opened =
  | { readonly kind: "flexible"; readonly product: FlexibleProduct; readonly isIn: boolean }
  | { readonly kind: "term"; readonly asset: string; readonly days: number };

const coinsOf = (terms: readonly TermProduct[]): readonly string[] => [...new Set(terms.map(({ asset }) => asset))];
const termsOf = (terms: readonly TermProduct[], asset: string) => terms.filter((one) => one.asset === asset);

export type EarnProps = { assets: readonly AssetEntry[]; kind: EarnKind; onKind: (kind: EarnKind) => void };

/** Earn: what can be joined at which rate, what the user has there, and what it brought. */
export function Earn({ assets, kind, onKind }: EarnProps) {
  const t = useTexts();
  const { data: products } = useEarnProducts();
  const { data: status, isError, refetch } = useEarnStatus();
  const [opened, setOpened] = useState<Opened>();
  // Of the newest answer, not of when the dialog was opened: a term is joined at the rate of now.
  const openedTerms = opened?.kind === "term" ? termsOf(products?.terms ?? [], opened.asset) : [];
  const decimalsOf = (asset: string) => assets.find((entry) => entry.asset === asset)?.displayDecimals ?? 8;
  const ownOf = (asset: string) => status?.rows.find((row) => row.asset === asset);
  return (
    <main className="wrap pt-8 pb-20" data-testid="earn">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 w1024:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <Head />
        {status !== undefined && <InterestChart days={status.days} />}
        {status === undefined && !isError && <Skeleton className="h-35! w-full">.</Skeleton>}
        {status === undefined && isError && (
          <EmptyState icon={<Percent size={24} />} title={t(m.statusFailed)} hint="">
            <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
          </EmptyState>
        )}
      </div>
      <Tabs
        isPage
        label={t(m.kinds)}
        items={[
          { id: "flexible", label: t(m.flexible), count: products?.flexible.length ?? 0 },
          { id: "term", label: t(m.term), count: coinsOf(products?.terms ?? []).length },
        ]}
        selected={kind}
        onSelect={onKind}
        panelId="earn-products"
        className="mt-8"
      />
      <section id="earn-products">
        <Products kind={kind} ownOf={ownOf} decimalsOf={decimalsOf} onOpen={setOpened} />
        <p className="mt-3 text-12 text-muted">{t(m.rateRule)}</p>
      </section>
      {status !== undefined && <OwnTerms terms={status.terms} decimalsOf={decimalsOf} />}
      <Source />
      <EarnHistory decimalsOf={decimalsOf} />
      {opened?.kind === "flexible" && (
        <FlexibleDialog
          product={opened.product}
          isIn={opened.isIn}
          bound={requireUnits(ownOf(opened.product.asset)?.bound ?? "0")}
          decimals={decimalsOf(opened.product.asset)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.kind === "term" && openedTerms.length > 0 && (
        <TermDialog
          terms={openedTerms}
          startDays={opened.days}
          decimals={decimalsOf(opened.asset)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </main>
  );
}

type ProductsProps = {
  kind: EarnKind;
  ownOf: (asset: string) => OwnEarn | undefined;
  decimalsOf: (asset: string) => number;
  onOpen: (opened: Opened) => void;
};

function Products({ kind, ownOf, decimalsOf, onOpen }: ProductsProps) {
  const t = useTexts();
  const { data: products, isError, refetch } = useEarnProducts();
  const { earning } = useEarning();
  if (products === undefined)
    return isError ? (
      <EmptyState icon={<Percent size={24} />} title={t(m.failed)} hint="">
        <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
      </EmptyState>
    ) : (
      <Skeleton className="mt-4! h-60! w-full">.</Skeleton>
    );
  if (products[kind === "term" ? "terms" : "flexible"].length === 0)
    return <EmptyState icon={<Percent size={24} strokeWidth={1.5} />} title={t(m.noProducts)} hint="" />;
  return (
    <ul>
      {kind === "flexible"
        ? products.flexible.map((product) => (
            <FlexibleRow
              key={product.asset}
              product={product}
              earning={earning(product.asset)}
              own={ownOf(product.asset)}
              decimals={decimalsOf(product.asset)}
              onIn={() => onOpen({ kind: "flexible", product, isIn: true })}
              onOut={() => onOpen({ kind: "flexible", product, isIn: false })}
            />
          ))
        : coinsOf(products.terms).map((asset) => (
            <TermRow
              key={asset}
              terms={termsOf(products.terms, asset)}
              onJoin={(days) => onOpen({ kind: "term", asset, days })}
            />
          ))}
    </ul>
  );
}

function Head() {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const counted = useStored(valuationAsset);
  const { holdings } = useEarning();
  return (
    <div>
      <h1 className="text-13 text-muted">{t(m.inEarn)}</h1>
      <p className="mt-1 text-40 leading-tight font-semibold tracking-[-0.03em]">
        {holdings === undefined ? (
          <Skeleton>00,000.00</Skeleton>
        ) : (
          <span className="num" data-testid="earn-total" data-seq={holdings.seq}>
            {own(valueText(holdings.earn, counted))}
          </span>
        )}{" "}
        <span className="text-16 font-normal text-muted">{assetText(counted)}</span>
      </p>
      <p className="mt-2 max-w-[48ch] text-13 text-pretty text-muted">{t(m.lead)}</p>
    </div>
  );
}

function Source() {
  const t = useTexts();
  return (
    <ExplainedList
      title={t(m.source)}
      parts={[
        [t(m.pool), t(m.poolText)],
        [t(m.yours), t(m.yoursText)],
        [t(m.wrong), t(m.wrongText)],
      ]}
    />
  );
}
