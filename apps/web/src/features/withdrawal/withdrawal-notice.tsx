import { Button, buttonClassName, Note, Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { LockKeyhole, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { countdownText } from "../../lib/format/countdown-text.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useCountdown } from "../../session/credentials/use-countdown.ts";
import type { Obstacle, WithdrawalInfo } from "./withdrawal-form.ts";
import { notice as m } from "./withdrawal-messages.ts";

type NoticeLineProps = { title: string; text?: string; end?: ReactNode };

function NoticeLine({ title, text, end }: NoticeLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 flex-1 basis-80">
        <b className="font-semibold text-ink">{title}</b>
        {text !== undefined && <span className="text-muted"> {text}</span>}
      </p>
      {end}
    </div>
  );
}

function Lock({ until, now }: { until: number; now: number }) {
  const t = useTexts();
  const { left } = useCountdown(Math.ceil((until - now) / 1_000));
  return (
    <Note icon={<LockKeyhole aria-hidden size={16} className="text-brand" />}>
      <NoticeLine
        title={t(m.locked, { date: dateText(until) })}
        text={t(m.lockedWhy)}
        end={<span className="num font-semibold">{countdownText(left * 1_000)}</span>}
      />
    </Note>
  );
}

type NoticeProps = {
  /** Undefined until loaded. */
  info: WithdrawalInfo | undefined;
  obstacle: Obstacle | undefined;
  now: number;
  /** Where the code is sent to; undefined until known. */
  contact: string | undefined;
};

const linkLook = buttonClassName("ghost", "sm");

/** The first thing on the page, before any field: what will be asked for, or why nothing can be withdrawn. */
function Notice({ info, obstacle, now, contact }: NoticeProps) {
  const t = useTexts();
  if (info === undefined || contact === undefined)
    return (
      <Note>
        <Skeleton>{t(m.why)}</Skeleton>
      </Note>
    );
  switch (obstacle) {
    case "level":
      return (
        <Note tone="warn">
          <NoticeLine
            title={t(m.level)}
            text={t(m.levelWhy)}
            end={
              <Link to="/personal/settings/profile" search={{ part: "verification" }} className={linkLook}>
                {t(m.toLevel)}
              </Link>
            }
          />
        </Note>
      );
    case "factor":
      return (
        <Note tone="warn">
          <NoticeLine
            title={t(m.noFactor)}
            text={t(m.why)}
            end={
              <Link to="/personal/security" className={linkLook}>
                {t(m.toSecurity)}
              </Link>
            }
          />
        </Note>
      );
    case "locked":
      return <Lock key={info.lockedUntil} until={info.lockedUntil} now={now} />;
    case "price":
      return (
        <Note tone="warn">
          <NoticeLine title={t(m.noPrice, { asset: info.asset })} />
        </Note>
      );
    case undefined: {
      const title = info.isFactorFresh ? m.fresh : info.factor === "passkey" ? m.passkey : m.authenticator;
      return (
        <Note icon={<ShieldCheck aria-hidden size={16} className="text-brand" />}>
          <NoticeLine title={t(title, { contact })} text={t(m.why)} />
        </Note>
      );
    }
  }
}

export function WithdrawalNotice(props: NoticeProps & { isFailed: boolean; onRetry: () => void }) {
  const t = useTexts();
  if (props.isFailed)
    return (
      <Note tone="warn">
        <NoticeLine
          title={t(m.failed)}
          end={
            <Button look="ghost" size="sm" onPress={props.onRetry}>
              {t(m.retry)}
            </Button>
          }
        />
      </Note>
    );
  return (
    <div data-testid="withdrawal-notice" data-obstacle={props.obstacle ?? "none"}>
      <Notice {...props} />
    </div>
  );
}
