import { LogOut } from "lucide-react";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { IconButton } from "../buttons/icon-button.tsx";
import { PageTable } from "./page-table.tsx";

export default { title: "Tables/Page table" };

const rows = [
  { id: "1", device: "Chrome, macOS", address: "203.0.113.14", at: "2026-11-14 19:20:44" },
  { id: "2", device: "Firefox, Windows", address: "2001:db8:85a3::8a2e:370:7334", at: "2026-11-09 07:51:30" },
];

function Rows({ isDense }: { isDense: boolean }) {
  const t = useStoryTexts();
  return (
    <PageTable
      label={t.security}
      rows={rows}
      keyOf={({ id }) => id}
      isDense={isDense}
      columns={[
        { id: "device", label: t.security },
        { id: "address", label: "IP", className: "max-w768:hidden" },
        { id: "at", label: t.notifications, align: "end" },
        { id: "act", label: t.close, align: "end", isLabelHidden: true },
      ]}
      cellOf={({ device, address, at }, column) => {
        if (column === "device") return <b className="font-medium">{device}</b>;
        if (column === "address") return <span className="num text-muted">{address}</span>;
        if (column === "at") return <span className="num text-muted">{at}</span>;
        return (
          <IconButton size="sm" aria-label={t.close}>
            <LogOut aria-hidden size={14} className="flip" />
          </IconButton>
        );
      }}
    />
  );
}

export const Page = {
  render: () => (
    <>
      <Shelf title="Rows of 52 px">
        <Rows isDense={false} />
      </Shelf>
      <Shelf title="Dense, for what is only read">
        <Rows isDense />
      </Shelf>
    </>
  ),
};
