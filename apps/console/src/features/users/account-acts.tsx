import type { AccountFacts } from "@tidemark/contracts";
import { Button, Note, Tag, toast } from "@tidemark/kit-ui";
import type { MessageDescriptor } from "@lingui/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useActProblem } from "../../session/problems.ts";
import { useSession } from "../../session/session.ts";
import { StatusAct, WaitingStatuses } from "./status-act.tsx";
import { m } from "./user-messages.ts";

type ActName =
  | "freezeUser"
  | "unfreezeUser"
  | "endUserSessions"
  | "removeUserPassword"
  | "setVerifiedTrader"
  | "removeVerifiedTrader";
type ActWords = { readonly name: ActName; readonly title: MessageDescriptor; readonly isTwo: boolean } & Readonly<
  Record<"note" | "confirm", MessageDescriptor>
>;

const acts: readonly ActWords[] = [
  { name: "endUserSessions", title: m.endSessions, note: m.endSessionsNote, confirm: m.doEnd, isTwo: false },
  {
    name: "removeUserPassword",
    title: m.removePassword,
    note: m.removePasswordNote,
    confirm: m.doRemove,
    isTwo: false,
  },
  { name: "freezeUser", title: m.freeze, note: m.freezeNote, confirm: m.doFreeze, isTwo: false },
  { name: "unfreezeUser", title: m.unfreeze, note: m.unfreezeNote, confirm: m.doUnfreeze, isTwo: true },
  { name: "setVerifiedTrader", title: m.setTrader, note: m.setTraderNote, confirm: m.doSetLabel, isTwo: false },
  {
    name: "removeVerifiedTrader",
    title: m.removeTrader,
    note: m.removeTraderNote,
    confirm: m.doRemoveLabel,
    isTwo: false,
  },
];

/** A frozen account can only be reopened, an open one has nothing to reopen; the label is one of verified accounts. */
function isOffered({ isFrozen, kycLevel, isVerifiedTrader }: AccountFacts, name: ActName): boolean {
  if (name === "setVerifiedTrader") return !isFrozen && kycLevel > 0 && !isVerifiedTrader;
  if (name === "removeVerifiedTrader") return isVerifiedTrader;
  return isFrozen === (name === "unfreezeUser");
}

/** Does it and says what became of it. */
function useAct(uid: number, onDone: () => void) {
  const t = useTexts();
  const queries = useQueryClient();
  const onProblem = useActProblem();
  return useMutation({
    mutationFn: async ({ name, reason }: { name: ActName; reason: string }): Promise<string> => {
      const ask = { uid, reason };
      if (name === "freezeUser") {
        await act(name, ask);
        return t(m.frozenNow, { uid });
      }
      if (name === "unfreezeUser") return t((await act(name, ask)).isFrozen ? m.unfreezeWaits : m.unfrozen, { uid });
      if (name === "setVerifiedTrader" || name === "removeVerifiedTrader") {
        const { isVerifiedTrader } = await act("setVerifiedTrader", { ...ask, isOn: name === "setVerifiedTrader" });
        return t(isVerifiedTrader ? m.traderSet : m.traderRemoved, { uid });
      }
      const { ended } = await act(name, ask);
      return name === "endUserSessions" ? t(m.ended, { count: ended }) : t(m.removed, { uid });
    },
    onSuccess(words) {
      toast.success(words);
      onDone();
    },
    onError: onProblem,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ["account", uid] });
      void queries.invalidateQueries({ queryKey: ["timeline", uid] });
    },
  });
}

export function AccountActs({ facts }: { facts: AccountFacts }) {
  const t = useTexts();
  const session = useSession();
  const [chosen, setChosen] = useState<ActWords>();
  const doing = useAct(facts.uid, () => setChosen(undefined));
  const { unfreezeAsked } = facts;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
      <h2 className="text-13 font-semibold">{t(m.acts)}</h2>
      {unfreezeAsked !== null && facts.isFrozen && (
        <Note tone="info">
          {unfreezeAsked.by === session.data?.id
            ? t(m.unfreezeOwn)
            : t(m.unfreezeSecond, { by: unfreezeAsked.by, reason: unfreezeAsked.reason })}
        </Note>
      )}
      <WaitingStatuses uid={facts.uid} />
      <ul className="grid">
        {acts
          .filter(({ name }) => isOffered(facts, name))
          .map((one) => (
            <li key={one.name} className="flex h-10 items-center gap-2 text-12">
              <span className="min-w-0 flex-1">{t(one.title)}</span>
              <Tag tone={one.isTwo ? "info" : "neutral"}>{t(one.isTwo ? m.two : m.alone)}</Tag>
              <Button
                look="quiet"
                size="sm"
                onPress={() => setChosen(one)}
                aria-label={t(one.title)}
                data-testid={`act-${one.name}`}
              >
                {t(m.begin)}
              </Button>
            </li>
          ))}
        <StatusAct uid={facts.uid} core={facts.core} />
      </ul>
      {chosen !== undefined && (
        <ReasonDialog
          title={t(chosen.title)}
          confirm={t(chosen.confirm)}
          isPending={doing.isPending}
          onConfirm={(reason) => doing.mutate({ name: chosen.name, reason })}
          onClose={() => setChosen(undefined)}
        >
          <Note tone={chosen.isTwo ? "info" : "warn"}>{t(chosen.note)}</Note>
        </ReasonDialog>
      )}
    </section>
  );
}
