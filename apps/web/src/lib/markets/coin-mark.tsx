/** Coins with an icon in the sprite; any other shows its first letter. */
const drawn: ReadonlySet<string> = new Set(["BNB", "BTC", "DOGE", "ETH", "LTC", "SOL", "TRX", "USDC", "USDT", "XRP"]);

/** A coin's mark, 24 px. It decorates the coin's name beside it. */
export function CoinMark({ coin }: { coin: string }) {
  if (drawn.has(coin))
    return (
      <svg aria-hidden width={24} height={24} className="flex-none">
        <use href={`/coins.svg#${coin}`} />
      </svg>
    );
  return (
    <span
      aria-hidden
      className="grid size-6 flex-none place-items-center rounded-full bg-hover text-12 font-semibold text-muted"
    >
      {coin[0]}
    </span>
  );
}
