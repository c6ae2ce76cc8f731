import { Bell, Eye, Settings, Star, X } from "lucide-react";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { IconButton } from "./icon-button.tsx";

export default { title: "Buttons/Icon button" };

function Icons() {
  const t = useStoryTexts();
  return (
    <Shelf title="24, 32 and 36 px; pressed; disabled">
      {(["sm", "md", "lg"] as const).map((size) => (
        <div key={size} className="flex items-center gap-1">
          <IconButton size={size} aria-label={t.show}>
            <Eye size={size === "sm" ? 14 : 18} />
          </IconButton>
          <IconButton size={size} aria-label={t.notifications} pressed>
            <Bell size={size === "sm" ? 14 : 18} />
          </IconButton>
          <IconButton size={size} aria-label={t.assets} pressed={false}>
            <Star size={size === "sm" ? 14 : 18} />
          </IconButton>
          <IconButton size={size} aria-label={t.security} isDisabled>
            <Settings size={size === "sm" ? 14 : 18} />
          </IconButton>
          <IconButton size={size} aria-label={t.close}>
            <X size={size === "sm" ? 14 : 18} />
          </IconButton>
        </div>
      ))}
    </Shelf>
  );
}

export const States = { render: () => <Icons /> };
