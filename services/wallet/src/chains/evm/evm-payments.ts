import { assetNetworks, networks } from "@tidemark/contracts";
import {
  BaseError,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from "viem";
import { type AccountChain, type Movement, type Receipt, TokenSilent, type Unsigned } from "../payment-chain.ts";
import { openEvmChain } from "./evm-chain.ts";
import { type EvmChainDeps, hexOf, isReverted, rpcOf, tokenBalanceAt } from "./evm-rpc.ts";
import { amountAnswer, chainIdAnswer, hashAnswer, logsAnswer, paidReceiptAnswer, transferIn } from "./evm-shapes.ts";

const success = "0x1";
/** The most that a transfer may use: a token that wants more is not paid by itself. */
const gasMax = 100_000;
const plainTransferGas = 21_000;
/** Above the estimate, which is of one state only. */
const gasMargin = { numerator: 5, denominator: 4 };
const balancesPerRequest = 100;
const priorityFeeMin = 1_000_000_000n;
/** The base fee may double within six blocks. */
const baseFeeRoom = 2n;

type Call = { readonly to: Hex; readonly value: bigint; readonly data?: Hex };

/** The call that moves it: nothing but a transfer, as the signer requires. */
function callOf({ token, to, amount }: Movement): Call {
  if (token === null) return { to: to as Hex, value: amount };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as Hex, amount] });
  return { to: token as Hex, value: 0n, data };
}

function serialized(chainId: number, transaction: Unsigned): Hex {
  const { nonce, gasLimit, feeMax, priorityFee } = transaction;
  const fees = { maxFeePerGas: feeMax, maxPriorityFeePerGas: priorityFee };
  return serializeTransaction({
    type: "eip1559",
    chainId,
    nonce,
    gas: BigInt(gasLimit),
    ...fees,
    ...callOf(transaction),
  });
}

/** The signed bytes are checked as anything else that comes from another process: they must be what was asked for. */
async function idOfSigned(raw: string, unsigned: string, sender: string): Promise<string> {
  const signed = raw as `0x02${string}`;
  const { r: _r, s: _s, yParity: _y, v: _v, ...plain } = parseTransaction(signed);
  if (serializeTransaction(plain) !== unsigned)
    throw new Error("signer: signed another transaction than was asked for");
  const by = await recoverTransactionAddress({ serializedTransaction: signed });
  if (getAddress(by) !== sender) throw new Error(`signer: signed by ${by}, not by ${sender}`);
  return keccak256(signed);
}

/** Of a node that has the bytes already, or in a block. */
const isKnownProblem = (words: string): boolean => /already known|already imported|known transaction/i.test(words);

export async function openEvmPayments(deps: EvmChainDeps): Promise<AccountChain> {
  const { network } = deps;
  // Throws where the node is on another chain.
  const chain = await openEvmChain(deps);
  const rpc = rpcOf(deps);
  const batched = rpcOf(deps, balancesPerRequest);
  const chainId = (networks[network] as { chainId?: number }).chainId!;
  const coin = assetNetworks.find((one) => one.network === network && one.tokenContract === null)?.asset;
  if (coin === undefined) throw new Error(`${network}: no coin to pay fees with`);

  /** Whether the block's own list of events has the transfer: asked apart from the receipt, so that a node contradicts itself if it lies. */
  async function eventOf(txid: string, blockHash: string, sender: string, { token, to, amount }: Movement) {
    const logs = await rpc("eth_getLogs", [{ blockHash, address: [token] }], logsAnswer);
    return logs.some((log) => {
      if (log.blockHash !== blockHash)
        throw new Error(`node: asked for block ${blockHash}, answered of ${log.blockHash}`);
      const found = log.transactionHash === txid ? transferIn(log) : undefined;
      return found?.from === sender && found.to === to && found.amount === amount;
    });
  }

  async function receiptOf(txid: string, sender: string, movement: Movement): Promise<Receipt | undefined> {
    const found = await rpc("eth_getTransactionReceipt", [txid], paidReceiptAnswer.nullable());
    if (found === null) return undefined;
    const { transactionHash, blockHash, height, from, status } = found;
    if (transactionHash !== txid || getAddress(from) !== sender)
      throw new Error(`node: the receipt of ${txid} is one of ${transactionHash} by ${from}`);
    // A receipt of a block that is not on the chain proves nothing.
    if ((await chain.headAt(height))?.hash !== blockHash) return undefined;
    const isSuccess = status === success;
    if (movement.token === null) return { height, blockHash, isSuccess, hasEffect: isSuccess };
    const hasEvent = await eventOf(txid, blockHash, sender, movement);
    if (hasEvent && !isSuccess)
      throw new Error(`node: ${txid} failed by its receipt and paid by the events of its block`);
    return { height, blockHash, isSuccess, hasEffect: hasEvent };
  }

  const nonceAt = (address: string, height: number): Promise<number> =>
    rpc("eth_getTransactionCount", [address, hexOf(height)], chainIdAnswer);

  return {
    network,
    coin,
    tip: () => chain.tip(),
    headAt: (height) => chain.headAt(height),
    async fees() {
      const { baseFee } = await rpc("eth_getBlockByNumber", ["latest", false], amountAnswer.baseFee);
      const asked = await rpc("eth_maxPriorityFeePerGas", [], amountAnswer.plain);
      const priorityFee = asked > priorityFeeMin ? asked : priorityFeeMin;
      return { feeMax: baseFee * baseFeeRoom + priorityFee, priorityFee };
    },
    async gasFor(from, movement) {
      const { to, value, data } = callOf(movement);
      const call = { from, to, value: `0x${value.toString(16)}`, ...(data === undefined ? {} : { data }) };
      try {
        const needed = Number(await rpc("eth_estimateGas", [call], amountAnswer.plain));
        if (movement.token === null && needed === plainTransferGas) return needed;
        const asked = Math.ceil((needed * gasMargin.numerator) / gasMargin.denominator);
        return asked > gasMax ? undefined : asked;
      } catch (error) {
        if (isReverted(error)) return undefined;
        throw error;
      }
    },
    async balanceOf(token, address, blockHash) {
      const at = blockHash === undefined ? "latest" : { blockHash };
      if (token === null) return batched("eth_getBalance", [address, at], amountAnswer.plain);
      const balance = await tokenBalanceAt(batched, token, address, at);
      if (balance === undefined) throw new TokenSilent(`${network}: ${token} does not say the balance of ${address}`);
      return balance;
    },
    nonceAt,
    async unknownUse(address, nonce) {
      const onChain = await nonceAt(address, (await chain.tip()).height);
      return onChain > nonce ? `${onChain} on the chain` : undefined;
    },
    isTaken: async ({ sender, nonce }, height) => (await nonceAt(sender, height)) > nonce,
    feeRoom: (_, cap) => cap,
    unsigned: (transaction) => serialized(chainId, transaction),
    idOfSigned,
    async broadcast(raw, txid) {
      try {
        const said = await rpc("eth_sendRawTransaction", [raw], hashAnswer);
        return said === txid ? undefined : `the node calls it ${said}`;
      } catch (error) {
        const words = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error);
        return isKnownProblem(words) ? undefined : words;
      }
    },
    receiptOf,
  };
}
