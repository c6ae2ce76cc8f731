import { useState } from "react";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Tabs } from "./tabs.tsx";

export default { title: "Choices/Tabs" };

function AllTabs() {
  const t = useStoryTexts();
  const [tab, setTab] = useState<"open" | "positions" | "trigger" | "history" | "assets">("open");
  const items = [
    { id: "open" as const, label: t.openOrders, count: 12 },
    { id: "positions" as const, label: t.positions, count: 3 },
    { id: "trigger" as const, label: t.triggerOrders },
    { id: "history" as const, label: t.historicalOrders },
    { id: "assets" as const, label: t.assets },
  ];
  const shared = { label: t.account, items, selected: tab, onSelect: setTab };
  return (
    <>
      <Shelf title="Head of a page" wide>
        <Tabs {...shared} isPage />
      </Shelf>
      <Shelf title="Head of a panel of the terminal" wide>
        <div className="flex h-9 overflow-x-auto rounded-panel bg-surface px-3 text-12 [scrollbar-width:none]">
          <Tabs {...shared} />
        </div>
      </Shelf>
    </>
  );
}

export const States = { render: () => <AllTabs /> };
