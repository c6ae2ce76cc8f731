import type { NicknameCase } from "@tidemark/contracts";
import { Button, classNames, EmptyState, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { AtSign } from "lucide-react";
import { type ReactNode, useState } from "react";
import { act } from "../../lib/act.ts";
import { KeyHint } from "../../lib/key-hint.tsx";
import { useKeys } from "../../lib/keys.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { useQueue } from "../../session/queue.ts";
import { ReasonChoice } from "../../lib/reason-choice.tsx";
import { useTexts } from "../../lib/texts.ts";
import { waitingTimeText } from "../../lib/waiting-time.ts";
import { m } from "./nickname-messages.ts";

const refusals = { offends: m.offends, staff: m.staff, brand: m.brand, offer: m.offer, personal: m.personal } as const;
type Why = keyof typeof refusals;
type Decision = { readonly one: NicknameCase; readonly decision: "ACCEPT" | "REJECT"; readonly reason: string };

type RowProps = { one: NicknameCase; isSelected: boolean; onSelect: () => void; children: ReactNode };

function QueueRow({ one, isSelected, onSelect, children }: RowProps) {
  const t = useTexts();
  const cell = "h-10 px-2";
  return (
    <tr
      data-testid="nickname-row"
      aria-selected={isSelected}
      className={classNames("cursor-pointer border-t border-line hover:bg-hover", isSelected && "bg-hover")}
      onClick={onSelect}
    >
      <td className={classNames(cell, "num")}>{one.uid}</td>
      <td className={classNames(cell, "text-muted")}>{one.current === "" ? "–" : one.current}</td>
      <td className={classNames(cell, "font-semibold break-all")} dir="auto">
        {one.nickname}
      </td>
      <td className={classNames(cell, "font-mono break-all")} dir="auto">
        {one.read}
      </td>
      <td className={classNames(cell, "num text-end text-muted")}>{waitingTimeText(t, one.submittedAt)}</td>
      <td className={classNames(cell, "text-end whitespace-nowrap")}>{children}</td>
    </tr>
  );
}

export function NicknamesPage() {
  const t = useTexts();
  const { list, shown, select, isPending, problem, readAgain, onProblem } = useQueue("nicknameQueue", ({ id }) => id);
  const [refused, setRefused] = useState<NicknameCase>();
  const decide = useMutation({
    mutationFn: ({ one, decision, reason }: Decision) => act("decideNickname", { id: one.id, decision, reason }),
    onSuccess(_, { one: { nickname }, decision }) {
      toast.success(t(decision === "ACCEPT" ? m.accepted : m.rejected, { nickname }));
      setRefused(undefined);
    },
    onError: onProblem,
    onSettled: readAgain,
  });
  const accept = (one: NicknameCase): void => decide.mutate({ one, decision: "ACCEPT", reason: t(m.acceptReason) });
  useKeys({
    a: () => shown !== undefined && !decide.isPending && accept(shown),
    r: () => setRefused(shown),
  });
  const head = "h-9 px-2 font-normal text-muted";
  if (isPending) return <PageLoading />;
  if (list.length === 0)
    return <EmptyState icon={<AtSign size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />;
  return (
    <div className="h-full overflow-auto p-5">
      <table aria-label={t(m.label)} className="w-full border-collapse text-12">
        <thead>
          <tr>
            <th className={classNames(head, "text-start")}>{t(m.uid)}</th>
            <th className={classNames(head, "text-start")}>{t(m.now)}</th>
            <th className={classNames(head, "text-start")}>{t(m.wanted)}</th>
            <th className={classNames(head, "text-start")}>{t(m.read)}</th>
            <th className={classNames(head, "text-end")}>{t(m.waits)}</th>
            <th className={classNames(head, "text-end")}>{t(m.decide)}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => {
            const isSelected = one.id === shown?.id;
            return (
              <QueueRow key={one.id} one={one} isSelected={isSelected} onSelect={() => select(one.id)}>
                <Button
                  look={isSelected ? "primary" : "quiet"}
                  size="sm"
                  isPending={decide.isPending && decide.variables.one.id === one.id}
                  onPress={() => accept(one)}
                  data-testid="accept"
                >
                  {t(m.accept)}
                  {isSelected && <KeyHint name="A" />}
                </Button>{" "}
                <Button
                  look={isSelected ? "ghost" : "quiet"}
                  size="sm"
                  onPress={() => setRefused(one)}
                  data-testid="refuse"
                >
                  {t(m.refuse)}
                  {isSelected && <KeyHint name="R" />}
                </Button>
              </QueueRow>
            );
          })}
        </tbody>
      </table>
      {refused !== undefined && (
        <ReasonChoice<Why>
          title={t(m.whyTitle, { nickname: refused.nickname })}
          closeLabel={t(m.close)}
          reasons={(Object.keys(refusals) as Why[]).map((id) => ({ id, title: t(refusals[id]) }))}
          onChoose={(id) => decide.mutate({ one: refused, decision: "REJECT", reason: t(refusals[id]) })}
          onClose={() => setRefused(undefined)}
        />
      )}
    </div>
  );
}
