import { ArrowLeftRight, Download } from "lucide-react";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import type { ButtonLook } from "./button-look.ts";
import { Button, ButtonLink } from "./button.tsx";

export default { title: "Buttons/Button" };

const looks: readonly ButtonLook[] = ["primary", "ghost", "quiet", "plain", "link", "buy", "sell"];

function Buttons() {
  const t = useStoryTexts();
  const textOf = { primary: t.confirm, ghost: t.withdraw, quiet: t.cancel, plain: t.transfer, link: t.forgot } as const;
  const face = (look: ButtonLook) => (look === "buy" ? t.buy : look === "sell" ? t.sell : textOf[look]);
  return (
    <>
      {(["sm", "md", "lg"] as const).map((size) => (
        <Shelf key={size} title={`Size ${size}`}>
          {looks.map((look) => (
            <Button key={look} look={look} size={size}>
              {face(look)}
            </Button>
          ))}
        </Shelf>
      ))}
      <Shelf title="Pending keeps the width; disabled says that it cannot be pressed">
        {looks.map((look) => (
          <Button key={look} look={look} isPending>
            {face(look)}
          </Button>
        ))}
        {looks.map((look) => (
          <Button key={look} look={look} isDisabled>
            {face(look)}
          </Button>
        ))}
      </Shelf>
      <Shelf title="With an icon, as a link, as wide as its form">
        <Button look="ghost">
          <ArrowLeftRight size={16} aria-hidden />
          {t.transfer}
        </Button>
        <ButtonLink look="ghost" href="#download">
          <Download size={16} aria-hidden />
          Android APK
        </ButtonLink>
        <Button look="primary" size="lg" className="w-full max-w-95">
          {t.register}
        </Button>
      </Shelf>
    </>
  );
}

export const Page = { render: () => <Buttons /> };
export const Terminal = { parameters: { density: "terminal" }, render: () => <Buttons /> };
