import type { UserInfo } from "@tidemark/contracts";
import { Avatar, CopyButton, Tag, type TagTone, toast, Tooltip } from "@tidemark/kit-ui";
import { Check, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type KycLabel, kycLabelOf, nameOf, nicknameReviewOf } from "../../session/user.ts";
import { greetingAt } from "./greeting.ts";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m } from "./user-head-messages.ts";

const kycTexts = {
  unverified: { texts: m.unverified, tone: "neutral" },
  pending: { texts: m.pending, tone: "info" },
  failed: { texts: m.failed, tone: "warn" },
  verified: { texts: m.verified, tone: "brand" },
} as const satisfies Record<KycLabel, { texts: unknown; tone: TagTone }>;

type UserHeadProps = { user: UserInfo; onEditNickname: (() => void) | undefined; close: () => void };

/** The signed-in user: name, uid, nickname, identity and level. */
export function UserHead({ user, onEditNickname, close }: UserHeadProps) {
  const t = useTexts();
  const kyc = kycTexts[kycLabelOf(user.kycStatus)];
  const [hour] = useState(() => new Date().getHours());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className="flex items-center gap-3">
        <Avatar name={nameOf(user)} size="lg" />
        <div className="min-w-0">
          <p
            className="truncate text-16 font-semibold tracking-[-0.01em]"
            data-testid="account-name"
            title={nameOf(user)}
          >
            {t(greetingAt(hour), { name: nameOf(user) })}
          </p>
          <p className="mt-0.5 flex items-center gap-1 text-12 text-muted">
            {t(m.uid)} <span className="num">{user.displayUserId}</span>
            <CopyButton
              text={user.displayUserId}
              label={t(m.copyUid)}
              doneLabel={t(m.success)}
              onCopied={() => toast.success(t(m.success))}
            />
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-13">
        <Fact name={t(m.nickname)}>
          <Nickname user={user} onEditNickname={onEditNickname} close={close} />
        </Fact>
        <Fact name={t(m.identity)}>
          <PageLink
            href={hrefOf("/personal/settings/profile?part=verification")}
            onClick={close}
            className="flex rounded-tag"
          >
            <Tag tone={kyc.tone} icon={kyc.tone === "brand" ? <Check aria-hidden /> : undefined}>
              {t(kyc.texts)}
            </Tag>
          </PageLink>
        </Fact>
        <Fact name={t(m.level)}>
          <PageLink href={hrefOf("/m/#/vip")} onClick={close} className="flex rounded-tag" data-testid="vip">
            <Tag tone="brand">
              <span className="num">{t(m.vip, { level: user.vipTag })}</span>
            </Tag>
          </PageLink>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-4">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1.5">{children}</dd>
    </div>
  );
}

/** A new nickname under review replaces the current one; a rejected one only leaves a tag. */
function Nickname({ user, onEditNickname, close }: UserHeadProps) {
  const t = useTexts();
  const { newNickName, currentNickName } = user;
  const review = nicknameReviewOf(user);
  const isUnderReview = review === "waits";
  const shown = isUnderReview ? newNickName : currentNickName;
  const edit = () => {
    if (isUnderReview) {
      toast.error(t(m.nicknameWaits));
      return;
    }
    close();
    onEditNickname?.();
  };
  return (
    <>
      <span className="truncate" title={shown}>
        {shown}
      </span>
      {isUnderReview && <Explaining texts={t(m.review)} why={t(m.nicknameUnderReview, { 0: newNickName })} />}
      {review === "rejected" && (
        <Explaining texts={t(m.nicknameFailed)} why={t(m.nicknameRejected, { 0: newNickName })} />
      )}
      {onEditNickname !== undefined && (
        <button
          type="button"
          aria-label={t(m.editNickname)}
          onClick={edit}
          data-testid="edit-nickname"
          className="grid size-6 flex-none place-items-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink"
        >
          <Pencil aria-hidden size={14} />
        </button>
      )}
    </>
  );
}

/** A tag with its reason on hover, on focus and for screen readers; on touch screens a toast shows it. */
function Explaining({ texts, why }: { texts: string; why: string }) {
  return (
    <Tooltip text={why}>
      <Button className="flex rounded-tag" aria-label={`${texts}. ${why}`} onPress={() => toast.info(why)}>
        <Tag tone="warn">{texts}</Tag>
      </Button>
    </Tooltip>
  );
}
