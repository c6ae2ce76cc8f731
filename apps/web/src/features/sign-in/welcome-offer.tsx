import type { AppConfig } from "@tidemark/contracts";
import { Button, Dialog } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { amountText } from "../../lib/format/amount-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/user.ts";
import { m } from "./sign-in-messages.ts";
import { endWelcome } from "./welcome.ts";

const couponsPath: string = "/personal/coupon";

/** Whether the registration has given its bonus; undefined until that is known. An account on a device that has had one gets none. */
function useHasBonus(): boolean | undefined {
  const userId = useUser()?.userId ?? "";
  const { data } = useQuery({
    queryKey: ["own", "coupons", userId, "register bonus"],
    queryFn: ({ signal }) => answerOf("couponList", { kind: "CASH_BONUS", pageSize: 1 }, signal),
    meta: { isQuiet: true },
  });
  return data === undefined ? undefined : data.list.length > 0;
}

/** The register bonus with its terms, for who has it. The coupon itself is in the Coupon Center. */
export function WelcomeOffer({ bonus }: { bonus: AppConfig["project"]["registerBonus"] }) {
  const t = useTexts();
  const navigate = useNavigate();
  const hasBonus = useHasBonus();
  useEffect(() => {
    if (hasBonus === false) endWelcome();
  }, [hasBonus]);
  if (hasBonus !== true) return null;
  const sum = (text: string): string => amountText(text, bonus.asset);
  return (
    <Dialog
      title={t(m.offerTitle)}
      closeLabel={t(m.offerLater)}
      kind="alert"
      onClose={endWelcome}
      footer={
        <>
          <Button look="quiet" size="lg" onPress={endWelcome} data-testid="offer-later">
            {t(m.offerLater)}
          </Button>
          <Button
            look="primary"
            size="lg"
            onPress={() => {
              endWelcome();
              void navigate({ to: couponsPath });
            }}
          >
            {t(m.offerOpen)}
          </Button>
        </>
      }
    >
      <p className="text-12 font-medium text-brand">{t(m.offer)}</p>
      <p className="text-40 font-semibold tracking-[-0.03em]">
        <span className="num">{sum(bonus.amount)}</span>
      </p>
      <p className="text-13 text-pretty text-muted">
        {t(m.offerLead, { amount: sum(bonus.amount), volume: sum(bonus.volume), days: bonus.days })}
      </p>
    </Dialog>
  );
}
