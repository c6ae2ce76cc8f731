// Apart from the calls, so that a page can use them without bundling the calls.

/** The name of the provider that the receiver's account is at. */
export const receiverPattern = /^[\p{L}\p{N} .,&'()-]{0,60}$/u;

/** Withdrawals that one question about payments may name. */
export const paymentIdsMax = 100;
