import type { AssetEntry } from "@tidemark/contracts";
import { ComboBox } from "@tidemark/kit-ui";
import { useTexts } from "../i18n/texts.ts";
import { CoinMark } from "../markets/coin-mark.tsx";
import { m } from "./wallet-messages.ts";

type CoinChoiceProps = { assets: readonly AssetEntry[]; selected: string; onSelect: (asset: string) => void };

/** The coin that is to move. */
export function CoinChoice({ assets, selected, onSelect }: CoinChoiceProps) {
  const t = useTexts();
  return (
    <ComboBox
      label={t(m.coin)}
      isLabelHidden
      size="form"
      searchLabel={t(m.searchCoin)}
      emptyLabel={t(m.noCoin)}
      items={assets.map(({ asset }) => ({ id: asset, label: asset, icon: <CoinMark coin={asset} /> }))}
      selected={selected}
      onSelect={onSelect}
      testId="coin"
    />
  );
}
