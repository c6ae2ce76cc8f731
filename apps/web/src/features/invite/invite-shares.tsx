import { Button, Skeleton } from "@tidemark/kit-ui";
import { assetText } from "../../lib/format/asset-text.ts";
import { utcDayText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./invite-messages.ts";
import { useInviteShares } from "./use-invite.ts";

const dayMs = 86_400_000;

/** Every share, with the fees that it is of. */
export function InviteShares() {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { data, isError, fetchNextPage, hasNextPage, isFetchingNextPage } = useInviteShares();
  const rows = data?.pages.flatMap(({ list }) => list);
  return (
    <section className="mt-10" data-testid="invite-shares">
      <h2 className="text-16 font-semibold">{t(m.shares)}</h2>
      {rows === undefined && <p className="py-4 text-13">{isError ? t(m.failed) : <Skeleton>{t(m.lead)}</Skeleton>}</p>}
      {rows?.length === 0 && <p className="border-b border-line py-4 text-13 text-muted">{t(m.noSharesYet)}</p>}
      <ul className="mt-2">
        {rows?.map(({ id, day, tier, asset, fees, amount, state }) => (
          <li
            key={id}
            data-testid="invite-share-row"
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2.5 text-13"
          >
            <span>
              {t(m.shareOf, { day: utcDayText(day * dayMs) })}
              <span className="ms-3 text-12 text-muted">{t(tier === 1 ? m.tier1 : m.tier2)}</span>
            </span>
            <span>
              <span className="num font-medium">
                {own(amount)} {assetText(asset)}
              </span>
              <span className="ms-3 text-12 text-muted">
                {t(m.ofFees, { fees: own(fees), asset: assetText(asset) })} · {t(m[state])}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t(m.older)}
        </Button>
      )}
    </section>
  );
}
