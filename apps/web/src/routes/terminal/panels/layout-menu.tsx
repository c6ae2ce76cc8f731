import { Button, PanelButton, Segmented, Switch } from "@tidemark/kit-ui";
import { LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import { useWidthFrom } from "../../../lib/device/use-width.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { LayoutSketch } from "./layout-sketch.tsx";
import { panelLayouts, type PanelLayout } from "./panel-layout.ts";
import { m } from "./panels-messages.ts";

export type LayoutMenuProps = { layout: PanelLayout; userId: string | undefined; faceClassName: string };

/** Where the panels are. Each choice is shown at once, in the sketch and behind it. */
export function LayoutMenu({ layout, userId, faceClassName }: LayoutMenuProps) {
  const t = useTexts();
  const isWide = useWidthFrom(1600);
  const change = (part: Partial<PanelLayout>) => panelLayouts.change(userId, part);
  return (
    <PanelButton
      label={t(m.layout)}
      face={<LayoutDashboard size={16} />}
      faceClassName={faceClassName}
      panelClassName="w-80"
      placement="bottom end"
      testId="layout-menu"
    >
      {() => (
        <div className="grid gap-3 p-4 text-12">
          <LayoutSketch layout={layout} hasMarkets={isWide && layout.hasMarkets} />
          <Choice label={t(m.ticket)}>
            <Segmented
              label={t(m.ticket)}
              items={[
                { id: "first", label: t(m.first), testId: "layout-ticket-first" },
                { id: "last", label: t(m.last), testId: "layout-ticket-last" },
              ]}
              selected={layout.ticket}
              onSelect={(ticket) => change({ ticket })}
            />
          </Choice>
          <Choice label={t(m.book)}>
            <Segmented
              label={t(m.book)}
              items={[
                { id: "before", label: t(m.before), testId: "layout-book-before" },
                { id: "after", label: t(m.after), testId: "layout-book-after" },
              ]}
              selected={layout.book}
              onSelect={(book) => change({ book })}
            />
          </Choice>
          <Choice label={t(m.dock)}>
            <Segmented
              label={t(m.dock)}
              items={[
                { id: "beside", label: t(m.beside), testId: "layout-dock-beside" },
                { id: "whole", label: t(m.whole), testId: "layout-dock-whole" },
              ]}
              selected={layout.dock}
              onSelect={(dock) => change({ dock })}
            />
          </Choice>
          <Switch isOn={layout.hasMarkets} onChange={(hasMarkets) => change({ hasMarkets })} testId="layout-markets">
            <span className="grid">
              {t(m.markets)}
              <small className="text-11 text-muted">{t(m.marketsHint)}</small>
            </span>
          </Switch>
          <p className="text-11 text-muted">{t(m.sizesHint)}</p>
          <Button size="sm" onPress={() => panelLayouts.reset(userId)} data-testid="layout-reset">
            {t(m.reset)}
          </Button>
        </div>
      )}
    </PanelButton>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <span className="text-muted">{label}</span>
      {children}
    </div>
  );
}
