import type { CouponRow } from "@tidemark/contracts";
import { Button, toast } from "@tidemark/kit-ui";
import { client } from "../../lib/client/client.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./coupon-messages.ts";
import { claimTextOf } from "./coupon-rules.ts";
import { useRefreshCoupons } from "./use-coupons.ts";

type ClaimCouponProps = { id: number; testId?: string };

/** Claims a coupon that waits for it. */
export function ClaimCoupon({ id, testId = "coupon-claim" }: ClaimCouponProps) {
  const t = useTexts();
  const refresh = useRefreshCoupons();
  const { submit, isPending } = useSubmit<{ status: CouponRow["status"] }>({
    isWhole: true,
    onDone: ({ status }) => {
      const text = claimTextOf(status);
      // What the button promised may not have happened.
      if (text === "claimed") toast.success(t(m[text]));
      else toast.error(t(m[text]));
      refresh();
    },
  });
  return (
    <Button
      look="primary"
      size="sm"
      isPending={isPending}
      onPress={() => void submit(() => client.call("claimCoupon", { couponId: id }))}
      data-testid={testId}
    >
      {t(m.claim)}
    </Button>
  );
}
