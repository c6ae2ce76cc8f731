import { Segmented } from "@tidemark/kit-ui";
import { useTexts } from "../i18n/texts.ts";
import { useStored, type ValuationAsset, valuationAsset } from "../storage/choices.ts";
import { m } from "./account-messages.ts";

/** Whether worths are counted in BTC or USDT, on every screen. */
export function ValuationSwitch() {
  const t = useTexts();
  return (
    <Segmented<ValuationAsset>
      label={t(m.countedIn)}
      size="switch"
      items={[
        { id: "BTC", label: "BTC" },
        { id: "USDT", label: "USDT" },
      ]}
      selected={useStored(valuationAsset)}
      onSelect={(id) => valuationAsset.set(id)}
    />
  );
}
