import { productIds } from "@tidemark/contracts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { usePendingDeposit } from "../features/coupons/use-coupons.ts";
import { percentOfYear } from "../features/earn/earn-rules.ts";
import { useAllMessages, useUnread } from "../features/messages/message-queries.ts";
import { answerOf } from "../lib/client/answer.ts";
import { isSimulatedPage } from "../lib/client/page-hosts.ts";
import { exactText } from "../lib/format/number-text.ts";
import { useStored, valuationAsset } from "../lib/storage/choices.ts";
import { useFiatOf, useHoldings, valueText } from "../session/holdings.ts";
import { lazyPart, useLazyPart } from "../shell/loading/lazy-part.ts";
import type { AssetsTotal, MessageGroups, ShellSlots, TransferPreset, UnreadMessages } from "../shell/slots.tsx";

const apyStaleMs = 10 * 60_000;
const nicknameLayer = lazyPart(async () => (await import("./nickname-layer.tsx")).NicknameLayer);
const transferLayer = lazyPart(async () => (await import("./transfer-layer.tsx")).TransferLayer);

/** The total of the user's accounts, loaded while a menu shows it. */
function Total({ children }: { children: (value: AssetsTotal | undefined) => ReactNode }): ReactNode {
  const counted = useStored(valuationAsset);
  const { data } = useHoldings();
  const fiat = useFiatOf()(data?.totalPreestimate ?? "");
  if (data === undefined) return children(undefined);
  return children({
    amount: valueText(data.totalPreestimate, counted),
    ...(fiat === undefined ? {} : { fiat }),
    byProduct: Object.fromEntries(data.products.map(({ product, value }) => [product, valueText(value, counted)])),
  });
}

function Unread({ children }: { children: (value: UnreadMessages | undefined) => ReactNode }): ReactNode {
  const { total, markRead } = useUnread();
  return children(total === undefined ? undefined : { count: total, markRead: () => markRead() });
}

function Messages({ children }: { children: (value: MessageGroups | undefined) => ReactNode }): ReactNode {
  const { data } = useAllMessages(useUnread().version);
  if (data === undefined) return children(undefined);
  const { traderMessageVo, userMessageVo, systemMessageVo } = data;
  return children({ trader: traderMessageVo.list, user: userMessageVo.list, system: systemMessageVo.list });
}

/** The highest rate of Earn, in percent. It is the same for everybody and set once a day. */
function Apy({ children }: { children: (value: string | undefined) => ReactNode }): ReactNode {
  const { data } = useQuery({
    queryKey: ["earn-promote"],
    queryFn: ({ signal }) => answerOf("earnPromote", {}, signal),
    staleTime: apyStaleMs,
    enabled: !isSimulatedPage,
    meta: { isQuiet: true },
  });
  return children(data === undefined || data.yearRate === "" ? undefined : `${percentOfYear(data.yearRate)}%`);
}

/** The most that the first deposit coupon that waits can bring. */
function CouponAmount({ children }: { children: (value: string | undefined) => ReactNode }): ReactNode {
  const first = usePendingDeposit();
  return children(first === undefined ? undefined : exactText(first.couponAmount, 0));
}

const usualPreset: TransferPreset = {
  asset: "USDT",
  fromProduct: productIds.wallet,
  toProduct: productIds.spot,
  reloadsAfter: false,
};

/** What the routes supply to the shell, and the dialogs that it opens; `layer` belongs beside the page. */
export function useShellSlots(): { readonly slots: ShellSlots; readonly layer: ReactNode } {
  const [preset, setPreset] = useState(usualPreset);
  const { Part: TransferLayer, open, close } = useLazyPart(transferLayer);
  const nickname = useLazyPart(nicknameLayer);
  const slots: ShellSlots = {
    total: Total,
    apy: Apy,
    couponAmount: CouponAmount,
    unread: Unread,
    messages: Messages,
    onTransfer: (wish = usualPreset) => {
      setPreset(wish);
      open();
    },
    onEditNickname: nickname.open,
  };
  const layer = (
    <>
      {TransferLayer !== null && <TransferLayer preset={preset} onClose={close} />}
      {nickname.Part !== null && <nickname.Part onClose={nickname.close} />}
    </>
  );
  return { slots, layer };
}
