import type { PublishedAsset } from "@tidemark/contracts";
import { EmptyState, Note, Skeleton, Tag } from "@tidemark/kit-ui";
import { CircleAlert, Coins, Hourglass, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { exactUnits, shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { LoadFailed } from "../../lib/wallet/load-failed.tsx";
import { type Held, heldOf } from "./own-balance.ts";
import { m } from "./own-leaf-messages.ts";
import { OwnResult } from "./own-result.tsx";
import { PathSteps } from "./path-steps.tsx";
import { checkedProof, hexOf, proofOf, type SavedProof } from "./proof-checks.ts";
import { useBalancesAt, useOwnLeaf } from "./proof-queries.ts";
import type { CheckedReserves } from "./reserves/checked-reserves.ts";
import { type TreeBox, treeDrawing } from "./tree-drawing.ts";
import { TreeFigure } from "./tree-figure.tsx";
import { useVerification, type Verification } from "./use-verification.ts";
import { PlainTree } from "./visitor-proof.tsx";

const tinyHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-2)}`;

type OwnTreeProps = { proof: SavedProof; verification: Verification; isBroken: boolean; decimals: number };

/** The own way through the tree. Boxes on it stay empty until this browser has computed them. */
function OwnTree({ proof, verification: { path }, isBroken, decimals }: OwnTreeProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const cut = (units: bigint | undefined): string =>
    units === undefined ? "…" : own(shownUnits(units, decimals, proof.scale));
  const hashOf = ({ kind, level }: TreeBox): string => {
    const node = path?.nodes[level];
    const hash = kind === "given" ? proof.siblings[level]!.hash : node === undefined ? undefined : hexOf(node.hash);
    return hash === undefined ? "…" : tinyHash(hash);
  };
  const sumOf = ({ kind, level }: TreeBox): string => {
    if (kind === "root") return shownUnits(BigInt(proof.sum), decimals, proof.scale);
    if (kind === "given") return cut(BigInt(proof.siblings[level]!.sum));
    return cut(kind === "leaf" ? BigInt(proof.balance) : path?.nodes[level]?.sum);
  };
  return (
    <TreeFigure
      drawing={treeDrawing(proof.siblings.length, proof.index)}
      isBroken={isBroken}
      nameOf={(box) => (box.kind === "root" ? t(m.root) : box.kind === "leaf" ? t(m.yourLeaf) : hashOf(box))}
      sumOf={sumOf}
    />
  );
}

export type OwnProofProps = {
  asset: PublishedAsset;
  stateSeq: number;
  userId: string;
  decimals: number;
  reserves: CheckedReserves;
  /** Places what is drawn and what it comes to. */
  children: (figure: ReactNode, result: ReactNode) => ReactNode;
};

/** The signed-in account's leaf in one tree: drawn, checked by the verifier's own function, and held against the ledger. */
export function OwnProof({ asset, stateSeq, userId, decimals, reserves, children }: OwnProofProps) {
  const { own } = useOwnAmounts();
  const ask = { userId, stateSeq, asset: asset.asset };
  const { leaf, isFailed, retry } = useOwnLeaf(ask);
  const { rows, isSilent, retry: retryRows } = useBalancesAt(ask);
  const verification = useVerification();
  const held = rows === undefined ? undefined : heldOf(rows, asset.scale);
  const amountOf = (units: bigint): string => own(exactUnits(units, decimals, asset.scale));
  // Both belong to the result: without the ledger's balance there is nothing to hold the leaf against.
  const isUnread = rows === undefined && !isSilent;
  if (leaf === "gone") return children(<PlainTree asset={asset} decimals={decimals} />, <LeavesGone />);
  if (leaf === undefined || leaf === null || leaf === "building" || isUnread)
    return children(
      <PlainTree asset={asset} decimals={decimals} />,
      <NoLeaf
        state={missingOf(leaf, isFailed, isSilent, held)}
        asset={asset.asset}
        stateSeq={stateSeq}
        held={held}
        amountOf={amountOf}
        onRetry={() => {
          retry();
          retryRows();
        }}
      />,
    );
  const proof = proofOf(leaf, asset);
  const checked = checkedProof(proof, { uid: Number(userId), held: held?.units }, verification.path);
  return children(
    <>
      <OwnTree proof={proof} verification={verification} isBroken={checked.problem !== undefined} decimals={decimals} />
      <PathSteps proof={proof} path={verification.path} amountOf={amountOf} />
    </>,
    <OwnResult
      proof={proof}
      held={held}
      checked={checked}
      verification={verification}
      amountOf={amountOf}
      reserves={reserves}
    />,
  );
}

type Missing = "none" | "building" | "failed" | "loading";

/** That there is no leaf is said only together with what the ledger has. */
function missingOf(leaf: unknown, isFailed: boolean, isSilent: boolean, held: Held | undefined): Missing {
  if (leaf === "building") return "building";
  if (isFailed || (leaf === null && isSilent)) return "failed";
  return leaf === null && held !== undefined ? "none" : "loading";
}

type NoLeafProps = {
  state: Missing;
  asset: string;
  stateSeq: number;
  held: Held | undefined;
  amountOf: (units: bigint) => string;
  onRetry: () => void;
};

/** Why there is no leaf to show. None where the ledger has a balance is the one thing that a customer must see. */
function NoLeaf({ state, asset, stateSeq, held, amountOf, onRetry }: NoLeafProps) {
  const t = useTexts();
  const seq = String(stateSeq);
  if (state === "failed") return <LoadFailed text={t(m.failed)} onRetry={onRetry} />;
  if (state === "building")
    return (
      <EmptyState icon={<Hourglass size={24} strokeWidth={1.5} />} title={t(m.building)} hint={t(m.buildingHint)} />
    );
  if (state === "none" && held !== undefined && held.units > 0n)
    return (
      <div className="grid gap-3" data-testid="own-leaf" data-verdict="left-out">
        <span>
          <Tag tone="warn" icon={<CircleAlert aria-hidden />}>
            {t(m.leftOutTag)}
          </Tag>
        </span>
        <Note tone="warn">{t(m.leftOut, { ledger: `${amountOf(held.units)} ${asset}`, seq })}</Note>
      </div>
    );
  if (state === "none" && held !== undefined)
    return (
      <EmptyState
        icon={<Coins size={24} strokeWidth={1.5} />}
        title={t(m.none, { asset })}
        hint={t(m.noneHint, { seq })}
      />
    );
  return <Skeleton className="h-90! w-full">.</Skeleton>;
}

/** Leaves of a tree that is older than a day are deleted; asking for one would only say so. */
export function LeavesGone() {
  const t = useTexts();
  return <EmptyState icon={<Trash2 size={24} strokeWidth={1.5} />} title={t(m.gone)} hint={t(m.goneHint)} />;
}
