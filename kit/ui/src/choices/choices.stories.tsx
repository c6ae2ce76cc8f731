import { useState } from "react";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Checkbox, type CheckboxProps } from "./checkbox.tsx";
import { PercentSlider } from "./percent-slider.tsx";
import { RadioCards } from "./radio-cards.tsx";
import { Segmented } from "./segmented.tsx";
import { Slider } from "./slider.tsx";
import { Switch } from "./switch.tsx";

export default { title: "Choices/Switch, slider, checkbox, radio, segmented" };

function Box({ start, ...props }: Omit<CheckboxProps, "checked" | "onChange"> & { start: boolean }) {
  const [checked, setChecked] = useState(start);
  return <Checkbox {...props} checked={checked} onChange={setChecked} />;
}

function Choices() {
  const t = useStoryTexts();
  const [isOn, setIsOn] = useState(true);
  const [network, setNetwork] = useState<"eth" | "bnb" | "trx">("eth");
  const [asset, setAsset] = useState<"BTC" | "USDT">("USDT");
  const [side, setSide] = useState<"buy" | "sell">("buy");
  const [percent, setPercent] = useState(41);
  const [leverage, setLeverage] = useState(50);
  return (
    <>
      <Shelf title="Checkbox">
        <Box start={false}>{t.openOrders}</Box>
        <Box start>{t.openOrders}</Box>
        <Box start isMixed>
          {t.openOrders}
        </Box>
        <Box start quiet>
          {t.openOrders}
        </Box>
        <Box start={false} isWrong>
          {t.openOrders}
        </Box>
        <Box start isDisabled>
          {t.openOrders}
        </Box>
        <div className="max-w-55 text-13">
          <Box start quiet>
            {t.terms}
          </Box>
        </div>
      </Shelf>
      <Shelf title="Switch" wide>
        <Switch isOn={isOn} onChange={setIsOn} className="max-w-80">
          {t.notifications}
        </Switch>
        <Switch isOn={!isOn} onChange={() => setIsOn(!isOn)} className="max-w-80">
          {t.security}
        </Switch>
        <Switch isOn onChange={() => undefined} isDisabled className="max-w-80">
          {t.verification}
        </Switch>
      </Shelf>
      <Shelf title="Radio cards" wide>
        <div className="max-w-108">
          <RadioCards
            label={t.network}
            items={[
              { id: "eth", label: "Ethereum", detail: <span className="num">12</span> },
              { id: "bnb", label: "BNB Chain", detail: <span className="num">15</span> },
              { id: "trx", label: "Tron", detail: t.review, isDisabled: true },
            ]}
            selected={network}
            onSelect={setNetwork}
          />
        </div>
      </Shelf>
      <Shelf title="Segmented: switch, mode, mini, tool">
        {(["switch", "mini", "tool"] as const).map((size) => (
          <Segmented
            key={size}
            size={size}
            label={t.coin}
            items={[
              { id: "BTC", label: "BTC" },
              { id: "USDT", label: "USDT" },
            ]}
            selected={asset}
            onSelect={setAsset}
          />
        ))}
        <Segmented
          label={t.size}
          items={[
            { id: "buy", label: t.buy, tone: "rise" },
            { id: "sell", label: t.sell, tone: "fall" },
          ]}
          selected={side}
          onSelect={setSide}
          className="w-75"
        />
      </Shelf>
      <Shelf title="Slider: a share of the balance, a leverage, disabled">
        <div className="w-70 rounded-panel bg-surface p-4">
          <PercentSlider label={t.percent} value={percent} onChange={setPercent} />
        </div>
        <div className="w-70 rounded-panel bg-surface p-4">
          <Slider
            label={t.leverage}
            value={leverage}
            onChange={setLeverage}
            min={1}
            max={125}
            stops={[1, 25, 50, 75, 100, 125].map((value) => ({ value, text: `${value}×` }))}
          />
        </div>
        <div className="w-70 rounded-panel bg-surface p-4">
          <PercentSlider label={t.percent} value={0} onChange={() => undefined} isDisabled />
        </div>
      </Shelf>
    </>
  );
}

export const Page = { render: () => <Choices /> };
export const Terminal = { parameters: { density: "terminal" }, render: () => <Choices /> };
