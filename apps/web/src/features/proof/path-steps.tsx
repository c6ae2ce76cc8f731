import type { PathCheck } from "@tidemark/contracts";
import { Disclosure, PageTable } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { Hash } from "./hash-text.tsx";
import { m } from "./own-leaf-messages.ts";
import { hexOf, type SavedProof } from "./proof-checks.ts";

type PathStepsProps = {
  proof: SavedProof;
  path: PathCheck | undefined;
  /** Units as text with every digit; hidden with the own amounts. */
  amountOf: (units: bigint) => string;
};

type NodeCellProps = { hash: string | undefined; amount: string };
const NodeCell = ({ hash, amount }: NodeCellProps) =>
  hash === undefined ? (
    <span className="text-muted">–</span>
  ) : (
    <span className="grid">
      <Hash hash={hash} />
      <span className="num text-12 text-muted">{amount}</span>
    </span>
  );

/** Every node from the leaf to the root with the sibling it was hashed with. */
export function PathSteps({ proof, path, amountOf }: PathStepsProps) {
  const t = useTexts();
  const levels = Array.from({ length: proof.siblings.length + 1 }, (_, level) => level);
  const nameOf = (level: number): string =>
    level === 0 ? t(m.yourLeaf) : level === proof.siblings.length ? t(m.root) : String(level);
  return (
    <Disclosure title={t(m.allSteps, { count: proof.siblings.length })}>
      <PageTable
        label={t(m.allSteps, { count: proof.siblings.length })}
        rows={levels}
        keyOf={String}
        rowTestId="proof-step"
        columns={[
          { id: "step", label: t(m.step), className: "max-w768:pe-2 max-w768:text-12" },
          { id: "computed", label: t(m.computed), className: "max-w768:pe-2" },
          { id: "given", label: t(m.given) },
        ]}
        cellOf={(level, column) => {
          const node = path?.nodes[level];
          const sibling = proof.siblings[level];
          if (column === "step") return <span className="num">{nameOf(level)}</span>;
          if (column === "computed")
            return (
              <NodeCell
                hash={node === undefined ? undefined : hexOf(node.hash)}
                amount={node === undefined ? "" : amountOf(node.sum)}
              />
            );
          return <NodeCell hash={sibling?.hash} amount={sibling === undefined ? "" : amountOf(BigInt(sibling.sum))} />;
        }}
      />
    </Disclosure>
  );
}
