import { PanelButton } from "@tidemark/kit-ui";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { useHotkey } from "../../lib/hotkeys/hotkeys.ts";
import type { Market } from "../../lib/markets/market.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { MarketList } from "./market-list-part.tsx";
import { m } from "./terminal-messages.ts";

export type MarketSwitcherProps = { market: Market; markets: readonly Market[]; children: ReactNode };

export function MarketSwitcher({ market, markets, children }: MarketSwitcherProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const place = useRef<HTMLSpanElement>(null);
  useHotkey("search", () => place.current?.querySelector("button")?.click());
  return (
    <span ref={place} className="contents">
      <PanelButton
        label={t(m.switchMarket, { pair: market.title })}
        testId="pair-switcher"
        face={children}
        faceClassName="flex h-14 flex-none items-center gap-2.5 rounded-panel px-3 transition-colors data-hovered:bg-hover data-pressed:bg-hover"
        panelClassName="h-105 w-150 max-w-[calc(100vw-16px)]"
      >
        {(close) => (
          <MarketList
            isLayer
            markets={markets}
            current={market}
            onChoose={(chosen) => {
              close();
              void navigate({ to: chosen.path });
            }}
          />
        )}
      </PanelButton>
    </span>
  );
}
