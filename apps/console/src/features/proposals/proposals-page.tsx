import type { ExchangeName, ProposalRow } from "@tidemark/contracts";
import { Button, classNames, EmptyState, Segmented, Tag, type TagTone, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { act } from "../../lib/act.ts";
import { ExchangeChoice } from "../../lib/exchange-choice.tsx";
import { KeyHint } from "../../lib/key-hint.tsx";
import { useKeys, useRowKeys } from "../../lib/keys.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { ReasonChoice } from "../../lib/reason-choice.tsx";
import { useTexts } from "../../lib/texts.ts";
import { waitingTimeText } from "../../lib/waiting-time.ts";
import { useSession } from "../../session/session.ts";
import { useWatch } from "../../session/watch.ts";
import { changes, m, states } from "./proposal-messages.ts";

const readEveryMs = 2_000;
const shownMax = 50;
const reasons = {
  otherAmount: m.otherAmount,
  notNow: m.notNow,
  notAgreed: m.notAgreed,
  notNeeded: m.notNeeded,
} as const;
type Why = keyof typeof reasons;
type Which = "WAITING" | "all";
type Decision = { readonly row: ProposalRow; readonly reason?: string };

const tones: Readonly<Record<ProposalRow["state"], TagTone>> = {
  WAITING: "info",
  SENT: "info",
  DONE: "brand",
  REFUSED: "warn",
  REJECTED: "neutral",
  EXPIRED: "neutral",
};

/** The fields of a change, in the order of its ask; a switch that is off says nothing. */
const fieldsOf = ({ ask }: ProposalRow): string =>
  Object.entries(ask)
    .filter(([, value]) => value !== false)
    .map(([field, value]) => `${field} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ");

const cell = "px-2 py-2 align-top";
const head = "h-9 px-2 font-normal text-muted";

type RowProps = {
  row: ProposalRow;
  name: string;
  isSelected: boolean;
  isOwn: boolean;
  mayDecide: boolean;
  isPending: boolean;
  onSelect: () => void;
  onApprove: () => void;
  onRefuse: () => void;
};

function Row({ row, name, isSelected, isOwn, mayDecide, isPending, onSelect, onApprove, onRefuse }: RowProps) {
  const t = useTexts();
  const change = changes[row.call];
  return (
    <tr
      data-testid="proposal-row"
      data-state={row.state}
      aria-selected={isSelected}
      className={classNames("cursor-pointer border-t border-line hover:bg-hover", isSelected && "bg-hover")}
      onClick={onSelect}
    >
      <td className={cell}>
        <b className="block font-semibold">{change === undefined ? row.call : t(change)}</b>
        <span className="wrap-anywhere text-muted">{fieldsOf(row)}</span>
      </td>
      <td className={classNames(cell, "max-w-60")}>{row.reason}</td>
      <td className={classNames(cell, "whitespace-nowrap")}>
        {name}
        <span className="block text-muted">{t(m.role, { role: row.role })}</span>
      </td>
      <td className={classNames(cell, "num text-end whitespace-nowrap text-muted")}>{waitingTimeText(t, row.at)}</td>
      <td className={cell}>
        <Tag tone={tones[row.state]}>{t(states[row.state])}</Tag>
      </td>
      <td className={classNames(cell, "text-end whitespace-nowrap")}>
        {row.state === "WAITING" && mayDecide && (
          <>
            {!isOwn && (
              <Button
                look={isSelected ? "primary" : "quiet"}
                size="sm"
                isPending={isPending}
                onPress={onApprove}
                data-testid="approve"
              >
                {t(m.approve)}
                {isSelected && <KeyHint name="A" />}
              </Button>
            )}{" "}
            <Button look={isSelected ? "ghost" : "quiet"} size="sm" onPress={onRefuse} data-testid="refuse">
              {t(isOwn ? m.takeBack : m.refuse)}
              {isSelected && <KeyHint name="R" />}
            </Button>
            {isOwn && <span className="mt-1 block text-11 whitespace-normal text-muted">{t(m.yours)}</span>}
          </>
        )}
      </td>
    </tr>
  );
}

function ProposalTable({ children }: { children: ReactNode }) {
  const t = useTexts();
  return (
    <table aria-label={t(m.label)} className="w-full border-collapse text-12">
      <thead>
        <tr>
          <th className={classNames(head, "text-start")}>{t(m.change)}</th>
          <th className={classNames(head, "text-start")}>{t(m.why)}</th>
          <th className={classNames(head, "text-start")}>{t(m.by)}</th>
          <th className={classNames(head, "text-end")}>{t(m.waits)}</th>
          <th className={classNames(head, "text-start")}>{t(m.state)}</th>
          <th className={classNames(head, "text-end")}>{t(m.decide)}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function WhichChoice({ which, onSelect }: { which: Which; onSelect: (which: Which) => void }) {
  const t = useTexts();
  return (
    <Segmented<Which>
      label={t(m.which)}
      size="switch"
      items={[
        { id: "WAITING", label: t(m.waiting), testId: "which-waiting" },
        { id: "all", label: t(m.all), testId: "which-all" },
      ]}
      selected={which}
      onSelect={onSelect}
    />
  );
}

/** Changes that wait for a second operator, decided by keyboard: A approves, R refuses with a reason. */
export function ProposalsPage() {
  const t = useTexts();
  const [exchange, setExchange] = useState<ExchangeName>("REAL");
  const [which, setWhich] = useState<Which>("WAITING");
  const [selected, select] = useState<string>();
  const [refused, setRefused] = useState<ProposalRow>();
  const session = useSession().data;
  const page = { pageNum: 1, pageSize: shownMax } as const;
  const ask = which === "all" ? { exchange, ...page } : { exchange, state: which, ...page };
  const { data, isPending, problem, readAgain, onProblem } = useWatch("proposalList", ask, readEveryMs);
  const names = useWatch("operatorNames", {}, 60_000).data?.list ?? [];
  const list = data?.list ?? [];
  const shown = list.find(({ id }) => id === selected) ?? list[0];
  const decide = useMutation({
    mutationFn: ({ row: { id }, reason }: Decision) =>
      reason === undefined ? act("approveProposal", { exchange, id }) : act("rejectProposal", { exchange, id, reason }),
    onSuccess(_, { reason }) {
      toast.success(t(reason === undefined ? m.approved : m.refused));
      setRefused(undefined);
    },
    onError: onProblem,
    onSettled: readAgain,
  });
  const mayDecide = ({ role, state }: ProposalRow): boolean =>
    state === "WAITING" && session?.roles.includes(role) === true;
  const isOwn = ({ by }: ProposalRow): boolean => by === session?.id;
  const approve = (row: ProposalRow): void => {
    if (mayDecide(row) && !isOwn(row) && !decide.isPending) decide.mutate({ row });
  };
  useRowKeys(
    list.map(({ id }) => id),
    shown?.id,
    select,
  );
  useKeys({
    a: () => shown !== undefined && approve(shown),
    r: () => shown !== undefined && mayDecide(shown) && setRefused(shown),
  });
  if (isPending) return <PageLoading />;
  return (
    <div className="h-full space-y-4 overflow-auto p-5">
      <div className="flex flex-wrap items-center gap-3">
        <ExchangeChoice value={exchange} onChange={setExchange} />
        <WhichChoice which={which} onSelect={setWhich} />
      </div>
      {list.length === 0 ? (
        <EmptyState
          icon={<UsersRound size={24} />}
          title={problem ?? t(which === "all" ? m.noneAll : m.none)}
          hint={t(m.noneHint)}
        />
      ) : (
        <ProposalTable>
          {list.map((row) => (
            <Row
              key={row.id}
              row={row}
              name={names.find(({ id }) => id === row.by)?.name ?? t(m.someone, { id: row.by })}
              isSelected={row.id === shown?.id}
              isOwn={isOwn(row)}
              mayDecide={mayDecide(row)}
              isPending={decide.isPending && decide.variables.row.id === row.id}
              onSelect={() => select(row.id)}
              onApprove={() => approve(row)}
              onRefuse={() => setRefused(row)}
            />
          ))}
        </ProposalTable>
      )}
      {refused !== undefined && (
        <ReasonChoice<Why>
          title={t(m.whyTitle)}
          closeLabel={t(m.close)}
          reasons={(Object.keys(reasons) as Why[]).map((id) => ({ id, title: t(reasons[id]) }))}
          onChoose={(id) => decide.mutate({ row: refused, reason: t(reasons[id]) })}
          onClose={() => setRefused(undefined)}
        />
      )}
    </div>
  );
}
