import { type AssetEntry, type BalanceRow, productIds } from "@tidemark/contracts";
import { Button, DecimalField, Dialog, finishedDecimal, IconButton, Note, Select, toast, Unit } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import { ArrowDownUp } from "lucide-react";
import { useReducer, useState } from "react";
import { client } from "../../lib/client/client.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useAccounts } from "../../session/accounts.ts";
import { nextTransfer, otherOf, suspendedSide, transferProblemsOf } from "./transfer-form.ts";
import { m } from "./transfer-messages.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

export type TransferDialogProps = {
  balances: Live<BalanceRow>;
  assets: readonly AssetEntry[];
  asset: string;
  onClose: () => void;
};

/** Wallet ⇄ spot. If only the spot account has the coin, the transfer starts from spot. */
export function TransferDialog({ balances, assets, asset, onClose }: TransferDialogProps) {
  const t = useTexts();
  const { rows } = useLive(balances);
  const availableIn = (account: "wallet" | "spot", code: string): bigint =>
    rows
      .filter((row) => row.product === productIds[account] && row.asset === code && row.bucket === "avail")
      .reduce((sum, row) => sum + requireUnits(row.amount), 0n);
  const [form, step] = useReducer(nextTransfer, undefined, () => ({
    from:
      availableIn("wallet", asset) === 0n && availableIn("spot", asset) > 0n ? ("spot" as const) : ("wallet" as const),
    asset,
    amount: "",
  }));
  const [isSending, setIsSending] = useState(false);
  const available = availableIn(form.from, form.asset);
  const problems = transferProblemsOf(form, available);
  const short = problems.find((problem) => problem.code === "balance_short");
  const to = otherOf(form.from);
  const suspended = suspendedSide(form.from, productIds, useAccounts());

  const confirm = async () => {
    setIsSending(true);
    const amount = finishedDecimal(form.amount);
    const outcome = await client.call("transfer", {
      fromProduct: productIds[form.from],
      toProduct: productIds[to],
      asset: form.asset,
      amount,
      requestId: crypto.randomUUID(),
    });
    setIsSending(false);
    if (!outcome.ok) {
      toast.error(t(m.refused), { description: outcome.message });
      return;
    }
    toast.success(t(m.done, { amount, asset: form.asset }));
    onClose();
  };

  return (
    <Dialog title={t(m.title)} closeLabel={t(m.close)} onClose={onClose}>
      <div className="relative grid rounded-control bg-field">
        {[
          { label: t(m.from), account: form.from },
          { label: t(m.to), account: to },
        ].map(({ label, account }, index) => (
          <div
            key={label}
            className={`flex h-12 items-center gap-3 px-3 ${index === 1 ? "border-t border-line" : ""}`}
            data-testid={index === 0 ? "transfer-from" : "transfer-to"}
          >
            <span className="w-10 text-muted">{label}</span>
            <b className="font-medium">{t(m[account])}</b>
            <span className="ms-auto me-10 text-12 text-muted">
              <span className="num">{shown(printUnits(availableIn(account, form.asset)), 4)}</span> {form.asset}
            </span>
          </div>
        ))}
        <div className="absolute inset-y-0 end-2 grid place-items-center">
          <IconButton
            aria-label={t(m.turn)}
            onPress={() => step({ type: "turn" })}
            className="bg-raised ring-1 ring-line"
          >
            <ArrowDownUp size={14} />
          </IconButton>
        </div>
      </div>
      <Select
        label={t(m.asset)}
        items={assets.map((entry) => ({ id: entry.asset, label: entry.asset }))}
        selected={form.asset}
        onSelect={(code) => step({ type: "asset", asset: code })}
        size="field"
        className="w-full"
        testId="transfer-asset"
      />
      <div className="grid gap-1.5">
        <DecimalField
          label={t(m.amount)}
          value={form.amount}
          onChange={(text) => step({ type: "amount", text })}
          decimals={8}
          testId="transfer-amount"
          problem={short === undefined ? undefined : t(m.balance_short, { ...short })}
        >
          <Unit>{form.asset}</Unit>
          <Button
            look="link"
            size="sm"
            className="-me-1 px-1.5!"
            isDisabled={available === 0n}
            onPress={() => step({ type: "amount", text: printUnits(available) })}
          >
            {t(m.all)}
          </Button>
        </DecimalField>
        {available === 0n && <p className="text-12 text-muted">{t(m.nothing, { asset: form.asset })}</p>}
      </div>
      {suspended !== undefined && (
        <Note tone="warn">
          {t(m.suspended, { account: t(m[suspended.account]), status: t(m[suspended.suspension]) })}
        </Note>
      )}
      <Button
        look="primary"
        size="lg"
        isDisabled={problems.length > 0 || suspended !== undefined}
        isPending={isSending}
        onPress={() => void confirm()}
        data-testid="transfer-confirm"
      >
        {t(m.confirm)}
      </Button>
    </Dialog>
  );
}
