import { triggerSources } from "@tidemark/contracts";
import { Button, Drawer, Segmented, Select, Switch } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { playTone } from "../../lib/device/tones.ts";
import { exitUnits } from "../../lib/exits/exit-price.ts";
import { m as exitTexts } from "../../lib/exits/exits-messages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import {
  type AskKind,
  changeTradingSettings,
  resetTradingSettings,
  setAsk,
  useTradingSettings,
} from "../../session/trading-settings.ts";
import { m } from "./trading-settings-messages.ts";

const asks = [
  { kind: "limit", label: m.limit },
  { kind: "market", label: m.market },
  { kind: "trigger", label: m.trigger },
  { kind: "close", label: m.closing, hint: m.closingHint },
  { kind: "flash", label: m.flash, hint: m.flashHint },
  { kind: "reverse", label: m.reverse },
  { kind: "cancelAll", label: m.cancelAll },
] as const satisfies readonly { kind: AskKind; label: unknown; hint?: unknown }[];

/** Everything takes effect at once, also in the other tabs; there is nothing to save. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const settings = useTradingSettings();
  const sound = (hasSounds: boolean) => {
    changeTradingSettings({ hasSounds });
    // What was switched on is played at once, and the browser allows sounds from then on.
    if (hasSounds) playTone("fill");
  };
  return (
    <Drawer
      title={t(m.title)}
      closeLabel={t(m.close)}
      onClose={onClose}
      size="medium"
      testId="trading-settings"
      footer={
        <Button look="ghost" onPress={resetTradingSettings} data-testid="settings-reset">
          {t(m.reset)}
        </Button>
      }
    >
      <div className="grid gap-4 px-5 pb-4">
        <Group title={t(m.asks)}>
          {asks.map(({ kind, label, ...rest }) => (
            <SwitchRow
              key={kind}
              label={t(label)}
              hint={"hint" in rest ? t(rest.hint) : undefined}
              isOn={settings.asks[kind]}
              onChange={(isAsked) => setAsk(kind, isAsked)}
              testId={`ask-${kind}`}
            />
          ))}
        </Group>
        <TicketGroup />
        <FiguresGroup />
        <Group title={t(m.page)}>
          <SwitchRow
            label={t(m.sounds)}
            hint={t(m.soundsHint)}
            isOn={settings.hasSounds}
            onChange={sound}
            testId="settings-sounds"
          />
          <SwitchRow
            label={t(m.hotkeys)}
            hint={t(m.hotkeysHint, { key: "?" })}
            isOn={settings.hasHotkeys}
            onChange={(hasHotkeys) => changeTradingSettings({ hasHotkeys })}
            testId="settings-hotkeys"
          />
        </Group>
      </div>
    </Drawer>
  );
}

function TicketGroup() {
  const t = useTexts();
  const { orderType, sizeUnit, exitUnit, triggerBy } = useTradingSettings();
  return (
    <Group title={t(m.ticket)}>
      <Row label={t(m.orderType)}>
        <Select
          label={t(m.orderType)}
          items={(["LIMIT", "MARKET"] as const).map((id) => ({ id, label: t(m[id]) }))}
          selected={orderType}
          onSelect={(next) => changeTradingSettings({ orderType: next })}
          testId="settings-type"
        />
      </Row>
      <Row label={t(m.sizeUnit)} hint={t(m.sizeUnitHint)}>
        <Select
          label={t(m.sizeUnit)}
          items={(["coin", "value", "lots"] as const).map((id) => ({ id, label: t(m[id]) }))}
          selected={sizeUnit}
          onSelect={(next) => changeTradingSettings({ sizeUnit: next })}
          testId="settings-unit"
        />
      </Row>
      <Row label={t(m.exitUnit)}>
        <Select
          label={t(m.exitUnit)}
          items={exitUnits.map((id) => ({ id, label: t(exitTexts[id]) }))}
          selected={exitUnit}
          onSelect={(next) => changeTradingSettings({ exitUnit: next })}
          testId="settings-exits"
        />
      </Row>
      <Row label={t(m.triggerBy)} hint={t(m.triggerByHint)}>
        <Select
          label={t(m.triggerBy)}
          items={triggerSources.map((id) => ({ id, label: t(exitTexts[id]) }))}
          selected={triggerBy}
          onSelect={(next) => changeTradingSettings({ triggerBy: next })}
          testId="settings-trigger"
        />
      </Row>
    </Group>
  );
}

function FiguresGroup() {
  const t = useTexts();
  const { pnlBy } = useTradingSettings();
  const rise = usePreferences((state) => state.rise);
  return (
    <Group title={t(m.figures)}>
      <Row label={t(m.pnlBy)} hint={t(m.pnlByHint)}>
        <Select
          label={t(m.pnlBy)}
          items={(["MARK", "LAST"] as const).map((id) => ({ id, label: t(exitTexts[id]) }))}
          selected={pnlBy}
          onSelect={(next) => changeTradingSettings({ pnlBy: next })}
          testId="settings-pnl"
        />
      </Row>
      <Row label={t(m.rise)} hint={t(m.riseHint)}>
        <Segmented
          label={t(m.rise)}
          size="switch"
          items={[
            { id: "green", label: t(m.green) },
            { id: "red", label: t(m.red) },
          ]}
          selected={rise}
          onSelect={(next) => usePreferences.setState({ rise: next })}
        />
      </Row>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-12 text-muted">{title}</h3>
      <div className="divide-y divide-line">{children}</div>
    </section>
  );
}

type RowTexts = { label: string; hint?: string | undefined };

function RowLabel({ label, hint }: RowTexts) {
  return (
    <span className="grid min-w-0">
      <span className="text-13 font-medium">{label}</span>
      {hint !== undefined && <small className="text-12 text-muted">{hint}</small>}
    </span>
  );
}

function Row({ children, ...texts }: RowTexts & { children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-3 py-1.5">
      <RowLabel {...texts} />
      <span className="flex-none">{children}</span>
    </div>
  );
}

type SwitchRowProps = RowTexts & { isOn: boolean; onChange: (isOn: boolean) => void; testId: string };

function SwitchRow({ isOn, onChange, testId, ...texts }: SwitchRowProps) {
  return (
    <Switch isOn={isOn} onChange={onChange} testId={testId} className="min-h-10 w-full py-1.5">
      <RowLabel {...texts} />
    </Switch>
  );
}
