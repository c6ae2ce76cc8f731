import { Button, Note, Receipt, ReceiptLine, type Step, Steps, Tag, type TagTone } from "@tidemark/kit-ui";
import { Check, CircleAlert, Download } from "lucide-react";
import { accountNames } from "../../lib/accounts/account-messages.ts";
import { saveFile } from "../../lib/format/save-file.ts";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { Hash } from "./hash-text.tsx";
import type { Held, HeldPart } from "./own-balance.ts";
import { m } from "./own-leaf-messages.ts";
import { type Check as ProofCheck, type CheckedProof, fileNameOf, hexOf, type SavedProof } from "./proof-checks.ts";
import type { CheckedReserves } from "./reserves/checked-reserves.ts";
import type { Verification } from "./use-verification.ts";

const tags = {
  unchecked: { tone: "neutral", text: m.unchecked, icon: undefined },
  verified: { tone: "brand", text: m.verified, icon: <Check aria-hidden /> },
  partly: { tone: "info", text: m.partly, icon: <Check aria-hidden /> },
  failed: { tone: "warn", text: m.disagrees, icon: <CircleAlert aria-hidden /> },
} as const satisfies Record<CheckedProof["verdict"], { tone: TagTone; text: unknown; icon: unknown }>;
const signedStates = { none: "todo", signed: "done", wrong: "stop" } as const;
const stepStates = { passed: "done", failed: "stop", open: "todo" } as const;

const names: Readonly<Record<HeldPart["id"], (typeof m)["coupons"]>> = { ...accountNames, coupons: m.coupons };

export type OwnResultProps = {
  proof: SavedProof;
  /** Undefined while or where the ledger's lines cannot be read. */
  held: Held | undefined;
  checked: CheckedProof;
  verification: Verification;
  /** Own units with every digit; dots where own amounts are hidden. */
  amountOf: (units: bigint) => string;
  reserves: CheckedReserves;
};

/** What went wrong, and what to do about it. */
function problemOf(t: Translate, { proof, held, checked, amountOf }: OwnResultProps): string | undefined {
  const isFailed = (id: ProofCheck["id"]) =>
    checked.checks.some((check) => check.id === id && check.state === "failed");
  if (isFailed("account")) return t(m.problemAccount);
  if (checked.problem !== undefined) return t(m.problemPath);
  if (held === undefined || !isFailed("ledger")) return undefined;
  return t(m.problemLedger, { leaf: amountOf(BigInt(proof.balance)), ledger: amountOf(held.units) });
}

function useSteps({ proof, held, checked, verification, amountOf, reserves }: OwnResultProps): readonly Step[] {
  const t = useTexts();
  const nodes = verification.path?.nodes ?? [];
  const [leaf, top] = [nodes[0], nodes.length > proof.siblings.length ? nodes.at(-1) : undefined];
  const parts = {
    account: { title: t(m.account), detail: t(m.accountDetail, { uid: String(proof.uid) }) },
    ledger: {
      title: t(m.ledger),
      detail: held === undefined ? t(m.ledgerOpen) : t(m.ledgerDetail, { amount: amountOf(held.units) }),
    },
    leaf: { title: t(m.leaf), detail: leaf === undefined ? undefined : <Hash hash={hexOf(leaf.hash)} /> },
    path: { title: t(m.path, { count: proof.siblings.length }), detail: undefined },
    root: {
      title: t(m.rootEqual),
      detail: top === undefined ? undefined : <Hash hash={hexOf(top.hash)} testId="computed-root" />,
    },
  };
  return [
    ...checked.checks.map(({ id, state }) => {
      const { title, detail } = parts[id];
      const failed = state === "failed" && <b className="block font-medium text-warn">{t(m.disagrees)}</b>;
      return {
        id,
        state: stepStates[state],
        title,
        ...(detail === undefined && failed === false
          ? {}
          : {
              detail: (
                <>
                  {failed}
                  {detail}
                </>
              ),
            }),
      };
    }),
    {
      id: "signed",
      state: signedStates[reserves.state],
      title: t(m.signed),
      detail:
        reserves.state === "none"
          ? t(m.signedOpen)
          : t(m.signedDetail, { signed: String(reserves.signed), count: reserves.named }),
    },
  ];
}

const save = (proof: SavedProof): void =>
  saveFile(`${JSON.stringify(proof, undefined, 2)}\n`, fileNameOf(proof), "application/json");

/** The own leaf: its balance, what it is made of, and the checks one below the other. */
export function OwnResult(props: OwnResultProps) {
  const { proof, held, checked, verification, amountOf } = props;
  const t = useTexts();
  const steps = useSteps(props);
  const problem = problemOf(t, props);
  const { tone, text, icon } = tags[checked.verdict];
  const isUnchecked = checked.verdict === "unchecked";
  return (
    <section className="grid gap-5" data-testid="own-leaf" data-verdict={checked.verdict}>
      <div>
        <output>
          <Tag tone={tone} icon={icon}>
            {t(text)}
          </Tag>
        </output>
        <p className="mt-2 text-28 leading-tight font-semibold tracking-[-0.02em] wrap-anywhere">
          <span className="num" data-testid="own-leaf-balance">
            {amountOf(BigInt(proof.balance))}
          </span>{" "}
          <span className="text-14 font-normal tracking-normal text-muted">{proof.asset}</span>
        </p>
        <p className="text-13 text-pretty text-muted">
          {t(m.yours, { asset: proof.asset, seq: String(proof.stateSeq) })}
        </p>
      </div>
      {problem !== undefined && <Note tone="warn">{problem}</Note>}
      {held !== undefined && (
        <Receipt>
          {held.parts.map(({ id, units }) => (
            <ReceiptLine key={id} label={t(names[id])}>
              <span className="num">{amountOf(units)}</span>
            </ReceiptLine>
          ))}
          <ReceiptLine label={t(m.sum)} isTotal testId="own-leaf-held">
            <span className="num">{amountOf(held.units)}</span>
          </ReceiptLine>
        </Receipt>
      )}
      <Steps label={t(m.checks)} steps={steps} />
      {verification.isUnable && <Note tone="warn">{t(m.unable)}</Note>}
      <div className="flex flex-wrap gap-2">
        <Button
          look={isUnchecked ? "primary" : "plain"}
          isPending={verification.isRunning}
          isDisabled={verification.isUnable}
          onPress={() => verification.run(proof)}
          data-testid="proof-verify"
        >
          {t(isUnchecked ? m.verify : m.again)}
        </Button>
        <Button look="quiet" onPress={() => save(proof)} data-testid="proof-save">
          <Download aria-hidden size={16} />
          {t(m.save)}
        </Button>
      </div>
    </section>
  );
}
