import { buttonClassName } from "@tidemark/kit-ui";
import { m } from "../../features/coupons/coupon-messages.ts";
import type { TaskAct } from "../../features/coupons/task-rules.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { hrefOf, mobileEntry, PageLink, useCurrentPath } from "../../shell/page-link.tsx";

type CouponTaskLinkProps = {
  act: TaskAct;
  /** The pages of a spot pair and of a contract. */
  spotPath: string;
  contractPath: string;
};

/** The way to where a coupon is earned. In the mobile entry invitations have a page of their own; all else leaves it. */
export function CouponTaskLink({ act, spotPath, contractPath }: CouponTaskLinkProps) {
  const t = useTexts();
  const isMobileEntry = useCurrentPath().path.startsWith(mobileEntry);
  const ways = {
    KYC: ["/personal/settings/profile?part=verification", m.verify],
    INVITE: [isMobileEntry ? `${mobileEntry}#/mobile/invite` : "/personal/invite", m.invite],
    DEPOSIT: ["/personal/deposit", m.deposit],
    SPOT_TRADE: [spotPath, m.trade],
    CONTRACT_TRADE: [contractPath, m.trade],
  } as const;
  const [path, text] = ways[act];
  return (
    <PageLink href={hrefOf(path)} className={buttonClassName("plain", "sm")} data-testid="coupon-task-link">
      {t(text)}
    </PageLink>
  );
}
