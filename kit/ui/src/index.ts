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
export { Checkbox, type CheckboxProps } from "./choices/checkbox.tsx";
export { PercentSlider } from "./choices/percent-slider.tsx";
export { RadioCards, type RadioCardsProps } from "./choices/radio-cards.tsx";
export { Segmented } from "./choices/segmented.tsx";
export { Slider, type SliderProps } from "./choices/slider.tsx";
export { Switch, type SwitchProps } from "./choices/switch.tsx";
export { type TabItem, Tabs } from "./choices/tabs.tsx";
export { classNames } from "./class-names.ts";
export { CodeInput, type CodeInputProps } from "./fields/code-input.tsx";
export { DecimalField, type DecimalFieldProps, Unit } from "./fields/decimal-field.tsx";
export { boundedDecimal, type DecimalRules, finishedDecimal, typedDecimal } from "./fields/decimal-text.ts";
export type { Option } from "./fields/option-row.tsx";
export { PasswordField, type PasswordFieldProps } from "./fields/password-field.tsx";
export { ComboBox, type ComboBoxProps, Select, type SelectProps } from "./fields/select.tsx";
export { FieldLine, TextField, type TextFieldProps } from "./fields/text-field.tsx";
export { Avatar } from "./figures/avatar.tsx";
export { EmptyState } from "./figures/empty-state.tsx";
export { Gauge, type GaugeProps, Pips, type PipsProps } from "./figures/gauge.tsx";
export { Note, type NoteProps } from "./figures/note.tsx";
export { Qr, type QrProps } from "./figures/qr.tsx";
export { BeforeAfter, Receipt, ReceiptLine, type ReceiptLineProps } from "./figures/receipt.tsx";
export { Skeleton } from "./figures/skeleton.tsx";
export { Sparkline, type SparklineProps } from "./figures/sparkline.tsx";
export { Badge, Tag, type TagTone } from "./figures/tag.tsx";
export { Dialog, type DialogProps } from "./layers/dialog.tsx";
export { Disclosure, type DisclosureProps } from "./layers/disclosure.tsx";
export { Drawer, type DrawerProps } from "./layers/drawer.tsx";
export { Explained, type ExplainedProps } from "./layers/explained.tsx";
export { ItemRow, itemRowClassName, type ItemRowProps } from "./layers/item-row.tsx";
export type { MenuEntry } from "./layers/menu-list.tsx";
export { Menu, type MenuProps } from "./layers/menu.tsx";
export { PanelButton, type PanelButtonProps } from "./layers/panel-button.tsx";
export { toast, Toaster, type ToasterProps } from "./layers/toaster.tsx";
export { Tooltip, type TooltipProps } from "./layers/tooltip.tsx";
export { type DataColumn, DataTable, type DataTableProps } from "./tables/data-table.tsx";
export type { Sort } from "./tables/sorting.ts";
export { Pager, type PagerProps } from "./tables/pager.tsx";
export { Cell, type Column, Row, Table } from "./tables/table.tsx";
export { type Density, useDensity } from "./theme/density.ts";
export { loadFontsOf } from "./theme/fonts.ts";
