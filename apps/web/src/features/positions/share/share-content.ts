/** What a trader chooses to show. Size and balance are no choice: they are never on the card. */
export const shareParts = ["roe", "prices", "pnl", "nickname", "leverage"] as const;
export type SharePart = (typeof shareParts)[number];
export type ShareChoice = Readonly<Record<SharePart, boolean>>;

/** What says something about the trader's money or name is off until it is chosen. */
export const usualShare: ShareChoice = { roe: true, prices: true, leverage: true, pnl: false, nickname: false };

/** Everything that may be on the card, as printed texts. */
export type ShareFacts = {
  readonly contract: string;
  readonly side: string;
  readonly isLong: boolean;
  readonly leverage: string;
  readonly roe: string;
  readonly pnl: string;
  readonly isGain: boolean;
  readonly entry: string;
  /** The price that return and profit are measured at. */
  readonly price: string;
  readonly nickname: string;
};
export type ShareTexts = Readonly<Record<"roe" | "pnl" | "entry" | "price", string>>;

export type ShareContent = {
  readonly contract: string;
  readonly tags: readonly { readonly text: string; readonly tone: "rise" | "fall" | "plain" }[];
  /** The large number with what it is; undefined where neither return nor profit is chosen. */
  readonly figure: { readonly text: string; readonly label: string; readonly tone: "rise" | "fall" } | undefined;
  readonly second: string | undefined;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  readonly nickname: string | undefined;
};

/** The card's texts. The return is the figure; a profit beside it is smaller. */
export function shareContentOf(facts: ShareFacts, choice: ShareChoice, texts: ShareTexts): ShareContent {
  const tone = facts.isGain ? "rise" : "fall";
  const roe = choice.roe ? ({ text: facts.roe, label: texts.roe, tone } as const) : undefined;
  const pnl = choice.pnl ? ({ text: facts.pnl, label: texts.pnl, tone } as const) : undefined;
  return {
    contract: facts.contract,
    tags: [
      { text: facts.side, tone: facts.isLong ? "rise" : "fall" },
      ...(choice.leverage ? [{ text: facts.leverage, tone: "plain" as const }] : []),
    ],
    figure: roe ?? pnl,
    second: roe !== undefined && pnl !== undefined ? `${pnl.label} ${pnl.text}` : undefined,
    facts: choice.prices
      ? [
          { label: texts.entry, text: facts.entry },
          { label: texts.price, text: facts.price },
        ]
      : [],
    nickname: choice.nickname && facts.nickname !== "" ? facts.nickname : undefined,
  };
}

const two = (n: number): string => String(n).padStart(2, "0");

/** 2026-11-14 15:00 UTC: the same for everybody who sees the card. */
export function shareTime(at: number): string {
  const date = new Date(at);
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}
