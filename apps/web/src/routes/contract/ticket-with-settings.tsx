import { lazy, Suspense, useState } from "react";
import { ContractTicket } from "../../features/order-form/contract/contract-ticket.tsx";
import { useLive } from "../../lib/client/live.ts";
import { settingsOf } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import type { TicketProps } from "../terminal/terminal-product.ts";
import { type ContractTopics, useContractTopics } from "./contract-topics.ts";

const LeverageDialog = lazy(async () => ({
  default: (await import("../../features/margin-settings/leverage-dialog.tsx")).LeverageDialog,
}));
const ModeDialog = lazy(async () => ({
  default: (await import("../../features/margin-settings/mode-dialog.tsx")).ModeDialog,
}));

type Setting = "mode" | "leverage";

/** The ticket of contracts and the dialogs of the two settings at its top. */
export function TicketWithSettings({ own, ...props }: TicketProps<ContractMarket>) {
  const topics = useContractTopics(own);
  const [open, setOpen] = useState<Setting>();
  return (
    <>
      <ContractTicket
        topics={topics}
        onMarginMode={() => setOpen("mode")}
        onLeverage={() => setOpen("leverage")}
        {...props}
      />
      {topics !== undefined && open !== undefined && (
        <Suspense>
          <SettingDialog setting={open} market={props.market} topics={topics} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

type SettingDialogProps = { setting: Setting; market: ContractMarket; topics: ContractTopics; onClose: () => void };

function SettingDialog({ setting, market, topics, onClose }: SettingDialogProps) {
  const isHere = ({ symbol }: { readonly symbol: string }) => symbol === market.symbol;
  const { state, rows } = useLive(topics.marginSettings);
  const settings = settingsOf(market.symbol, rows);
  const positions = useLive(topics.positions).rows.filter(isHere);
  const orders = useLive(topics.orders).rows.filter(isHere);
  const triggers = useLive(topics.triggers).rows.filter(isHere);
  // An account that has other settings would be shown the usual ones.
  if (state === "loading") return null;
  if (setting === "leverage")
    return (
      <LeverageDialog
        market={market}
        settings={settings}
        positions={positions}
        userId={topics.userId}
        onClose={onClose}
      />
    );
  return (
    <ModeDialog
      market={market}
      mode={settings.mode}
      inTheWay={{ positions: positions.length, orders: orders.length, triggers: triggers.length }}
      onClose={onClose}
    />
  );
}
