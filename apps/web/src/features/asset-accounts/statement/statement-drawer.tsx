import type { HoldingRow } from "@tidemark/contracts";
import { Drawer, Segmented } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { assetText } from "../../../lib/format/asset-text.ts";
import { isZeroText } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { type AccountPlace, isContractPlace } from "../account-places.ts";
import type { StatementPart } from "./statement-check.ts";
import { StatementLines } from "./statement-lines.tsx";
import { m, partTexts } from "./statement-messages.ts";
import { StatementSum } from "./statement-sum.tsx";

export type StatementOf = {
  readonly account: AccountPlace;
  readonly row: HoldingRow;
  readonly decimals: number;
  /** The term of the figure that was opened; undefined for all of it. */
  readonly part?: StatementPart | undefined;
};

/** The ledger lines behind a balance. */
export function StatementDrawer(props: StatementOf & { onClose: () => void }) {
  const { account, row, decimals, part: opened, onClose } = props;
  const t = useTexts();
  const { asset, sub, uPnl, voucher } = row;
  const [part, setPart] = useState<StatementPart | "all">(opened ?? "all");
  const isContract = isContractPlace(account);
  const filter = {
    asset,
    product: account.product,
    ...(sub === "" ? {} : { sub }),
    ...(part === "all" ? {} : { part }),
  };
  return (
    <StatementFrame
      title={t(m.title, { asset: assetText(asset), account: sub === "" ? t(account.title) : sub })}
      onClose={onClose}
    >
      <StatementSum
        opened={{ product: account.product, sub, asset }}
        decimals={decimals}
        uPnl={uPnl}
        isContract={isContract}
      />
      {isContract && (
        <Segmented<StatementPart | "all">
          label={t(m.kinds)}
          size="switch"
          className="mt-3 w-fit"
          items={[
            { id: "all", label: t(m.all) },
            { id: "own", label: t(m.own), testId: "statement-part-own" },
            { id: "bonus", label: t(partTexts.bonus), testId: "statement-part-bonus" },
            { id: "fundbonus", label: t(m.fundbonus) },
            ...(isZeroText(voucher)
              ? []
              : [{ id: "voucher" as const, label: t(partTexts.voucher), testId: "statement-part-voucher" }]),
          ]}
          selected={part}
          onSelect={setPart}
        />
      )}
      <StatementLines filter={filter} lead={t(m.lead)} decimalsOf={() => decimals} />
    </StatementFrame>
  );
}

type StatementFrameProps = { title: string; onClose: () => void; children: ReactNode };

export function StatementFrame({ title, onClose, children }: StatementFrameProps) {
  const t = useTexts();
  return (
    <Drawer title={title} closeLabel={t(m.close)} onClose={onClose} size="wide" testId="statement">
      <section
        aria-label={t(m.table)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without pages nothing else here takes the focus, and the keyboard must scroll it
        tabIndex={0}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pb-6"
      >
        {children}
      </section>
    </Drawer>
  );
}
