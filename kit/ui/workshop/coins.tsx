const shapes = {
  BTC: { colour: "#f2a33a", letter: "B", name: "Bitcoin" },
  ETH: { colour: "#8a9bff", letter: "E", name: "Ethereum" },
  USDT: { colour: "#26a17b", letter: "T", name: "Tether" },
  SOL: { colour: "#a26bff", letter: "S", name: "Solana" },
  DOGE: { colour: "#c2a633", letter: "D", name: "Dogecoin" },
} as const;

export type Coin = keyof typeof shapes;
export const coins = Object.keys(shapes) as Coin[];
export const coinName = (coin: Coin): string => shapes[coin].name;

/** A placeholder for the artwork that the exchange's configuration names. */
export function CoinDisc({ coin, size = 24 }: { coin: Coin; size?: number }) {
  const { colour, letter } = shapes[coin];
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" className="flex-none">
      <circle cx="12" cy="12" r="12" fill={colour} opacity="0.18" />
      <text x="12" y="16" textAnchor="middle" fontSize="11" fontWeight="700" fill={colour}>
        {letter}
      </text>
    </svg>
  );
}
