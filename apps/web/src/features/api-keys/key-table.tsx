import type { Permission } from "@tidemark/contracts";
import { Menu, PageTable, Tag, type TagTone } from "@tidemark/kit-ui";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { dateText } from "../../lib/format/number-text.ts";
import { dayMs } from "../../lib/format/utc-days.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./api-messages.ts";
import type { ApiKey } from "./key-dialog.tsx";

const tones: Readonly<Record<Permission, TagTone>> = { READ: "neutral", TRADE: "info", WITHDRAW: "warn" };
const soonDays = 14;

/** Enough characters to tell keys apart. */
const shortKey = (key: string): string => `${key.slice(0, 6)}…${key.slice(-4)}`;

/** Expiry date: amber if soon, so that no client stops unexpectedly. */
function EndsTag({ until, now }: { until: number | null; now: number }) {
  const t = useTexts();
  if (until === null) return null;
  const days = Math.ceil((until - now) / dayMs);
  if (days > soonDays) return null;
  return <Tag tone="warn">{days <= 0 ? t(m.ended) : t(m.endsIn, { days })}</Tag>;
}

type KeyTableProps = {
  keys: readonly ApiKey[];
  onEdit: (key: ApiKey) => void;
  onRemove: (key: ApiKey) => void;
};

export function KeyTable({ keys, onEdit, onRemove }: KeyTableProps) {
  const t = useTexts();
  const [now] = useState(() => Date.now());
  const cellOf = (key: ApiKey, column: string) => {
    switch (column) {
      case "name":
        return (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-medium break-all">{key.label}</bdi>
            {key.exchange === "SIMULATED" && <Tag tone="brand">{t(m.simulated)}</Tag>}
            <EndsTag until={key.until} now={now} />
          </span>
        );
      case "key":
        return <span className="num text-12 text-muted">{shortKey(key.key)}</span>;
      case "permissions":
        return (
          <span className="flex flex-wrap gap-1">
            {key.permissions.map((permission) => (
              <Tag key={permission} tone={tones[permission]}>
                {t(m[permission])}
              </Tag>
            ))}
          </span>
        );
      case "ips":
        return key.ips.length === 0 ? (
          <span className="text-12 text-warn">{t(m.anyAddress)}</span>
        ) : (
          <span className="num text-12">
            {key.ips[0]}
            {key.ips.length > 1 && <span className="text-muted"> +{key.ips.length - 1}</span>}
          </span>
        );
      case "ends":
        return (
          <span className="num text-muted">{key.until === null ? t(m.never) : dateText(key.until).slice(0, 10)}</span>
        );
      default:
        return (
          <Menu
            label={t(m.more, { name: key.label })}
            face={<Ellipsis aria-hidden size={16} />}
            faceClassName="-me-2 inline-grid size-8 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
            testId="api-more"
            entries={[
              { id: "edit", label: t(m.edit), testId: "api-edit-open", onAction: () => onEdit(key) },
              { id: "remove", label: t(m.remove), testId: "api-remove-open", onAction: () => onRemove(key) },
            ]}
          />
        );
    }
  };
  return (
    <PageTable
      label={t(m.title)}
      rows={keys}
      keyOf={({ key }) => key}
      cellOf={cellOf}
      rowTestId="api-row"
      columns={[
        { id: "name", label: t(m.name) },
        { id: "key", label: t(m.key), className: "max-w768:hidden" },
        { id: "permissions", label: t(m.permissions) },
        { id: "ips", label: t(m.boundTo), className: "max-w768:hidden" },
        { id: "ends", label: t(m.ends), align: "end", className: "max-w768:hidden" },
        { id: "more", label: t(m.actions), align: "end", isLabelHidden: true, className: "w-8" },
      ]}
    />
  );
}
