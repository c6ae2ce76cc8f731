// Answers of the wallet, which the exchange of the pictures runs without: two chains of which one is not read, an address, and a deposit of
// each kind of state.
import type { DepositRow } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";

type Network = AnswerOf<"depositNetworks">["list"][number];

const address = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
const at = 1_794_956_652_000;
const minuteMs = 60_000;
const explorer = "https://explorer.example/tx/";

const network: Network = {
  asset: "USDT",
  network: "ETHEREUM",
  name: "Ethereum",
  tokenContract: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  minDeposit: "1",
  shown: 1,
  final: null,
  hasMemo: false,
  isOpen: true,
  explorer,
};

const deposit = (serial: number, row: Partial<DepositRow>): DepositRow => ({
  id: `00000000-0000-4000-8000-00000000000${serial}`,
  asset: "USDT",
  network: "ETHEREUM",
  amount: "2500",
  address,
  memo: "",
  txid: `0x9f2c${String(serial).repeat(56)}a1e7`,
  explorer,
  confirmations: 40,
  needed: 12,
  final: null,
  state: "CREDITED",
  reason: "",
  seenAt: at - serial * 45 * minuteMs,
  changedAt: at - serial * 45 * minuteMs + 14 * minuteMs,
  ...row,
});

export const depositAnswers: Readonly<Record<string, object>> = {
  "/user/deposit/networks": {
    list: [
      network,
      {
        ...network,
        network: "BSC",
        name: "BNB Smart Chain",
        tokenContract: "0x55d398326f99059fF775485246999027B3197955",
        final: 15,
        isOpen: false,
      },
    ],
  },
  "/user/deposit/address": { asset: "USDT", network: "ETHEREUM", address, memo: "" },
  "/user/deposit/list": {
    list: [
      deposit(1, { state: "SEEN", confirmations: 4, amount: "12000.5" }),
      deposit(2, { state: "SHOWN", confirmations: 21 }),
      deposit(3, { asset: "BTC", amount: "0.15", network: "BITCOIN", final: 3, needed: 1, confirmations: 3 }),
      deposit(4, { state: "IGNORED", reason: "TOO_SMALL", amount: "0.4" }),
    ],
  },
};
