import type { PublishedAsset } from "@tidemark/contracts";
import { buttonClassName, EmptyState } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { LogIn } from "lucide-react";
import type { ReactNode } from "react";
import { shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./own-leaf-messages.ts";
import { treeDrawing } from "./tree-drawing.ts";
import { TreeFigure } from "./tree-figure.tsx";

/** Three levels, whatever the tree has: only the root is real. */
const shape = treeDrawing(3, 5);

type PlainTreeProps = { asset: PublishedAsset; decimals: number };

/** The shape of a proof with the published root, and no figure that was not given. */
export function PlainTree({ asset, decimals }: PlainTreeProps) {
  const t = useTexts();
  return (
    <TreeFigure
      drawing={shape}
      nameOf={({ kind }) => (kind === "root" ? t(m.root) : kind === "leaf" ? t(m.aLeaf) : "…")}
      sumOf={({ kind }) =>
        kind === "root" ? shownUnits(BigInt(asset.sum), decimals, asset.scale) : kind === "leaf" ? "••••••" : ""
      }
    />
  );
}

type SignInInviteProps = {
  /** Where people sign in, and where they come back to. */
  signIn: { readonly to: string; readonly backurl: string };
};

/** What a visitor is offered in place of a leaf. */
export function SignInInvite({ signIn: { to, backurl } }: SignInInviteProps): ReactNode {
  const t = useTexts();
  return (
    <EmptyState icon={<LogIn size={24} strokeWidth={1.5} />} title={t(m.signInTitle)} hint={t(m.signInHint)}>
      <Link to={to} search={{ backurl }} className={buttonClassName("primary", "md")} data-testid="proof-sign-in">
        {t(m.signIn)}
      </Link>
    </EmptyState>
  );
}
