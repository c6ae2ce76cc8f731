import { type CampaignRow, couponStatuses, type OperatorRole } from "@tidemark/contracts";
import { Button, Gauge, Tag, type TagTone } from "@tidemark/kit-ui";
import { amountText } from "../../lib/amount.ts";
import { kinds, statuses } from "../../lib/coupon-names.ts";
import { PlainTable } from "../../lib/plain-table.tsx";
import { type Translate, useTexts } from "../../lib/texts.ts";
import type { CampaignAct } from "./campaign-acts.tsx";
import { grantOf, m, states } from "./campaign-messages.ts";

const tones: Readonly<Record<CampaignRow["state"], TagTone>> = {
  DRAFT: "info",
  RUNNING: "brand",
  STOPPED: "neutral",
  ENDED: "neutral",
};

type Props = {
  list: readonly CampaignRow[];
  roles: readonly OperatorRole[];
  ownId: number;
  onAct: (row: CampaignRow, act: CampaignAct) => void;
  onCopy: (row: CampaignRow) => void;
};

function couponsText(t: Translate, { coupons }: CampaignRow): string {
  const present = couponStatuses.filter((status) => coupons[status] > 0);
  if (present.length === 0) return t(m.noCoupons);
  return present.map((status) => `${t(statuses[status])} ${coupons[status].toLocaleString("en-US")}`).join(" · ");
}

function Acts({ row, roles, ownId, onAct, onCopy }: Omit<Props, "list"> & { row: CampaignRow }) {
  const t = useTexts();
  const mayRun = roles.includes("markets");
  const isOwn = row.made?.by === ownId;
  const canStart = row.state === "DRAFT" || row.state === "STOPPED";
  return (
    <span className="flex items-center justify-end gap-1">
      {mayRun && canStart && isOwn && <span className="text-11 text-muted">{t(m.ownMade)}</span>}
      {mayRun && canStart && !isOwn && (
        <Button look="primary" size="sm" onPress={() => onAct(row, "start")} data-testid={`start-${row.id}`}>
          {t(m.start)}
        </Button>
      )}
      {mayRun && row.state === "RUNNING" && (
        <Button look="ghost" size="sm" onPress={() => onAct(row, "stop")} data-testid={`stop-${row.id}`}>
          {t(m.stop)}
        </Button>
      )}
      {roles.includes("treasury") && row.state !== "ENDED" && (
        <Button look="quiet" size="sm" onPress={() => onAct(row, "fund")} data-testid={`fund-${row.id}`}>
          {t(m.fund)}
        </Button>
      )}
      {mayRun && (
        <Button look="quiet" size="sm" onPress={() => onCopy(row)} data-testid={`copy-${row.id}`}>
          {t(m.copy)}
        </Button>
      )}
    </span>
  );
}

function Budget({ row }: { row: CampaignRow }) {
  const t = useTexts();
  const { budget, asset } = row.terms;
  const words = t(m.reservedOf, { reserved: amountText(row.reserved), budget: `${amountText(budget)} ${asset}` });
  return (
    <span className="grid gap-1">
      <span>{words}</span>
      <Gauge label={t(m.reserved)} share={Number(row.reserved) / Number(budget)} valueText={words} isPlain />
    </span>
  );
}

export function CampaignTable({ list, ...acting }: Props) {
  const t = useTexts();
  return (
    <PlainTable
      title={t(m.label)}
      testId="campaigns"
      columns={[
        { title: t(m.campaign) },
        { title: t(m.state) },
        { title: t(m.face), isEnd: true },
        { title: t(m.budget), isEnd: true },
        { title: t(m.paid), isEnd: true },
        { title: t(m.funded), isEnd: true },
        { title: t(m.coupons) },
        { title: t(m.acts), isEnd: true },
      ]}
      rows={list.map((row) => ({
        id: String(row.id),
        cells: [
          <span key="name" className="grid py-1.5" data-testid={`campaign-${row.id}`}>
            <b className="font-semibold">{row.terms.name}</b>
            <span className="text-muted">
              {t(m.by, { id: row.id, kind: t(kinds[row.terms.kind]), grant: t(grantOf(row.terms)) })}
            </span>
          </span>,
          <Tag key="state" tone={tones[row.state]}>
            {t(states[row.state])}
          </Tag>,
          `${amountText(row.terms.face)} ${row.terms.asset}`,
          <Budget key="budget" row={row} />,
          amountText(row.paid),
          row.funded === null ? "–" : amountText(row.funded),
          <span key="coupons" className="block min-w-28 whitespace-normal">
            {couponsText(t, row)}
          </span>,
          <Acts key="acts" row={row} {...acting} />,
        ],
      }))}
    />
  );
}
