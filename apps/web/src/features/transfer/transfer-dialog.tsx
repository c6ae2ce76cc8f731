import { type AssetEntry, type BalanceRow, productIds } from "@tidemark/contracts";
import { Button, DecimalField, finishedDecimal, IconButton, Note, Select, Unit } from "@tidemark/kit-ui";
import { group, printUnits } from "@tidemark/money";
import { ArrowDownUp } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { client } from "../../lib/client/client.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { exactUnits, shownUnits } from "../../lib/format/number-text.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useAccounts } from "../../session/accounts.ts";
import {
  type Account,
  nextTransfer,
  suspendedSide,
  type TradingAccount,
  type TransferForm,
  type TransferPair,
  transferProblemsOf,
} from "./transfer-form.ts";
import { m } from "./transfer-messages.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

export type TransferDialogProps = {
  balances: Live<BalanceRow>;
  assets: readonly AssetEntry[];
  asset: string;
  /** The account that trades here, by its product number. */
  product: number;
  /** The margin pairs, and the one that trades here, where that account is a pair's. */
  pairs: readonly TransferPair[];
  pair: string | undefined;
  onClose: () => void;
};

const tradingAccounts: readonly TradingAccount[] = ["spot", "margin", "futures_usdt", "futures_btc"];
/** Contract accounts keep what can be moved as cash; all others as available. */
const bucketOf = (account: Account): "avail" | "cash" => (account.startsWith("futures_") ? "cash" : "avail");

/** What may leave a pair keeps its level, so the engine is asked. Undefined for other accounts and until known. */
function usePairOut({ from, to, pair, asset }: TransferForm, balance: bigint): bigint | undefined {
  const isOut = from === "margin" && pair !== undefined;
  const { data } = useQuery({
    queryKey: ["own", "transfer-out", pair, asset, String(balance)],
    queryFn: ({ signal }) =>
      answerOf(
        "transferInfo",
        { fromProduct: productIds.margin, fromSubProduct: pair ?? "", toProduct: productIds[to], asset },
        signal,
      ),
    enabled: isOut,
    refetchInterval: 3_000,
    meta: { isQuiet: true },
  });
  return isOut && data !== undefined ? requireUnits(data.availableBalance) : undefined;
}

/** Wallet ⇄ the account that trades here. If only that account has the coin, the transfer starts from it. */
export function TransferDialog(props: TransferDialogProps) {
  const { balances, assets: listed, asset, product, pairs, pair: firstPair, onClose } = props;
  const t = useTexts();
  const { rows } = useLive(balances);
  const trading = tradingAccounts.find((account) => productIds[account] === product) ?? "spot";
  const availableIn = (account: Account, code: string, pair: string | undefined): bigint =>
    rows
      .filter((row) => row.product === productIds[account] && row.asset === code && row.bucket === bucketOf(account))
      .filter((row) => row.sub === (account === "margin" ? pair : ""))
      .reduce((sum, row) => sum + requireUnits(row.amount), 0n);
  const [form, step] = useReducer(nextTransfer, undefined, () => {
    const isOnlyTrading = availableIn("wallet", asset, undefined) === 0n && availableIn(trading, asset, firstPair) > 0n;
    const ways = isOnlyTrading ? { from: trading, to: "wallet" } : { from: "wallet", to: trading };
    const pair = firstPair === undefined ? {} : { pair: firstPair };
    return { ...(ways as { from: Account; to: Account }), asset, amount: "", ...pair };
  });
  const chosenPair = pairs.find(({ symbol }) => symbol === form.pair);
  const assets = listed.filter(
    (one) => chosenPair === undefined || one.asset === chosenPair.base || one.asset === chosenPair.quote,
  );
  const balance = availableIn(form.from, form.asset, form.pair);
  const available = usePairOut(form, balance) ?? balance;
  const problems = transferProblemsOf(form, available);
  const short = problems.find((problem) => problem.code === "balance_short");
  const suspended = suspendedSide(form, productIds, useAccounts());
  const amount = finishedDecimal(form.amount);
  const { own } = useOwnAmounts();
  const decimals = assets.find((entry) => entry.asset === form.asset)?.displayDecimals ?? 8;
  const isWhole = problems.length === 0 && suspended === undefined;
  const { submit, isPending } = useSubmit({
    isWhole,
    doneText: t(m.done, { amount: group(amount), asset: assetText(form.asset) }),
    onDone: onClose,
  });
  const send = () =>
    client.call("transfer", {
      fromProduct: productIds[form.from],
      toProduct: productIds[form.to],
      ...(form.from === "margin" && form.pair !== undefined ? { fromSubProduct: form.pair } : {}),
      ...(form.to === "margin" && form.pair !== undefined ? { toSubProduct: form.pair } : {}),
      asset: form.asset,
      amount,
      requestId: crypto.randomUUID(),
    });

  return (
    <FormDialog
      title={t(m.title)}
      submitLabel={t(m.confirm)}
      isPending={isPending}
      isDisabled={!isWhole}
      onSubmit={() => void submit(send)}
      onClose={onClose}
      testId="transfer"
    >
      <div className="relative grid rounded-control bg-field">
        {[
          { label: t(m.from), account: form.from },
          { label: t(m.to), account: form.to },
        ].map(({ label, account }, index) => (
          <div
            key={label}
            className={`flex h-12 items-center gap-3 px-3 ${index === 1 ? "border-t border-line" : ""}`}
            data-testid={index === 0 ? "transfer-from" : "transfer-to"}
          >
            <span className="w-10 text-muted">{label}</span>
            <b className="font-medium">{t(m[account])}</b>
            {account === "margin" && form.pair !== undefined && (
              <Select
                label={t(m.pair)}
                items={pairs.map(({ symbol, title }) => ({ id: symbol, label: title }))}
                selected={form.pair}
                onSelect={(symbol) => {
                  const pair = pairs.find((one) => one.symbol === symbol);
                  if (pair !== undefined) step({ type: "pair", pair });
                }}
                isQuiet
                testId="transfer-pair"
              />
            )}
            <span className="ms-auto me-10 text-12 text-muted">
              <span className="num">{own(shownUnits(availableIn(account, form.asset, form.pair), decimals))}</span>{" "}
              {assetText(form.asset)}
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
        items={assets.map((entry) => ({ id: entry.asset, label: assetText(entry.asset) }))}
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
          problem={
            short === undefined
              ? undefined
              : t(m.balance_short, {
                  asset: assetText(short.asset),
                  needed: exactUnits(short.needed, decimals),
                  available: own(exactUnits(short.available, decimals)),
                })
          }
        >
          <Unit>{assetText(form.asset)}</Unit>
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
        {available === 0n && <p className="text-12 text-muted">{t(m.nothing, { asset: assetText(form.asset) })}</p>}
      </div>
      {suspended !== undefined && (
        <Note tone="warn">
          {t(m.suspended, { account: t(m[suspended.account]), status: t(m[suspended.suspension]) })}
        </Note>
      )}
    </FormDialog>
  );
}
