import { msg } from "@lingui/core/macro";

/** Of cash bonuses that are released by volume. */
export const releaseMessages = {
  released: msg({ message: "Released", context: "part of a bonus" }),
  claimableNow: msg`To claim now`,
  releasedToday: msg`Released today`,
  mostADay: msg`At most per day`,
  paymentOnItsWay: msg`On its way to you`,
  claimAmount: msg({ message: "Claim {amount} USDT" }),
  claimSent: msg({ message: "{amount} USDT are on their way to your capital account" }),
  wouldRelease: msg`It would release`,
  STREAMED_rule: msg`Your volume releases it day by day. Claim what is released.`,
  termRelease: msg({
    message: "Every {volume} USDT that you trade before {date} release {part} USDT, up to {amount} USDT in all.",
  }),
  termReleaseDay: msg({ message: "One day (UTC) releases at most {cap} USDT." }),
  termReleaseClaim: msg`What is released is yours: claim it, and it arrives in your capital account and can be withdrawn at once.`,
  termReleaseEnd: msg`What is released and not claimed is paid when the coupon ends. What is not released by then expires.`,
} as const;
