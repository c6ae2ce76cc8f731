import { deviceOf } from "@tidemark/contracts";
import { Button, IconButton, PageTable, Skeleton, Tag, toast } from "@tidemark/kit-ui";
import type { AnswerOf } from "@tidemark/kit-client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { countryName } from "../../lib/i18n/country-name.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { securityKey, useRefetchSecurity } from "../../session/security-settings.ts";
import { SectionHead } from "./section-head.tsx";
import { m } from "./security-messages.ts";

type Session = AnswerOf<"sessionList">["list"][number];

const AskDialog = lazy(async () => ({ default: (await import("../../lib/dialogs/form-dialog.tsx")).AskDialog }));

function useEnding() {
  const t = useTexts();
  const settled = useRefetchSecurity();
  const one = useMutation({
    mutationFn: (id: string) => answerOf("endSession", { id }),
    onSuccess: () => toast.success(t(m.endedOne)),
    onSettled: settled,
  });
  const others = useMutation({
    mutationFn: () => answerOf("endOtherSessions", {}),
    onSuccess: ({ ended }) => toast.success(t(m.endedOthers, { count: ended })),
    onSettled: settled,
  });
  return { one, others };
}

/** Where the account is open, this device first. */
export function SessionList() {
  const t = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const { one, others } = useEnding();
  const { data } = useQuery({
    queryKey: [...securityKey, "sessions"],
    queryFn: ({ signal }) => answerOf("sessionList", {}, signal),
  });
  const nameOf = ({ isApp, agent }: Session): string =>
    isApp ? t(m.ofApp, { name: appConfig().project.name }) : (deviceOf(agent) ?? t(m.unknown));
  const rows = data?.list.toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.seenAt - a.seenAt);

  const cellOf = (session: Session, column: string) => {
    if (column === "device")
      return (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="font-medium">{nameOf(session)}</bdi>
          {session.isThis && <Tag tone="brand">{t(m.thisDevice)}</Tag>}
        </span>
      );
    if (column === "place")
      return <span className="text-muted">{session.country === "" ? "—" : countryName(session.country)}</span>;
    if (column === "address") return <span className="num text-muted">{session.ip}</span>;
    if (column === "seen")
      return session.isThis ? (
        <span className="text-muted">{t(m.now)}</span>
      ) : (
        <span className="num text-muted">{dateText(session.seenAt)}</span>
      );
    return session.isThis ? null : (
      <IconButton
        aria-label={t(m.endOne, { device: nameOf(session) })}
        isDisabled={one.isPending}
        onPress={() => one.mutate(session.id)}
        data-testid="session-end"
        className="-me-2"
      >
        <LogOut aria-hidden size={16} className="flip" />
      </IconButton>
    );
  };

  return (
    <section className="grid gap-3">
      <SectionHead title={t(m.devices)}>
        {rows !== undefined && rows.length > 1 && (
          <Button look="quiet" size="sm" onPress={() => setIsAsking(true)} data-testid="sessions-end">
            {t(m.endOthers)}
          </Button>
        )}
      </SectionHead>
      {rows === undefined ? (
        <div className="py-4 text-13">
          <Skeleton>{"Chrome, Windows · 203.0.113.14 · 2026-11-14"}</Skeleton>
        </div>
      ) : (
        <PageTable
          label={t(m.devices)}
          rows={rows}
          keyOf={({ id }) => id}
          cellOf={cellOf}
          rowTestId="session-row"
          columns={[
            { id: "device", label: t(m.device), className: "w768:w-[36%]" },
            { id: "place", label: t(m.place), className: "w-[16%] max-w768:hidden" },
            { id: "address", label: t(m.address), className: "max-w768:hidden" },
            { id: "seen", label: t(m.lastActive), align: "end", className: "whitespace-nowrap" },
            { id: "end", label: t(m.endOthers), align: "end", isLabelHidden: true, className: "w-8" },
          ]}
        />
      )}
      {isAsking && (
        <Suspense>
          <AskDialog
            title={t(m.endOthersAsk)}
            submitLabel={t(m.endOthers)}
            isPending={others.isPending}
            onSubmit={() => others.mutate(undefined, { onSettled: () => setIsAsking(false) })}
            onClose={() => setIsAsking(false)}
            testId="sessions-end-ask"
          >
            <p>{t(m.endOthersHint)}</p>
          </AskDialog>
        </Suspense>
      )}
    </section>
  );
}
