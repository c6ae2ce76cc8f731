export {
  Button,
  buttonClassName,
  ButtonLink,
  type ButtonLinkProps,
  type ButtonLook,
  type ButtonProps,
  type ButtonSize,
} from "./buttons/button.tsx";
export { CopyButton, type CopyButtonProps } from "./buttons/copy-button.tsx";
export { copyText } from "./buttons/copy-text.ts";
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
export { Avatar } from "./figures/avatar.tsx";
export { EmptyState } from "./figures/empty-state.tsx";
export { Qr, type QrProps } from "./figures/qr.tsx";
export { Skeleton } from "./figures/skeleton.tsx";
export { Badge, Tag, type TagTone } from "./figures/tag.tsx";
export { Dialog, type DialogProps } from "./layers/dialog.tsx";
export { Drawer, type DrawerProps } from "./layers/drawer.tsx";
export { Explained, type ExplainedProps } from "./layers/explained.tsx";
export { ItemRow, itemRowClassName, type ItemRowProps } from "./layers/item-row.tsx";
export type { MenuEntry } from "./layers/menu-list.tsx";
export { Menu, type MenuProps } from "./layers/menu.tsx";
export { PanelButton, type PanelButtonProps } from "./layers/panel-button.tsx";
export { toast, Toaster } from "./layers/toaster.tsx";
export { Tooltip, type TooltipProps } from "./layers/tooltip.tsx";
export { Cell, type Column, Row, Table } from "./tables/table.tsx";
export { type Density, useDensity } from "./theme/density.ts";
export { loadFontsOf } from "./theme/fonts.ts";
