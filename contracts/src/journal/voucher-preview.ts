/**
 * The platform's question for the position that a voucher would open; it stands in no catalogue, because no gateway may ask it: the face and the campaign
 * are the platform's to name. The answer is that of the call `previewVoucher`.
 */
export const voucherPreviewCall = "vouchers.preview";

/** `market` and `posSide` are the journal's numbers, `face` is 1e-8 USDT. */
export type VoucherPreviewAsk = {
  readonly voucher: number;
  readonly campaign: number;
  readonly market: number;
  readonly posSide: number;
  readonly leverage: number;
  readonly face: string;
};
