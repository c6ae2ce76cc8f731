import { Check } from "lucide-react";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Avatar } from "./avatar.tsx";
import { Badge, Tag } from "./tag.tsx";

export default { title: "Figures/Tag, badge, avatar" };

function Tags() {
  const t = useStoryTexts();
  const tags = (
    <>
      <Tag>{t.expired}</Tag>
      <Tag tone="brand" icon={<Check aria-hidden />}>
        {t.verified}
      </Tag>
      <Tag tone="brand">
        <span className="num">8.20% APY</span>
      </Tag>
      <Tag tone="info">{t.pending}</Tag>
      <Tag tone="warn">{t.review}</Tag>
      <Tag tone="rise">{t.long}</Tag>
      <Tag tone="fall">{t.short}</Tag>
    </>
  );
  return (
    <>
      {(["bg-canvas", "bg-surface", "bg-raised", "bg-hover"] as const).map((ground) => (
        <Shelf key={ground} title={`Tags on ${ground.slice(3)}`}>
          <div className={`flex flex-wrap items-center gap-2 rounded-panel p-3 ${ground}`}>{tags}</div>
        </Shelf>
      ))}
      <Shelf title="In a line of text">
        <p className="text-14">
          ebb_and_flow <Tag tone="warn">{t.review}</Tag> BTC/USDT{" "}
          <Tag>
            <span className="num">125×</span>
          </Tag>
        </p>
      </Shelf>
      <Shelf title="Badges: none, one, many, more than many">
        {[0, 1, 12, 99, 100].map((count) => (
          <Badge key={count} count={count} />
        ))}
      </Shelf>
      <Shelf title="Avatars">
        {["maren_tides", "ümit", "Женя", "مارن", ""].map((name) => (
          <span key={name} className="flex items-center gap-2">
            <Avatar name={name} />
            <Avatar name={name} size="lg" />
          </span>
        ))}
      </Shelf>
    </>
  );
}

export const States = { render: () => <Tags /> };
