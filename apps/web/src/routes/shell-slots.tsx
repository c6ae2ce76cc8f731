import { productIds } from "@tidemark/contracts";
import { type ReactNode, useState } from "react";
import { useStored, valuationAsset } from "../lib/storage/choices.ts";
import { useFiatOf, useHoldings, valueText } from "../session/holdings.ts";
import { lazyPart, useLazyPart } from "../shell/loading/lazy-part.ts";
import type { AssetsTotal, ShellSlots, TransferPreset } from "../shell/slots.tsx";

const transferLayer = lazyPart(async () => (await import("./transfer-layer.tsx")).TransferLayer);

/** The total of the user's accounts, loaded while a menu shows it. */
function Total({ children }: { children: (value: AssetsTotal | undefined) => ReactNode }): ReactNode {
  const counted = useStored(valuationAsset);
  const { data } = useHoldings();
  const fiat = useFiatOf()(data?.totalPreestimate ?? "");
  if (data === undefined) return children(undefined);
  return children({
    amount: valueText(data.totalPreestimate, counted),
    ...(fiat === undefined ? {} : { fiat }),
    byProduct: Object.fromEntries(data.products.map(({ product, value }) => [product, valueText(value, counted)])),
  });
}

const usualPreset: TransferPreset = {
  asset: "USDT",
  fromProduct: productIds.wallet,
  toProduct: productIds.spot,
  reloadsAfter: false,
};

/** What the routes supply to the shell, and the dialog that it opens; `layer` belongs beside the page. */
export function useShellSlots(): { readonly slots: ShellSlots; readonly layer: ReactNode } {
  const [preset, setPreset] = useState(usualPreset);
  const { Part: TransferLayer, open, close } = useLazyPart(transferLayer);
  const slots: ShellSlots = {
    total: Total,
    onTransfer: (wish = usualPreset) => {
      setPreset(wish);
      open();
    },
  };
  return { slots, layer: TransferLayer === null ? null : <TransferLayer preset={preset} onClose={close} /> };
}
