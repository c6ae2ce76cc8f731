import type { Preview } from "@storybook/react-vite";
import { Stage, type StageGlobals } from "../workshop/stage.tsx";
import "../workshop/workshop.css";

const choice = (title: string, icon: "paintbrush" | "globe" | "grid", items: { value: string; title: string }[]) => ({
  description: title,
  toolbar: { title, icon, items, dynamicTitle: true },
});

const preview: Preview = {
  globalTypes: {
    theme: choice("Theme", "paintbrush", [
      { value: "dark", title: "Dark" },
      { value: "light", title: "Light" },
    ]),
    locale: choice("Language", "globe", [
      { value: "en", title: "English" },
      { value: "de", title: "Deutsch" },
      { value: "ja", title: "日本語" },
      { value: "fa", title: "فارسی, right to left" },
    ]),
    density: choice("Density", "grid", [
      { value: "page", title: "Page" },
      { value: "terminal", title: "Terminal" },
    ]),
  },
  initialGlobals: { theme: "dark", locale: "en", density: "page" },
  parameters: { layout: "fullscreen", controls: { disable: true }, a11y: { test: "error" } },
  decorators: [
    (Story, { id, globals, parameters }) => (
      <Stage story={id} globals={globals as StageGlobals} density={parameters.density}>
        <Story />
      </Stage>
    ),
  ],
};
export default preview;
