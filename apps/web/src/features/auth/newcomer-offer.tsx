import type { AppConfig } from "@tidemark/contracts";
import { Button, Dialog } from "@tidemark/kit-ui";
import { useNavigate } from "@tanstack/react-router";
import { shown } from "../../lib/number-text.ts";
import { useWords } from "../../lib/words.ts";
import { m } from "./auth-messages.ts";
import { endGreeting } from "./newcomer.ts";

const couponsPath: string = "/personal/coupon";

/** What registering brought, with its terms. The coupon itself is the Coupon Center's. */
export function NewcomerOffer({ bonus }: { bonus: AppConfig["project"]["registerBonus"] }) {
  const t = useWords();
  const navigate = useNavigate();
  const sum = (text: string): string => `${shown(text, 0)} ${bonus.asset}`;
  return (
    <Dialog
      title={t(m.offerTitle)}
      closeLabel={t(m.offerLater)}
      kind="alert"
      onClose={endGreeting}
      footer={
        <>
          <Button look="quiet" size="lg" onPress={endGreeting} data-testid="offer-later">
            {t(m.offerLater)}
          </Button>
          <Button
            look="primary"
            size="lg"
            onPress={() => {
              endGreeting();
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
