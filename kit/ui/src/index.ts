export {
  Button,
  buttonClassName,
  ButtonLink,
  type ButtonLinkProps,
  type ButtonLook,
  type ButtonProps,
  type ButtonSize,
} from "./buttons/button.tsx";
export { IconButton, type IconButtonProps } from "./buttons/icon-button.tsx";
export { Checkbox } from "./choices/checkbox.tsx";
export { PercentSlider } from "./choices/percent-slider.tsx";
export { Segmented } from "./choices/segmented.tsx";
export { type TabItem, Tabs } from "./choices/tabs.tsx";
export { classNames } from "./class-names.ts";
export { DecimalField, type DecimalFieldProps, Unit } from "./fields/decimal-field.tsx";
export { finishedDecimal, typedDecimal } from "./fields/decimal-text.ts";
export { Select } from "./fields/select.tsx";
export { TextField } from "./fields/text-field.tsx";
export { EmptyState } from "./figures/empty-state.tsx";
export { Skeleton } from "./figures/skeleton.tsx";
export { Tag } from "./figures/tag.tsx";
export { Dialog } from "./layers/dialog.tsx";
export type { MenuEntry } from "./layers/menu-list.tsx";
export { Menu } from "./layers/menu.tsx";
export { PanelButton } from "./layers/panel-button.tsx";
export { toast, Toaster } from "./layers/toaster.tsx";
export { Cell, type Column, Row, Table } from "./tables/table.tsx";
export { type Density, useDensity } from "./theme/density.ts";
export { loadFontsOf } from "./theme/fonts.ts";
