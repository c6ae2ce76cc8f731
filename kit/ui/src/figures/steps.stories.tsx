import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { StepLine } from "./step-line.tsx";
import { Steps } from "./steps.tsx";

export default { title: "Figures/Steps" };

const order = ["deposit", "transfer", "withdraw", "confirm"] as const;

function AllSteps() {
  const t = useStoryTexts();
  return (
    <>
      {order.map((current, at) => (
        <Shelf key={current} title={`A form at step ${at + 1}`}>
          <StepLine
            label={t.pending}
            current={current}
            steps={order.map((id, index) => ({ id, label: t[id], isDone: index < at }))}
          />
        </Shelf>
      ))}
      <Shelf title="After a refusal: the second step again">
        <StepLine
          label={t.pending}
          current="transfer"
          steps={order.map((id) => ({ id, label: t[id], isDone: id !== "confirm" }))}
        />
      </Shelf>
      <Shelf wide title="Down a line: done, now, to come; and where it ended">
        <Steps
          label={t.pending}
          steps={[
            { id: "a", state: "done", title: t.deposit, time: "2026-11-14 22:31:04" },
            { id: "b", state: "now", title: t.review, detail: t.pending },
            { id: "c", state: "todo", title: t.verified },
          ]}
        />
        <Steps
          label={t.expired}
          steps={[
            { id: "a", state: "done", title: t.deposit, time: "2026-11-14 22:31:04" },
            { id: "b", state: "stop", title: t.expired, time: "2026-11-14 22:31:19" },
          ]}
        />
      </Shelf>
    </>
  );
}

export const States = { render: () => <AllSteps /> };
