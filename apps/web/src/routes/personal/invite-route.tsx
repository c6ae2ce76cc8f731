import { buttonClassName } from "@tidemark/kit-ui";
import { m } from "../../features/invite/invite-messages.ts";
import { Invite } from "../../features/invite/invite.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { hrefOf, PageLink } from "../../shell/page-link.tsx";
import { useSignInPaths } from "../../shell/sign-in-paths.ts";

/** The invite programme, as a page and in the mobile entry. */
export function InviteRoute() {
  const t = useTexts();
  const { signIn } = useSignInPaths();
  return (
    <Invite
      signIn={
        <PageLink href={hrefOf(signIn)} className={buttonClassName("primary", "sm")} data-testid="invite-sign-in">
          {t(m.logIn)}
        </PageLink>
      }
    />
  );
}
