import type { UserInfo } from "@tidemark/contracts";
import { Avatar, CopyButton, Tag, type TagTone, toast, Tooltip } from "@tidemark/kit-ui";
import { Check, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import { useWords } from "../../lib/words.ts";
import { type KycLabel, kycLabelOf } from "../../session/user.ts";
import { greetingAt } from "../greeting.ts";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m } from "./who-messages.ts";

const nickNameStates = { underReview: 0, rejected: 2 } as const;

const nameOf = (user: UserInfo): string => user.currentNickName || user.loginId;

const kycWords = {
  unverified: { words: m.unverified, tone: "neutral" },
  pending: { words: m.pending, tone: "info" },
  failed: { words: m.failed, tone: "warn" },
  verified: { words: m.verified, tone: "brand" },
} as const satisfies Record<KycLabel, { words: unknown; tone: TagTone }>;

type WhoProps = { user: UserInfo; onEditNickname: (() => void) | undefined; close: () => void };

/** Who is here: name, number, nickname, identity and level. */
export function Who({ user, onEditNickname, close }: WhoProps) {
  const t = useWords();
  const kyc = kycWords[kycLabelOf(user.kycStatus)];
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
          <PageLink href={hrefOf("/personal/settings/profile")} onClick={close} className="flex rounded-tag">
            <Tag tone={kyc.tone} icon={kyc.tone === "brand" ? <Check aria-hidden /> : undefined}>
              {t(kyc.words)}
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

/** A new name under review stands in the place of the one in use; a rejected one only leaves its tag. */
function Nickname({ user, onEditNickname, close }: WhoProps) {
  const t = useWords();
  const { nickNameStatus, newNickName, currentNickName } = user;
  const isUnderReview = nickNameStatus === nickNameStates.underReview && newNickName !== "";
  const isRejected = nickNameStatus === nickNameStates.rejected;
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
      {isUnderReview && <Explaining words={t(m.review)} why={t(m.nicknameUnderReview, { 0: newNickName })} />}
      {isRejected && <Explaining words={t(m.failed)} why={t(m.nicknameRejected, { 0: newNickName })} />}
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

/** A tag that says why on hover, focus and to a screen reader; a finger has it said by a toast. */
function Explaining({ words, why }: { words: string; why: string }) {
  return (
    <Tooltip text={why}>
      <Button className="flex rounded-tag" aria-label={`${words}. ${why}`} onPress={() => toast.info(why)}>
        <Tag tone="warn">{words}</Tag>
      </Button>
    </Tooltip>
  );
}
