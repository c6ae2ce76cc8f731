import { randomUUID } from "node:crypto";
import { type ApprovedRow, assetNetworkOf, ledgerUnitsOf, networks } from "@tidemark/contracts";
import { type Database, type Log, systemTime } from "@tidemark/kit-node";
import { getAddress, type Hex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { openEvmPayments } from "../src/chains/evm/evm-payments.ts";
import type { AccountChain } from "../src/chains/payment-chain.ts";
import { type AskApproved, openIntake } from "../src/payments/withdrawals/intake.ts";
import type { Payer, PayerDeps } from "../src/payments/withdrawals/payer.ts";
import { signerClient } from "../src/payments/sends/signer-client.ts";
import { held } from "../src/payments/withdrawals/store.ts";
import { type Fixture, instruments, openFixture, usdtContract } from "./fixture.ts";
import {
  holdWithinLimits,
  openWalletProcess,
  type PaymentRows,
  paymentRows,
  testedPayer,
  type WalletProcess as AnyProcess,
} from "./payment-rows.ts";
import { approvedByPlatform, type PolicyWish, requestKey, startSigner, type StartedSigner } from "./signer-process.ts";
import { callContract } from "./tokens.ts";

export type Wish = {
  readonly asset: "ETH" | "USDT";
  readonly amount: bigint;
  readonly to?: string;
  readonly expiresAt?: number;
  /** Who asks, and when the core holds it: of this user the test sets level and worth itself. */
  readonly by?: { readonly uid: number; readonly heldAt: number };
};
type Withdrawn = { readonly id: string; readonly coreId: number; readonly to: Hex; readonly wish: Wish };
export type WalletProcess = AnyProcess<AccountChain>;
export type PaymentsFixture = Fixture &
  PaymentRows & {
    readonly signer: StartedSigner;
    readonly hotAddress: Hex;
    /** The core holds it and the platform has approved it. `amount` is what arrives, in the network's smallest units. */
    withdraw(wish: Wish, changes?: Partial<ApprovedRow>): Promise<Withdrawn>;
    /** The same, for another process to take over. */
    approve(wish: Wish, changes?: Partial<ApprovedRow>): Promise<Withdrawn>;
    /** All that the platform has approved. */
    approved(): readonly ApprovedRow[];
    open(more?: Partial<PayerDeps> & { url?: string }): Promise<WalletProcess>;
    balanceOf(asset: "ETH" | "USDT", address: string): Promise<bigint>;
  };

const scale = 8;
const coinOf = {
  ETH: { id: 3, decimals: 18, fee: 100_000n },
  USDT: { id: 1, decimals: 6, fee: 100_000_000n },
} as const;

/** What takes over approved withdrawals, as the wallet opens it; `ask` plays the platform. */
export const intakeOn = (db: Database, log: Log, ask: AskApproved): ReturnType<typeof openIntake> =>
  openIntake({
    db,
    ask,
    instruments: async () => instruments,
    isPaidHere: (network) => network === "LOCAL_EVM",
    clock: systemTime,
    log,
  });

/** What pays, as the wallet opens it. */
export async function payerOn(
  { db, url, socketPath, log }: { db: Database; url: string; socketPath: string; log: Log },
  more: Partial<PayerDeps> = {},
): Promise<{ chain: AccountChain; payer: Payer }> {
  const chain = await openEvmPayments({ network: "LOCAL_EVM", url, timeoutMs: 5_000 });
  return { chain, payer: testedPayer({ db, chain, socketPath, log }, more) };
}

/** A hot address with coins, a signer in its own process, and the parts that pay, on a real chain and a real database. */
export async function openPaymentsFixture(policy: PolicyWish = {}, signerMain?: string): Promise<PaymentsFixture> {
  const [fixture, signer] = [await openFixture(), await startSigner(policy, signerMain)];
  const { anvil, databaseUrl, db, log } = fixture;
  const { client } = anvil;
  const approved = new Map<number, ApprovedRow>();
  let coreIdLast = 0;
  const intake = intakeOn(db, log, async (ids) => ids.flatMap((id) => approved.get(id) ?? []));
  const hotAddress = (
    await signerClient({ db, socketPath: signer.socketPath, requestKey, timeoutMs: 5_000 }).status("LOCAL_EVM")
  ).hotAddress as Hex;
  await client.setBalance({ address: hotAddress, value: parseEther("1000") });
  await callContract(client, "Plain", usdtContract, "mint", [hotAddress, 10n ** 15n]);

  async function approve(wish: Wish, changes: Partial<ApprovedRow> = {}): Promise<Withdrawn> {
    const { id: assetId, decimals, fee } = coinOf[wish.asset];
    const coreId = (coreIdLast += 1);
    const [id, uid] = [randomUUID(), wish.by?.uid ?? 9_000 + coreId];
    const to = getAddress(wish.to ?? privateKeyToAddress(generatePrivateKey()));
    const one = { coreId, uid, assetId, units: ledgerUnitsOf(wish.amount, decimals, scale) + fee };
    await (wish.by === undefined ? holdWithinLimits(db, one) : held.add(db, one, wish.by.heldAt));
    const terms = assetNetworkOf(wish.asset, "LOCAL_EVM")!;
    const intent = {
      id,
      asset: wish.asset,
      network: "LOCAL_EVM",
      tokenContract: terms.tokenContract,
      address: to,
      memo: "",
      amount: wish.amount,
      feeCap: BigInt(terms.networkFeeMax),
      expiresAt: wish.expiresAt ?? Date.now() + 3_600_000,
    };
    const row = {
      coreId,
      id,
      uid,
      network: "LOCAL_EVM",
      fee: String(fee),
      approved: approvedByPlatform(intent),
    } as const;
    approved.set(coreId, { ...row, ...changes });
    return { id, coreId, to, wish };
  }

  return {
    ...fixture,
    signer,
    hotAddress,
    approve,
    async withdraw(wish, changes) {
      const one = await approve(wish, changes);
      await intake.run();
      return one;
    },
    approved: () => [...approved.values()],
    open: ({ url: nodeUrl = anvil.url, ...more } = {}) =>
      openWalletProcess({
        db,
        databaseUrl,
        chainOf: () => openEvmPayments({ network: "LOCAL_EVM", url: nodeUrl, timeoutMs: 5_000 }),
        socketPath: signer.socketPath,
        log,
        more,
      }),
    ...paymentRows(db, log, () => fixture.waiting()),
    async balanceOf(asset, address) {
      if (asset === "ETH") return client.getBalance({ address: address as Hex });
      const chain = await openEvmPayments({ network: "LOCAL_EVM", url: anvil.url, timeoutMs: 5_000 });
      return chain.balanceOf(usdtContract, address);
    },
    async end() {
      await signer.end();
      await fixture.end();
    },
  };
}

export const finalBlocks: number = networks.LOCAL_EVM.confirmations.final;
