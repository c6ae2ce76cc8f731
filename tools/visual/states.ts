// The states of the shell and its pages that are looked at: an address, who is there, and what has been opened.
import type { VerificationRow } from "@tidemark/contracts";
import { bonusAnswers, couponAnswers, voucherAnswers, voucherPositionAnswers } from "./coupon-answers.ts";
import { depositAnswers } from "./deposit-answers.ts";
import { inviteAnswers } from "./invite-answers.ts";
import { statusAnswer } from "./status-answer.ts";

export type PageState = {
  readonly id: string;
  readonly path: string;
  readonly isMember?: true;
  /** Seen by somebody with positions and orders (`own-trades.ts`). */
  readonly isTrader?: true;
  /** The button that is pressed, where the window is wide enough to have it; below, the drawer is opened instead. */
  readonly opens?: string;
  /** A button that is pressed without anything opening. */
  readonly presses?: string;
  /** Answers that are put in place of the exchange's, by the path of their call. */
  readonly answers?: Readonly<Record<string, object>>;
  /** What comes once the browser has had a moment, and belongs to the picture. */
  readonly stands?: readonly string[];
  /** Only from this width on. */
  readonly widthMin?: number;
  readonly widthMax?: number;
  /** Prices move on it, a code changes by itself or it greets by the hour: it is measured, and not compared with an older picture. */
  readonly isAlive?: true;
};

const drawerBelow = 1_024;
/** A page that is still to come: nothing of its own around what is opened over it. */
const plainPath = "/nft";

const terminalStands = ["[data-testid=chart] canvas", "[data-testid=order-book] [data-price]"];
/** A state of a terminal, which is worth a picture once its chart and book have come. */
const terminal = (id: string, path: string, more: Partial<PageState> = {}): PageState => ({
  id,
  path,
  isAlive: true,
  ...more,
  stands: [...(more.stands ?? []), ...terminalStands],
});

const contractPath = "/contract/usdt/BTCUSDT-PERP";
/** A state of the contract terminal of somebody who trades. */
const traded = (id: string, more: Partial<PageState> = {}): PageState =>
  terminal(id, contractPath, { isTrader: true, ...more });

const [submittedAt, checkedAt, decidedAt] = [1_794_868_264_000, 1_794_868_279_000, 1_794_871_000_000];
const sent: Partial<VerificationRow> = {
  kept: ["data", "front", "back", "selfie"],
  documentKind: "identityCard",
  documentCountry: "DE",
};
const waits = { state: "IN_REVIEW", status: 10, tries: 1, submittedAt, checkedAt } as const;
const decided = { tries: 1, submittedAt, checkedAt, decidedAt } as const;
const refused = { ...decided, state: "REFUSED", status: 9, reason: "BACK_UNREADABLE" } as const;

/** A state of the verification of identity, whatever that of the account is. */
function verification(
  id: string,
  row: Partial<VerificationRow>,
  stands: readonly string[],
  presses?: string,
): PageState {
  const fresh: VerificationRow = {
    uid: 1,
    status: -1,
    state: "DRAFT",
    level: 0,
    documentKind: null,
    documentCountry: null,
    kept: [],
    reason: null,
    tries: 0,
    submittedAt: 0,
    checkedAt: 0,
    decidedAt: 0,
  };
  return {
    id: `kyc-${id}`,
    path: "/personal/settings/profile?part=verification",
    isMember: true,
    answers: { "/kyc/verification": { source: "kyc.verification", seq: 1, rows: [{ ...fresh, ...row }] } },
    stands,
    ...(presses === undefined ? {} : { presses }),
  };
}

export const states: readonly PageState[] = [
  { id: "home", path: "/", isAlive: true, stands: ["[data-testid=home-chart][data-state=live]"] },
  { id: "coming", path: plainPath },
  { id: "not-found", path: "/nowhere" },
  { id: "denied", path: "/denied_current_pc/" },
  { id: "maintenance", path: "/maintenance" },
  { id: "download", path: "/download", isAlive: true },
  { id: "log-in", path: "/auth/login", isAlive: true },
  terminal("trade", "/spot/BTC_USDT"),
  { id: "hash-entry", path: "/m/#/vip" },
  { id: "more", path: plainPath, opens: "more", widthMin: drawerBelow },
  { id: "language", path: plainPath, opens: "language-button", widthMin: drawerBelow },
  { id: "app-download", path: plainPath, opens: "download-button", widthMin: drawerBelow, isAlive: true },
  { id: "guest-drawer", path: plainPath, opens: "drawer-button", widthMax: drawerBelow - 1 },
  { id: "palette", path: plainPath, opens: "search-button", widthMin: drawerBelow },
  { id: "member", path: plainPath, isMember: true },
  { id: "assets", path: plainPath, isMember: true, opens: "assets-menu", widthMin: drawerBelow, isAlive: true },
  { id: "orders", path: plainPath, isMember: true, opens: "orders-menu", widthMin: drawerBelow },
  { id: "user", path: plainPath, isMember: true, opens: "account-menu", isAlive: true },
  { id: "bell", path: plainPath, isMember: true, opens: "bell-button", widthMin: drawerBelow, isAlive: true },
  {
    id: "member-drawer",
    path: plainPath,
    isMember: true,
    opens: "drawer-button",
    widthMax: drawerBelow - 1,
    isAlive: true,
  },
  { id: "security", path: "/personal/security", isMember: true, isAlive: true },
  {
    id: "authenticator",
    path: "/personal/security",
    isMember: true,
    opens: "guard-authenticator-open",
    isAlive: true,
  },
  { id: "new-password", path: "/personal/security", isMember: true, opens: "guard-password-open", isAlive: true },
  { id: "freeze", path: "/personal/security", isMember: true, opens: "freeze-open", isAlive: true },
  { id: "api", path: "/personal/settings/my-api", isMember: true },
  { id: "new-key", path: "/personal/settings/my-api", isMember: true, opens: "api-create-open" },
  { id: "register", path: "/auth/register/email", isAlive: true },
  { id: "forgot", path: "/auth/forgot", isAlive: true },
  terminal("transfer", "/spot/BTC_USDT", { isMember: true, opens: "ticket-transfer" }),
  terminal("pairs", "/spot/BTC_USDT", {
    opens: "pair-switcher",
    stands: ["[data-testid=market-row]"],
  }),
  terminal("contract", contractPath, { isMember: true }),
  traded("positions", {
    stands: ["[data-testid=position-row]", "[data-testid=own-line-position]"],
  }),
  traded("tpsl", { opens: "exits-open" }),
  traded("flash-close", { opens: "flash-close-open" }),
  traded("close-position", { opens: "close-open" }),
  traded("close-all", { opens: "close-all" }),
  traded("calculator", { opens: "calculator-open", widthMin: 768 }),
  traded("trading-settings", { opens: "settings-open", widthMin: 768 }),
  traded("hotkeys", { opens: "hotkeys-open", widthMin: 980 }),
  traded("indicators", { opens: "chart-indicators", widthMin: 768 }),
  terminal("leverage", contractPath, { isMember: true, opens: "ticket-leverage" }),
  terminal("margin-mode", contractPath, { isMember: true, opens: "ticket-mode" }),
  terminal("margin", "/margin/BTC_USDT", { isMember: true }),
  terminal("borrow", "/margin/BTC_USDT", { isMember: true, opens: "pair-borrow" }),
  { id: "open-orders", path: "/personal/orders/open?product=4", isTrader: true, isAlive: true },
  { id: "order-history", path: "/personal/orders/history?product=4", isTrader: true, isAlive: true },
  { id: "export", path: "/personal/orders/fills?product=4", isMember: true, opens: "export-open", isAlive: true },
  { id: "contract-account", path: "/contract/account", isTrader: true, isAlive: true },
  { id: "pnl", path: "/contract/account/pnl", isTrader: true, isAlive: true },
  {
    id: "asset-accounts",
    path: "/personal/assets",
    isTrader: true,
    isAlive: true,
    stands: ["[data-testid=holding-row]"],
  },
  {
    id: "derivatives-account",
    path: "/personal/assets/derivatives",
    isTrader: true,
    isAlive: true,
    stands: ["[data-testid=holding-row]"],
  },
  {
    id: "statement",
    path: "/personal/assets/derivatives",
    isTrader: true,
    opens: "holding-4-USDT-total",
    isAlive: true,
    stands: ["[data-testid=statement-line]"],
  },
  { id: "tax-export", path: "/personal/assets", isTrader: true, opens: "tax-open", isAlive: true },
  {
    id: "transfer-accounts",
    path: "/personal/assets/derivatives",
    isTrader: true,
    opens: "assets-transfer",
    isAlive: true,
  },
  terminal("coin-contract", "/contract/coin/BTCUSD-PERP", {
    isTrader: true,
    stands: ["[data-testid=position-row]"],
  }),
  { id: "markets", path: "/markets?tab=derivatives", isAlive: true, stands: ["[data-testid=overview-row]"] },
  { id: "market-lists", path: "/markets?tab=lists", isAlive: true },
  { id: "insurance-fund", path: "/contract/content/fund", isAlive: true, stands: ["[data-testid=fund-day]"] },
  { id: "mark-price", path: "/contract/content/markPrice", isAlive: true, stands: ["[data-testid=index-source]"] },
  {
    id: "contract-rules",
    path: "/contract/content/rules",
    isMember: true,
    isAlive: true,
    stands: ["[data-testid=tier-row]"],
  },
  { id: "fees", path: "/fees", isMember: true, isAlive: true, stands: ["[data-testid=own-fees]"] },
  { id: "proof", path: "/proof", isAlive: true, stands: ["[data-testid=proof-coin]"] },
  {
    id: "proof-verified",
    path: "/proof",
    isMember: true,
    presses: "proof-verify",
    isAlive: true,
    stands: ["[data-testid=own-leaf][data-verdict=verified]"],
  },
  {
    id: "proof-none",
    path: "/proof",
    answers: { "/market/v2/proof-of-funds/list": { source: "core", seq: 1, everyMs: 3_600_000, list: [] } },
    stands: ["[data-testid=proof-none]"],
  },
  {
    id: "deposit",
    path: "/personal/deposit?asset=USDT",
    isMember: true,
    answers: depositAnswers,
    stands: ["[data-testid=deposit-address]"],
    isAlive: true,
  },
  {
    id: "withdrawal",
    path: "/personal/withdrawal?asset=USDT",
    isMember: true,
    isAlive: true,
    stands: ["[data-testid=withdrawal-notice][data-obstacle=factor]"],
  },
  {
    id: "messages",
    path: "/personal/message/system",
    isMember: true,
    isAlive: true,
    stands: ["[data-testid=message]"],
  },
  {
    id: "notifications",
    path: "/personal/settings/notifications",
    isMember: true,
    isAlive: true,
    stands: ["[data-testid=notifications]"],
  },
  { id: "alerts", path: "/personal/alerts", isMember: true, isAlive: true },
  { id: "new-alert", path: "/personal/alerts", isMember: true, opens: "alert-new", isAlive: true },
  { id: "vip", path: "/m/#/vip", isMember: true, isAlive: true },
  verification("levels", {}, ["[data-testid=kyc-start]"]),
  verification("data", {}, ["[data-testid=kyc-data]"], "kyc-start"),
  verification("document", { kept: ["data"] }, ["[data-testid=kyc-document]"], "kyc-start"),
  verification("selfie", { ...sent, kept: ["data", "front", "back"] }, ["[data-testid=kyc-selfie]"], "kyc-start"),
  verification("submit", sent, ["[data-testid=kyc-submit]"], "kyc-start"),
  verification("pending", { ...sent, ...waits }, ["[data-testid=kyc-pending]"]),
  verification("refused", { ...sent, ...refused, kept: ["data", "front", "selfie"] }, ["[data-testid=kyc-refused]"]),
  verification("closed", { ...sent, ...refused, reason: "UNDER_AGE" }, ["[data-testid=kyc-refused]"]),
  verification("verified", { ...sent, ...decided, state: "APPROVED", status: 2, level: 1 }, [
    "[data-testid=kyc-level]",
  ]),
  { id: "earn", path: "/personal/earn/flexible", isMember: true, isAlive: true, stands: ["[data-testid=earn-USDT]"] },
  {
    id: "earn-term",
    path: "/personal/earn/flexible?kind=term",
    isMember: true,
    opens: "earn-join-ETH",
    isAlive: true,
  },
  { id: "support", path: "/personal/support", isMember: true, isAlive: true },
  { id: "new-ticket", path: "/personal/support", isMember: true, opens: "ticket-open", isAlive: true },
  { id: "announcements", path: "/announcements" },
  { id: "help", path: "/help" },
  {
    id: "status",
    path: "/status",
    answers: { "/content/status": statusAnswer },
    stands: ["[data-testid=incident]"],
    isAlive: true,
  },
  {
    id: "invite",
    path: "/personal/invite",
    isMember: true,
    answers: inviteAnswers,
    stands: ["[data-testid=invite-share-row]", "[data-testid=invite-friend]"],
    isAlive: true,
  },
  {
    id: "coupons",
    path: "/personal/coupon",
    isMember: true,
    answers: couponAnswers,
    stands: ["[data-testid=coupon-over]"],
    isAlive: true,
  },
  {
    id: "coupon-detail",
    path: "/personal/coupon",
    isMember: true,
    answers: couponAnswers,
    opens: "coupon-details",
    stands: ["[data-testid=coupon-fill]"],
    isAlive: true,
  },
  terminal("ticket-voucher", contractPath, {
    isMember: true,
    answers: voucherAnswers,
    opens: "ticket-voucher",
    stands: ["[data-testid=voucher-size]"],
  }),
  traded("position-voucher", {
    answers: voucherPositionAnswers,
    stands: ["[data-testid=position-row]"],
  }),
  terminal("account-bonus", contractPath, {
    isMember: true,
    answers: bonusAnswers,
    stands: ["[data-testid=margin-bonus-ends]"],
  }),
];

export const isShownAt = ({ widthMin = 0, widthMax = Infinity }: PageState, width: number): boolean =>
  width >= widthMin && width <= widthMax;
