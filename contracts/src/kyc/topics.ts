import { defineTopic } from "../define.ts";
import { verificationRow } from "./calls.ts";

/** A user's verification: an open page shows the end of a review by itself. */
export const verificationTopic = defineTopic({
  name: "kyc.verification",
  owner: "platform",
  per: "user",
  snapshot: "kyc.verification",
  row: verificationRow.partial().extend({ uid: verificationRow.shape.uid }),
  rowKey: (row) => String(row.uid),
  gone: () => false,
});
