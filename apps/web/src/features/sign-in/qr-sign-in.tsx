import { Button, Qr } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { pathOfSite } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { signedIn } from "../../session/session.ts";
import { m } from "./sign-in-messages.ts";
import { useCountdown } from "../../session/credentials/use-countdown.ts";

const askEveryMs = 1_500;
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** A QR code for a signed-in phone. A photo of it is useless: the ticket stays on this page. */
export function QrSignIn({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const { left, restart } = useCountdown();
  const code = useQuery({
    queryKey: ["qr"],
    queryFn: () => answerOf("createQr", {}),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data } = code;
  useEffect(() => {
    if (data !== undefined) restart(data.validSeconds);
    // oxlint-disable-next-line react/exhaustive-deps -- the countdown starts with the code
  }, [data]);
  const isOver = data !== undefined && left === 0;
  const watch = useQuery({
    queryKey: ["qr-state", data?.ticket],
    queryFn: () => answerOf("qrState", { ticket: data!.ticket }),
    enabled: data !== undefined && !isOver,
    refetchInterval: ({ state }) =>
      state.data === undefined || ["shown", "scanned"].includes(state.data.state) ? askEveryMs : false,
    gcTime: 0,
  });
  const state = watch.data?.state ?? "shown";
  const user = watch.data?.user;
  useEffect(() => {
    if (user === undefined) return;
    signedIn(user);
    onDone();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [user]);

  const isExpired = isOver || state === "expired" || state === "cancelled";
  const statusText =
    state === "cancelled"
      ? t(m.qrCancelled)
      : isExpired
        ? t(m.qrExpiredHint)
        : state === "scanned"
          ? t(m.qrScanned)
          : t(m.qrExpires, { time: clock(left) });
  return (
    <div
      className="grid justify-items-center gap-5 py-2"
      data-testid="qr-sign-in"
      data-state={isExpired ? "expired" : state}
    >
      <Qr
        value={data === undefined ? undefined : new URL(pathOfSite(`/auth/qr/${data.code}`), location.origin).href}
        label={t(m.qrCode)}
        sizePx={208}
        {...(isExpired
          ? {
              cover: (
                <>
                  <b className="font-semibold">{t(m.qrExpired)}</b>
                  <Button
                    size="sm"
                    className="bg-qr-ink! text-qr-paper!"
                    isPending={code.isFetching}
                    onPress={() => void code.refetch()}
                    data-testid="qr-refresh"
                  >
                    <RefreshCw aria-hidden size={14} />
                    {t(m.qrRefresh)}
                  </Button>
                </>
              ),
            }
          : {})}
      />
      <div className="grid gap-1 text-center">
        <p className="font-medium">{t(m.qrScan, { name: appConfig().project.name })}</p>
        <p aria-live="polite" className="text-13 text-muted tabular-nums">
          {data === undefined ? "\u00a0" : statusText}
        </p>
      </div>
    </div>
  );
}
