import { z } from "zod";
import { decimalText } from "../values.ts";

/**
 * The platform's question for the position that a voucher would open; it stands in no catalogue, because no gateway may ask it: the face and the campaign
 * are the platform's to name. The answer is that of the call `previewVoucher`.
 */
export const voucherPreviewCall = "vouchers.preview";

/** `market` and `posSide` are the journal's numbers. */
export const voucherPreviewAsk = z.strictObject({
  voucher: z.number().int().positive(),
  campaign: z.number().int().positive(),
  market: z.number().int(),
  posSide: z.number().int(),
  leverage: z.number().int(),
  face: decimalText,
});
export type VoucherPreviewAsk = z.infer<typeof voucherPreviewAsk>;
