import type { MessageChannel, MessageTopic } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { Checkbox, Skeleton } from "@tidemark/kit-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { client } from "../../lib/client/client.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./notifications-messages.ts";
import { PushBrowsers } from "./push-browsers.tsx";

type Preferences = AnswerOf<"messagePreferences">;
const key = ["own", "messagePreferences"] as const;

const groups = [
  { title: m.trading, topics: ["triggers", "margin", "liquidations", "alerts"] },
  { title: m.money, topics: ["deposits", "withdrawals", "coupons"] },
  { title: m.account, topics: ["security", "reviews", "support"] },
] as const satisfies readonly { title: unknown; topics: readonly MessageTopic[] }[];
const channels = ["bell", "push", "mail"] as const satisfies readonly MessageChannel[];

type BoxProps = { topic: MessageTopic; channel: MessageChannel; isOn: boolean; isLocked: boolean };

function ChannelBox({ topic, channel, isOn, isLocked }: BoxProps) {
  const t = useTexts();
  const queries = useQueryClient();
  const change = useSubmit<AnswerOf<"setMessagePreference">>({
    isWhole: true,
    onDone: () => void queries.invalidateQueries({ queryKey: key }),
  });
  return (
    <Checkbox
      checked={isOn}
      isDisabled={isLocked || change.isPending}
      onChange={(next) => void change.submit(() => client.call("setMessagePreference", { topic, channel, isOn: next }))}
      testId={`notify-${topic}-${channel}`}
    >
      <span className="sr-only">{`${t(m[topic])}: ${t(m[channel])}`}</span>
    </Checkbox>
  );
}

function Matrix({ list }: { list: Preferences["list"] }) {
  const t = useTexts();
  const column = "w-14 px-1 text-center font-normal text-muted w768:w-24";
  return (
    <table className="mt-6 w-full text-14" data-testid="notifications">
      <thead>
        <tr className="border-b border-line text-12">
          <th scope="col" className="text-start">
            <span className="sr-only">{t(m.topic)}</span>
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className={`${column} py-2`}>
              {t(m[channel])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map(({ title, topics }) => (
          <Fragment key={title.id}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={1 + channels.length}
                className="pt-5 pb-1 text-start text-12 font-normal text-muted"
              >
                {t(title)}
              </th>
            </tr>
            {topics.map((topic) => {
              const own = list.find((row) => row.topic === topic);
              return (
                <tr key={topic} className="border-b border-line">
                  <th scope="row" className="py-3 text-start font-normal text-pretty">
                    {t(m[topic])}
                  </th>
                  {channels.map((channel) => (
                    <td key={channel} className={column}>
                      <span className="inline-grid place-items-center">
                        {own !== undefined && <ChannelBox topic={topic} channel={channel} {...own[channel]} />}
                      </span>
                    </td>
                  ))}
                </tr>
              );
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** What arrives where. */
export function Notifications() {
  const t = useTexts();
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => answerOf("messagePreferences", {}, signal),
  });
  return (
    <>
      <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em] max-w768:text-20">{t(m.title)}</h1>
      <p className="mt-2 max-w-[64ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
      {data !== undefined ? (
        <>
          <Matrix list={data.list} />
          <PushBrowsers />
        </>
      ) : (
        <p className="py-6 text-13">{isError ? t(m.failed) : <Skeleton>{t(m.triggers)}</Skeleton>}</p>
      )}
    </>
  );
}
