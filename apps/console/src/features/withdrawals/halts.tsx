import type { HaltedAsset } from "@tidemark/contracts";
import { Button, Note, Select, Tag, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { Hand } from "lucide-react";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { m } from "./withdrawal-messages.ts";

type Props = {
  halts: readonly HaltedAsset[];
  assets: readonly string[];
  reportedAt: number;
  onProblem: (problem: Error) => void;
  onSettled: () => void;
};

/** Assets of which nothing is paid, why, and the act that halts another. */
export function Halts({ halts, assets, reportedAt, onProblem, onSettled }: Props) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [asset, setAsset] = useState(assets[0] ?? "");
  const halting = useMutation({
    mutationFn: (reason: string) => act("haltWithdrawals", { asset, reason }),
    onSuccess() {
      toast.success(t(m.halted, { asset }));
      setAsking(false);
    },
    onError: onProblem,
    onSettled,
  });
  return (
    <section className="grid gap-2 border-t border-line p-3" aria-label={t(m.halts)} data-testid="halts">
      <h2 className="text-13 font-semibold">{t(m.halts)}</h2>
      {halts.length === 0 && <p className="text-12 text-muted">{t(m.noHalts)}</p>}
      <ul className="grid gap-2">
        {halts.map((one) => (
          <li key={`${one.asset} ${one.reason} ${one.since}`} className="grid gap-0.5 text-12" data-testid="halt-row">
            <span className="flex items-center gap-2">
              <b className="font-semibold">{one.asset}</b>
              <Tag tone="warn">{one.reason}</Tag>
            </span>
            <span className="text-11 text-muted">
              {one.isOrdered ? t(m.haltOrdered) : t(m.since, { time: `${dayText(one.since)} ${timeText(one.since)}` })}
            </span>
          </li>
        ))}
      </ul>
      <Button look="ghost" size="sm" onPress={() => setAsking(true)} data-testid="halt">
        <Hand aria-hidden size={14} />
        {t(m.halt)}
      </Button>
      <p className="text-11 text-muted">
        {reportedAt === 0 ? t(m.noReport) : t(m.report, { time: timeText(reportedAt) })}
      </p>
      {isAsking && (
        <ReasonDialog
          title={t(m.haltTitle)}
          confirm={t(m.doHalt)}
          isPending={halting.isPending}
          onConfirm={(reason) => halting.mutate(reason)}
          onClose={() => setAsking(false)}
        >
          <Note tone="warn">{t(m.haltNote)}</Note>
          <Select
            label={t(m.haltAsset)}
            items={assets.map((id) => ({ id, label: id }))}
            selected={asset}
            onSelect={setAsset}
            testId="halt-asset"
          />
        </ReasonDialog>
      )}
    </section>
  );
}
