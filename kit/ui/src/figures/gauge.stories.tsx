import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Gauge, type GaugeProps, Pips } from "./gauge.tsx";
import { Sparkline } from "./sparkline.tsx";

export default { title: "Figures/Gauge and sparkline" };

/** The same walk every time. */
function walk(seed: number, drift: number): number[] {
  let [state, level] = [seed, 100];
  return Array.from({ length: 40 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    level += (state / 2_147_483_647 - 0.5) * 4 + drift;
    return level;
  });
}

function Level({ name, ...props }: Omit<GaugeProps, "label"> & { name: string }) {
  return (
    <div className="grid w-full max-w-75 gap-2.5 rounded-panel bg-surface p-4 text-12">
      <p className="flex flex-wrap justify-between gap-x-2">
        <span className="text-muted">{name}</span>
        <span className="num font-semibold">{props.valueText}</span>
      </p>
      <Gauge label={name} {...props} />
    </div>
  );
}

function Figures() {
  const t = useStoryTexts();
  return (
    <>
      <Shelf title="A goal ends at its tidemark">
        <Level name={t.volume} share={0} valueText="0.00 / 500.00" />
        <Level name={t.volume} share={0.625} valueText="31,240 / 50,000" />
        <Level name={t.volume} share={1} valueText="50,000,000,000 / 50,000,000,000" />
        <Level name={t.volume} share={0.3} valueText="15,000 / 50,000" isOff />
      </Shelf>
      <Shelf title="A stock drains; a ratio has levels to mind">
        <Level name={t.remaining} share={0.753} valueText="37.65 / 50.00" kind="left" />
        <Level name={t.marginRatio} share={0.0844} valueText="8.44%" kind="left" ticks={[0.6, 0.8]} />
        <div className="grid w-full max-w-75 gap-2.5 rounded-panel bg-surface p-4 text-12">
          <p className="num flex justify-between">
            1,500.00 USDT <span className="text-muted">7 / 12</span>
          </p>
          <Pips label={t.deposit} count={7} total={12} valueText="7 / 12" />
          <Pips label={t.deposit} count={40} total={64} valueText="40 / 64" />
        </div>
      </Shelf>
      <Shelf title="Sparklines run from left to right in every language: up, down, flat, none">
        <Sparkline label={`BTC/USDT, ${t.change}: +4.91%`} points={walk(7, 0.4)} />
        <Sparkline label={`SOL/USDT, ${t.change}: −1.86%`} points={walk(3, -0.4)} />
        <Sparkline label={`USDC/USDT, ${t.change}: 0.00%`} points={[1, 1]} />
        <Sparkline label={t.change} points={[]} />
        <Sparkline label={`ETH/USDT, ${t.change}: +1.37%`} points={walk(11, 0.1)} width={240} height={64} />
      </Shelf>
    </>
  );
}

export const States = { render: () => <Figures /> };
