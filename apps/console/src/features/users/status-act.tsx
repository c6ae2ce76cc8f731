import { type AccountFacts, accountStatuses, type ProposalRow } from "@tidemark/contracts";
import { Button, ChoiceRows, Note, RadioCards, Tag, toast } from "@tidemark/kit-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useActProblem } from "../../session/problems.ts";
import { useSession } from "../../session/session.ts";
import { useWatch } from "../../session/watch.ts";
import { products } from "../../lib/product-names.ts";
import { m, statusEffects, statusNames } from "./user-messages.ts";

type Status = (typeof accountStatuses)[number];
type Core = NonNullable<AccountFacts["core"]>;
type Wish = { readonly product: number; readonly status: Status };

const readEveryMs = 2_000;
/** Suspending stops harm and is sent at once; every other status waits for another operator. */
const isAtOnce = (status: Status): boolean => status === "SUSPENDED";

/** Statuses of this account that wait for another operator. */
function useWaiting(uid: number): readonly ProposalRow[] {
  const page = { pageNum: 1, pageSize: 100 } as const;
  const { data } = useWatch("proposalList", { exchange: "REAL", state: "WAITING", ...page }, readEveryMs);
  return (data?.list ?? []).filter(({ call, ask }) => call === "operator.setAccountStatus" && ask.uid === uid);
}

/** What was proposed for this account, and who may approve it. */
export function WaitingStatuses({ uid }: { uid: number }) {
  const t = useTexts();
  const session = useSession();
  return useWaiting(uid).map(({ id, by, reason, ask }) => {
    const words = {
      account: t(products[ask.product as number] ?? m.accounts),
      status: t(statusNames[ask.status as Status]),
    };
    return (
      <Note key={id} tone="info">
        <span data-testid="status-waits">
          {by === session.data?.id ? t(m.statusOwn, words) : t(m.statusSecond, { ...words, by, reason })}
        </span>
      </Note>
    );
  });
}

function usePropose(uid: number, onDone: () => void) {
  const t = useTexts();
  const queries = useQueryClient();
  const onProblem = useActProblem();
  return useMutation({
    mutationFn: ({ reason, ...wish }: Wish & { reason: string }) =>
      act("setAccountStatus", { exchange: "REAL", uid, ...wish, reason }),
    onSuccess({ state }, { product, status }) {
      const words = { account: t(products[product] ?? m.accounts), status: t(statusNames[status]) };
      toast.success(t(state === "WAITING" ? m.statusAsked : m.statusSent, words));
      onDone();
    },
    onError: onProblem,
    onSettled: () => {
      for (const key of [["watch"], ["account", uid], ["timeline", uid]])
        void queries.invalidateQueries({ queryKey: key });
    },
  });
}

type DialogProps = { uid: number; list: Core["products"]; onClose: () => void };

function StatusDialog({ uid, list, onClose }: DialogProps) {
  const t = useTexts();
  const [product, setProduct] = useState<number>();
  const [status, setStatus] = useState<Status>();
  const proposing = usePropose(uid, onClose);
  const now = list.find(({ id }) => id === product)?.status;
  const wish = product === undefined || status === undefined ? undefined : { product, status };
  const whoOf = (number: number, one: Status): string =>
    number === now ? t(m.holdsNow) : t(isAtOnce(one) ? m.alone : m.two);
  return (
    <ReasonDialog
      title={t(m.setStatus)}
      confirm={t(status !== undefined && isAtOnce(status) ? m.doSuspend : m.doPropose)}
      isPending={proposing.isPending}
      isIncomplete={wish === undefined}
      onConfirm={(reason) => wish !== undefined && proposing.mutate({ ...wish, reason })}
      onClose={onClose}
    >
      <RadioCards
        label={t(m.whichAccount)}
        items={list.map(({ id, status: held }) => ({
          id: String(id),
          label: products[id] === undefined ? String(id) : t(products[id]),
          detail: t(statusNames[accountStatuses[held]!]),
          testId: `status-product-${id}`,
        }))}
        selected={product === undefined ? undefined : String(product)}
        onSelect={(id) => {
          setProduct(Number(id));
          setStatus(undefined);
        }}
      />
      <ChoiceRows
        label={t(m.newStatus)}
        items={accountStatuses.map((one, number) => ({
          id: one,
          title: `${number} · ${t(statusNames[one])}`,
          detail: t(statusEffects[one]),
          side: <span className="text-11 text-muted">{whoOf(number, one)}</span>,
          isDisabled: now === undefined || number === now,
          testId: `status-${number}`,
        }))}
        selected={status}
        onSelect={setStatus}
      />
      {status !== undefined && (
        <Note tone={isAtOnce(status) ? "warn" : "info"}>{t(isAtOnce(status) ? m.statusAtOnce : m.statusWaits)}</Note>
      )}
    </ReasonDialog>
  );
}

/** The act that changes what may move in and out of one account. Nothing is offered while the core does not answer. */
export function StatusAct({ uid, core }: Pick<AccountFacts, "uid" | "core">) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex h-10 items-center gap-2 text-12">
      <span className="min-w-0 flex-1">{t(m.setStatus)}</span>
      <Tag tone="info">{t(m.two)}</Tag>
      <Button
        look="quiet"
        size="sm"
        isDisabled={core === null}
        onPress={() => setOpen(true)}
        aria-label={t(m.setStatus)}
        data-testid="act-setAccountStatus"
      >
        {t(m.begin)}
      </Button>
      {isOpen && core !== null && <StatusDialog uid={uid} list={core.products} onClose={() => setOpen(false)} />}
    </li>
  );
}
