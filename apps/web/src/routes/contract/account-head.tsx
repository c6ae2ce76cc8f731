import { productIds } from "@tidemark/contracts";
import { Segmented } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./account-messages.ts";
import { type AccountSearch, accountProducts } from "./account-search.ts";

const productTexts = {
  [productIds.futures_usdt]: m.derivatives,
  [productIds.futures_btc]: m.cryptoContract,
} as const;

export type AccountHeadProps = {
  title: string;
  search: AccountSearch;
  /** The coins with an account of their own, and the one that is shown. */
  assets: readonly string[];
  asset: string | undefined;
  onOpen: (search: AccountSearch) => void;
  children: ReactNode;
};

/** The title of a page about one contract account, and the choice of another. */
export function AccountHead({ title, search, assets, asset, onOpen, children }: AccountHeadProps) {
  const t = useTexts();
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-28 font-semibold">{title}</h1>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Segmented
          label={t(m.product)}
          size="switch"
          items={accountProducts.map((one) => ({
            id: String(one),
            label: t(productTexts[one]),
            testId: `account-product-${one}`,
          }))}
          selected={String(search.product)}
          onSelect={(id) => {
            const product = accountProducts.find((one) => String(one) === id);
            if (product !== undefined) onOpen({ product });
          }}
        />
        {assets.length > 1 && asset !== undefined && (
          <Segmented
            label={t(m.asset)}
            size="switch"
            items={assets.map((id) => ({ id, label: assetText(id), testId: `account-asset-${id}` }))}
            selected={asset}
            onSelect={(next) => onOpen({ ...search, asset: next })}
          />
        )}
      </div>
    </header>
  );
}
