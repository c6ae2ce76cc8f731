/** What every call about one of a user's own coupons may be refused with. */
export const ofOneCoupon = ["LOGIN_INVALID", "NOT_FOUND", "BUSY"] as const;
