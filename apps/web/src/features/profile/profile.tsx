import type { UserInfo } from "@tidemark/contracts";
import { Avatar, CopyButton, Tag, toast } from "@tidemark/kit-ui";
import { BadgeCheck } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { nameOf, nicknameReviewOf } from "../../session/user.ts";
import { type LanguageChoice, Preferences } from "./preferences.tsx";
import { m } from "./profile-messages.ts";
import { useFreshUser, useProfile } from "./profile-queries.ts";
import { IdentityRow, NicknameRow, VipRow } from "./profile-rows.tsx";

function Head({ user }: { user: UserInfo }) {
  const t = useTexts();
  const { data } = useProfile();
  return (
    <div className="flex items-center gap-4 pt-6 pb-6 w768:gap-5">
      <Avatar name={nameOf(user)} size="xl" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="min-w-0 text-20 font-semibold tracking-[-0.01em] break-words" data-testid="profile-name">
            {nameOf(user)}
          </bdi>
          {data?.isVerifiedTrader === true && (
            <Tag tone="brand" icon={<BadgeCheck aria-hidden />}>
              {t(m.verifiedTrader)}
            </Tag>
          )}
        </p>
        <p className="mt-1 flex items-center gap-1 text-13 text-muted">
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
  );
}

type ProfileProps = { user: UserInfo; language: LanguageChoice; onEditNickname: () => void };

/** Who the user is here: nickname with its review, identity, level, and the settings of this browser. */
export function Profile({ user, language, onEditNickname }: ProfileProps) {
  const t = useTexts();
  useFreshUser(nicknameReviewOf(user) === "waits");
  return (
    <>
      <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em] max-w768:text-20">{t(m.title)}</h1>
      <Head user={user} />
      <ul aria-label={t(m.account)} className="border-b border-line">
        <NicknameRow user={user} onEdit={onEditNickname} />
        <IdentityRow user={user} />
        <VipRow user={user} />
      </ul>
      <Preferences language={language} />
    </>
  );
}
