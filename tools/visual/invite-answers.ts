// What an inviter sees after some weeks: for pictures of the page.
const day = 20_774;
const joinedAt = 1_780_000_000_000;
const weekMs = 7 * 86_400_000;

const friend = (number: number, name: string, fees: string, share: string) => ({
  number,
  name,
  joinedAt: joinedAt + number * 3 * weekMs,
  endsAt: joinedAt + number * 3 * weekMs + 52 * weekMs,
  fees,
  share,
});
const paid = (id: number, tier: number, asset: string, fees: string, amount: string, worth: string) => ({
  id,
  day: day - (6 - id),
  tier,
  product: asset === "BTC" ? 2 : 4,
  asset,
  fees,
  amount,
  worth,
  state: "PAID",
});

export const inviteAnswers = {
  "/user/invite/status": {
    code: "TIDE4820",
    tiers: [
      { share: "0.2", days: 365 },
      { share: "0.05", days: 365 },
    ],
    friends: 12,
    traded: 9,
    seconds: 31,
    earned: "212.47",
    yesterday: "3.12",
    today: "0.84",
    days: Array.from({ length: 30 }, (_, i) => ({ day: day - 29 + i, worth: `${((i * 7) % 9) + 1}.${(i * 13) % 10}` })),
  },
  "/user/invite/friends": {
    list: [
      friend(5, "th***@example.com", "0", "0"),
      friend(4, "+82***78", "98.40", "19.68"),
      friend(3, "na***@example.com", "201.10", "40.22"),
      friend(2, "lu***@example.com", "288.05", "57.61"),
      friend(1, "ki***@example.com", "412.20", "82.44"),
    ],
  },
  "/user/invite/shares": {
    list: [
      paid(6, 1, "USDT", "10.35", "2.07", "2.07"),
      paid(5, 2, "USDT", "21", "1.05", "1.05"),
      paid(4, 1, "BTC", "0.00004", "0.000008", "0.83"),
    ],
  },
} as const;
