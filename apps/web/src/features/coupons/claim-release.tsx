import { Button, toast } from "@tidemark/kit-ui";
import { client } from "../../lib/client/client.ts";
import { exactText } from "../../lib/format/number-text.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./coupon-messages.ts";
import { useRefreshCoupons } from "./use-coupons.ts";

type ClaimReleaseProps = { id: number; amount: string };

/** Claims all that a cash bonus has released by now. */
export function ClaimRelease({ id, amount }: ClaimReleaseProps) {
  const t = useTexts();
  const refresh = useRefreshCoupons();
  const { submit, isPending } = useSubmit<{ amount: string }>({
    isWhole: true,
    onDone: (claimed) => {
      // More may have been released since the card was drawn.
      toast.success(t(m.claimSent, { amount: exactText(claimed.amount, 2) }));
      refresh();
    },
  });
  return (
    <Button
      look="primary"
      size="sm"
      isPending={isPending}
      onPress={() => void submit(() => client.call("claimRelease", { couponId: id }))}
      data-testid="coupon-claim-release"
    >
      {t(m.claimAmount, { amount: exactText(amount, 2) })}
    </Button>
  );
}
