import { IconButton } from "@tidemark/kit-ui";
import { ArrowLeftRight, Calculator, Keyboard, SlidersHorizontal } from "lucide-react";
import { useHotkey } from "../../../lib/hotkeys/hotkeys.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { isContract, type Market } from "../../../lib/markets/market.ts";
import { lazyPart, useLazyPart } from "../../../shell/loading/lazy-part.ts";
import { useTradingSettings } from "../../../session/trading-settings.ts";
import { useHotkeyListener } from "../hotkeys/use-hotkey-listener.ts";
import { LayoutMenu } from "../panels/layout-menu.tsx";
import { panelLayouts, type PanelLayout } from "../panels/panel-layout.ts";
import { m } from "./tools-messages.ts";

const settingsDrawer = lazyPart(
  async () => (await import("../../../features/trading-settings/settings-drawer.tsx")).SettingsDrawer,
);

const hotkeysDialog = lazyPart(async () => (await import("../hotkeys/hotkeys-dialog.tsx")).HotkeysDialog);

const calculatorDialog = lazyPart(
  async () => (await import("../../../features/calculator/calculator-dialog.tsx")).CalculatorDialog,
);

export type TerminalToolsProps = { market: Market; layout: PanelLayout; userId: string | undefined };

const faceClassName =
  "inline-grid size-8 place-items-center rounded-control text-muted transition-colors data-hovered:bg-hover data-hovered:text-ink data-pressed:bg-hover";

/** The buttons at the end of the market bar. Loaded once the page is interactive. */
export function TerminalTools({ market, layout, userId }: TerminalToolsProps) {
  const t = useTexts();
  const settings = useLazyPart(settingsDrawer);
  const keys = useLazyPart(hotkeysDialog);
  const calculator = useLazyPart(calculatorDialog);
  useHotkeyListener(useTradingSettings().hasHotkeys);
  useHotkey("settings", settings.open);
  useHotkey("list", keys.open);
  useHotkey("calculator", isContract(market) ? calculator.open : undefined);
  return (
    <>
      {isContract(market) && (
        <IconButton aria-label={t(m.calculator)} onPress={calculator.open} data-testid="calculator-open">
          <Calculator size={16} />
        </IconButton>
      )}
      {isContract(market) && calculator.Part !== null && <calculator.Part market={market} onClose={calculator.close} />}
      <span className="max-w980:hidden">
        <LayoutMenu layout={layout} userId={userId} faceClassName={faceClassName} />
      </span>
      <IconButton
        aria-label={t(m.swap)}
        aria-pressed={layout.isBookFirst}
        onPress={() => panelLayouts.change(userId, { isBookFirst: !layout.isBookFirst })}
        data-testid="layout-swap"
        className="w768:hidden"
      >
        <ArrowLeftRight size={16} />
      </IconButton>
      <IconButton aria-label={t(m.settings)} onPress={settings.open} data-testid="settings-open">
        <SlidersHorizontal size={16} />
      </IconButton>
      <span className="max-w980:hidden">
        <IconButton aria-label={t(m.hotkeys)} onPress={keys.open} data-testid="hotkeys-open">
          <Keyboard size={16} />
        </IconButton>
      </span>
      {keys.Part !== null && <keys.Part onClose={keys.close} />}
      {settings.Part !== null && <settings.Part onClose={settings.close} />}
    </>
  );
}
