import type { UserInfo } from "@tidemark/contracts";
import { Button, buttonClassName, Gauge, Skeleton, Tag, type TagTone, toast } from "@tidemark/kit-ui";
import { parseUnits } from "@tidemark/money";
import { Link } from "@tanstack/react-router";
import { AtSign, Check, Gem, IdCard } from "lucide-react";
import { shown, utcDayText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { type KycLabel, kycLabelOf, nicknameReviewOf } from "../../session/user.ts";
import { m } from "./profile-messages.ts";
import { useProfile, useWithdrawalLimit } from "./profile-queries.ts";
import { ProfileRow } from "./profile-row.tsx";

const icon = { "aria-hidden": true, size: 18 } as const;

export function NicknameRow({ user, onEdit }: { user: UserInfo; onEdit: () => void }) {
  const t = useTexts();
  const { data } = useProfile();
  const { newNickName, nickNameModificationTimes: left, maxNickNamModificationTimes: allowed } = user;
  const review = nicknameReviewOf(user);
  const isUnderReview = review === "waits";
  const isRejected = review === "rejected";
  const edit = () => {
    if (isUnderReview) toast.error(t(m.nicknameWaits));
    else onEdit();
  };
  return (
    <ProfileRow
      icon={<AtSign {...icon} />}
      title={t(m.nickname)}
      testId="profile-nickname"
      tag={review === "none" ? undefined : <Tag tone="warn">{t(isUnderReview ? m.review : m.nicknameFailed)}</Tag>}
      action={
        <Button
          size="sm"
          look="ghost"
          onPress={edit}
          aria-label={`${t(m.edit)}: ${t(m.nickname)}`}
          data-testid="profile-nickname-edit"
        >
          {t(m.edit)}
        </Button>
      }
    >
      {isUnderReview && <p className="break-words">{t(m.nicknameUnderReview, { 0: newNickName })}</p>}
      {isRejected && <p className="break-words">{t(m.nicknameRejected, { 0: newNickName })}</p>}
      {left > 0 ? (
        <p>{t(m.changesLeft, { 0: left })}</p>
      ) : (
        <>
          <p>{t(m.limitReached, { 0: allowed })}</p>
          {data !== undefined && <p>{t(m.changesFrom, { date: utcDayText(data.changesFrom) })}</p>}
        </>
      )}
    </ProfileRow>
  );
}

const kycTags = {
  unverified: { texts: m.unverified, tone: "neutral" },
  pending: { texts: m.pending, tone: "info" },
  failed: { texts: m.failed, tone: "warn" },
  verified: { texts: m.verified, tone: "brand" },
} as const satisfies Record<KycLabel, { texts: unknown; tone: TagTone }>;

/** Of the limit of 24 hours, what is left. */
function WithdrawalLimit() {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { data, isError } = useWithdrawalLimit();
  if (isError && data === undefined) return <p>{t(m.failedToLoad)}</p>;
  const [rest, limit] = [parseUnits(data?.dayLeft ?? ""), parseUnits(data?.dayLimit ?? "")];
  // The level reaches the withdrawals a moment later than the profile.
  if (data !== undefined && limit === 0n) return <p>{t(m.levelWhy)}</p>;
  if (data === undefined || rest === undefined || limit === undefined)
    return (
      <p>
        <Skeleton>{t(m.limitLeft)}</Skeleton>
      </p>
    );
  const text = t(m.limitOf, { rest: own(shown(data.dayLeft, 2)), limit: shown(data.dayLimit, 0) });
  return (
    <div className="mt-1 grid max-w-105 gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{t(m.limitLeft)}</span>
        <span className="text-ink tabular-nums">{text}</span>
      </p>
      <Gauge label={t(m.limitLeft)} kind="left" share={Number((rest * 1_000n) / limit) / 1_000} valueText={text} />
    </div>
  );
}

const identityTexts = { unverified: m.levelWhy, pending: m.pendingWhy, failed: m.failedWhy } as const;

export function IdentityRow({ user }: { user: UserInfo }) {
  const t = useTexts();
  const { data, isError } = useProfile();
  const label = kycLabelOf(user.kycStatus);
  const { texts, tone } = kycTags[label];
  const isVerified = label === "verified";
  return (
    <ProfileRow
      icon={<IdCard {...icon} />}
      title={t(m.identity)}
      testId="profile-identity"
      tag={
        <Tag tone={tone} {...(isVerified ? { icon: <Check aria-hidden /> } : {})}>
          {t(texts)}
        </Tag>
      }
      action={
        <Link
          to="/personal/settings/profile"
          search={{ part: "verification" }}
          className={buttonClassName(label === "unverified" || label === "failed" ? "primary" : "ghost", "sm")}
          data-testid="profile-verify"
        >
          {t(label === "unverified" ? m.verify : m.look)}
        </Link>
      }
    >
      {isVerified ? (
        <>
          <p>
            {data !== undefined ? (
              t(m.level, { level: data.level })
            ) : isError ? (
              t(m.failedToLoad)
            ) : (
              <Skeleton>{t(m.level, { level: 1 })}</Skeleton>
            )}
          </p>
          <WithdrawalLimit />
        </>
      ) : (
        <p>{t(identityTexts[label])}</p>
      )}
    </ProfileRow>
  );
}

export function VipRow({ user }: { user: UserInfo }) {
  const t = useTexts();
  return (
    <ProfileRow
      icon={<Gem {...icon} />}
      title={t(m.vipTitle)}
      testId="profile-vip"
      tag={
        <Tag tone="brand">
          <span className="num">{t(m.vip, { level: user.vipTag })}</span>
        </Tag>
      }
      action={
        <Link to="/fees" className={buttonClassName("ghost", "sm")}>
          {t(m.fees)}
        </Link>
      }
    >
      <p>{t(m.vipHint)}</p>
    </ProfileRow>
  );
}
