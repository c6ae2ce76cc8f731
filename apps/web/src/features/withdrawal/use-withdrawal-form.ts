import type { AssetEntry, NetworkId } from "@tidemark/contracts";
import { finishedDecimal } from "@tidemark/kit-ui";
import { useState } from "react";
import {
  type AmountProblem,
  type BookAddress,
  type Counted,
  countWithdrawal,
  cutAmount,
  isUsable,
  type Obstacle,
  obstacleOf,
  type ReceiverProblem,
  receiverProblemOf,
  type WithdrawalInfo,
  type WithdrawalNetwork,
} from "./withdrawal-form.ts";
import { useAddressBook, useWithdrawalInfo } from "./withdrawal-queries.ts";

/** The form as its fields and its result see it. */
export type WithdrawalForm = {
  /** Undefined until loaded. */
  readonly info: WithdrawalInfo | undefined;
  readonly isFailed: boolean;
  readonly retry: () => void;
  /** The moment of the last answer. */
  readonly now: number;
  readonly obstacle: Obstacle | undefined;
  readonly network: WithdrawalNetwork | undefined;
  readonly setNetwork: (network: NetworkId) => void;
  /** The address book on the chosen network; undefined until loaded. */
  readonly book: readonly BookAddress[] | undefined;
  readonly isBookFailed: boolean;
  readonly retryBook: () => void;
  readonly address: BookAddress | undefined;
  readonly setAddress: (id: string) => void;
  readonly amount: string;
  readonly setAmount: (text: string) => void;
  readonly receiver: string;
  readonly setReceiver: (text: string) => void;
  readonly receiverProblem: ReceiverProblem | undefined;
  readonly counted: Counted | undefined;
  readonly problem: AmountProblem | undefined;
  readonly isWhole: boolean;
  /** Missing fields are marked once the form was submitted without them. */
  readonly showsProblems: boolean;
  readonly markProblems: () => void;
  readonly clear: () => void;
};

export function useWithdrawalForm(asset: AssetEntry): WithdrawalForm {
  const { data: info, dataUpdatedAt: now, isError, refetch } = useWithdrawalInfo(asset.asset);
  const { data: addresses, isError: isBookError, refetch: refetchBook } = useAddressBook();
  const [networkId, setNetwork] = useState<NetworkId>();
  const [addressId, setAddress] = useState<string>();
  const [typed, setAmount] = useState("");
  const [receiver, setReceiver] = useState("");
  const [showsProblems, setShowsProblems] = useState(false);
  const network = info?.networks.find((one) => one.network === networkId) ?? info?.networks[0];
  const amount = network === undefined ? typed : cutAmount(typed, network.decimals);
  const book = addresses?.list.filter((one) => one.network === network?.network);
  const address = book?.find(({ id }) => id === addressId);
  const { counted, problem } =
    info === undefined || network === undefined
      ? { counted: undefined, problem: undefined }
      : countWithdrawal(info, network, finishedDecimal(amount), asset.scale);
  const obstacle = info === undefined ? undefined : obstacleOf(info, now);
  const receiverProblem = info?.asksReceiver === true ? receiverProblemOf(receiver) : undefined;
  return {
    info,
    isFailed: isError && info === undefined,
    retry: () => void refetch(),
    now,
    obstacle,
    network,
    setNetwork,
    book,
    isBookFailed: isBookError && addresses === undefined,
    retryBook: () => void refetchBook(),
    address,
    setAddress,
    amount,
    setAmount,
    receiver,
    setReceiver,
    receiverProblem,
    counted,
    problem,
    isWhole:
      info !== undefined &&
      obstacle === undefined &&
      address !== undefined &&
      isUsable(address, now) &&
      counted !== undefined &&
      problem === undefined &&
      receiverProblem === undefined,
    showsProblems,
    markProblems: () => setShowsProblems(true),
    clear() {
      setAmount("");
      setShowsProblems(false);
    },
  };
}
