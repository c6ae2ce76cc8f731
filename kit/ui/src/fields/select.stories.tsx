import { useState } from "react";
import { type Coin, CoinDisc, coinName, coins } from "../../workshop/coins.tsx";
import { Opened } from "../../workshop/opened.tsx";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Tag } from "../figures/tag.tsx";
import { ComboBox, Select } from "./select.tsx";

export default { title: "Fields/Select and combo box" };

function CoinSelect({ isSearched = false }: { isSearched?: boolean }) {
  const t = useStoryTexts();
  const [coin, setCoin] = useState<Coin>("USDT");
  const shared = {
    label: t.coin,
    items: coins.map((id) => ({
      id,
      label: id,
      detail: coinName(id),
      icon: <CoinDisc coin={id} />,
      side: id === "SOL" ? <Tag tone="warn">{t.review}</Tag> : <span className="num">8,212.06</span>,
      isDisabled: id === "SOL",
    })),
    selected: coin,
    onSelect: setCoin,
    size: "form" as const,
    className: "w-full max-w-100",
  };
  if (isSearched) return <ComboBox {...shared} searchLabel={t.search} emptyLabel={t.nothingFound} />;
  return <Select {...shared} />;
}

function Closed() {
  const t = useStoryTexts();
  const [unit, setUnit] = useState<"BTC" | "USDT">("BTC");
  const units = [
    { id: "BTC" as const, label: "BTC" },
    { id: "USDT" as const, label: "USDT" },
  ];
  const shared = { label: t.coin, items: units, onSelect: setUnit };
  return (
    <>
      <Shelf title="In a line, as a unit, as a field of the ticket">
        <Select {...shared} selected={unit} />
        <Select {...shared} selected={unit} isQuiet />
        <span className="rounded-panel bg-surface p-2">
          <Select {...shared} selected={unit} size="field" className="w-50" />
        </span>
      </Shelf>
      <Shelf title="As a field of a page: chosen, not yet chosen, wrong, disabled">
        <CoinSelect />
        <Select {...shared} selected={undefined} size="form" placeholder={t.network} className="w-70" />
        <Select {...shared} selected={unit} size="form" problem={t.balanceShort} className="w-70" />
        <Select {...shared} selected={unit} size="form" isDisabled hint={t.nicknameHint} className="w-70" />
      </Shelf>
    </>
  );
}

export const States = { render: () => <Closed /> };
export const Open = {
  render: () => (
    <Opened>
      <CoinSelect />
    </Opened>
  ),
};
export const OpenInTerminal = { parameters: { density: "terminal" }, render: Open.render };
export const Searched = {
  render: () => (
    <Opened>
      <CoinSelect isSearched />
    </Opened>
  ),
};
