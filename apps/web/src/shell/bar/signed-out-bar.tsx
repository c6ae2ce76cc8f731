import { buttonClassName } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { PageLink } from "../page-link.tsx";
import { m } from "../shell-messages.ts";
import { useSignInPaths } from "../sign-in-paths.ts";

/** The bar's buttons for signed-out users. */
export function SignedOutBar() {
  const t = useTexts();
  const { signIn, register } = useSignInPaths();
  return (
    <>
      <PageLink href={signIn} data-testid="sign-in" className={buttonClassName("quiet", "md", "max-w768:hidden")}>
        {t(m.logIn)}
      </PageLink>
      <PageLink href={register} data-testid="register" className={buttonClassName("primary", "md", "ms-1")}>
        {t(m.register)}
      </PageLink>
      <Gap />
    </>
  );
}

/** Separates the bar's texts from its icons. */
export function Gap() {
  return <i aria-hidden className="mx-2 h-4 w-px bg-line-strong max-w1024:hidden" />;
}
