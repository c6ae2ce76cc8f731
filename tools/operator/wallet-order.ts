import type { DecisionKind } from "@tidemark/wallet";

export const walletUsage = `pnpm operator halts                                    assets whose withdrawals are halted, and the last comparison
pnpm operator undecided-sends                          payments that moved nothing (NO_EFFECT), about which nodes differ (NODES_DIFFER), or that are stuck
pnpm operator ignored-deposits                         deposits that are not credited by themselves, and whether operators may
pnpm operator lift-halt <asset> --approver <name> --key <file> --reason <why>
pnpm operator send-paid|send-failed <id> --approver … --key … --reason …
pnpm operator credit-deposit <id> --approver … --key … --reason …
                                                       two of WITHDRAWAL_APPROVERS sign each of these; the second carries it out
pnpm operator reserve-statement <network>              prints what the network's cold address signs by pnpm signer sign-reserves
pnpm operator add-reserve-signature <file> --reason <why>`;

/** What the command line asks of the wallet. */
export type WalletOrder =
  | { readonly do: "halts" | "undecided-sends" | "ignored-deposits" }
  | { readonly do: "reserve-statement"; readonly network: string }
  | { readonly do: "add-reserve-signature"; readonly file: string; readonly reason: string }
  | {
      readonly do: "decide";
      readonly kind: DecisionKind;
      readonly id: string;
      readonly approver: string;
      readonly keyFile: string;
      readonly reason: string;
    };

const kinds: Readonly<Record<DecisionKind, { readonly shape: RegExp; readonly missing: string }>> = {
  "lift-halt": { shape: /^[A-Z0-9]{1,16}$/, missing: "Which asset? `pnpm operator halts` lists them." },
  "send-paid": { shape: /^[0-9a-f-]{36}$/, missing: "Which send? `pnpm operator undecided-sends` lists them." },
  "send-failed": { shape: /^[0-9a-f-]{36}$/, missing: "Which send? `pnpm operator undecided-sends` lists them." },
  "credit-deposit": {
    shape: /^[0-9a-f-]{36}$/,
    missing: "Which deposit? `pnpm operator ignored-deposits` lists them.",
  },
};
const isKind = (action: string | undefined): action is DecisionKind =>
  action !== undefined && Object.hasOwn(kinds, action);

type Given = Readonly<Record<"approver" | "keyFile" | "reason" | "first", string>>;

/** Undefined where the action is none of the wallet. */
export function readWalletOrder(action: string | undefined, given: Given): WalletOrder | string | undefined {
  const { approver, keyFile, reason, first } = given;
  if (action === "halts" || action === "undecided-sends" || action === "ignored-deposits") return { do: action };
  if (action === "reserve-statement") return first === "" ? "Of which network?" : { do: action, network: first };
  if (action === "add-reserve-signature") {
    if (first === "") return "Which file? `pnpm signer sign-reserves` writes it.";
    return reason === "" ? "Why? A reason is missing." : { do: action, file: first, reason };
  }
  if (!isKind(action)) return undefined;
  const { shape, missing } = kinds[action];
  if (!shape.test(first)) return missing;
  if (approver === "" || keyFile === "") return "Who decides? --approver and --key are missing.";
  return reason === ""
    ? "Why? A reason is missing."
    : { do: "decide", kind: action, id: first, approver, keyFile, reason };
}
