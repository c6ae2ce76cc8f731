/** Texts and numbers, not boxes and switches: what a keyboard fills in. */
const firstField =
  "input:not([type=checkbox],[type=radio],[type=hidden],[disabled],[tabindex='-1']),textarea:not([disabled])";

/** Focuses the first field of a form that has just opened. Not on touch screens, where the keyboard would cover the form. */
export function focusFirstField(form: HTMLElement | null): void {
  if (form === null || matchMedia("(pointer: coarse)").matches) return;
  // A field may have taken the focus by itself.
  if (form.contains(document.activeElement)) return;
  form.querySelector<HTMLElement>(firstField)?.focus();
}

/** A field that is marked as wrong, or a part of the form that has a problem and no field for it. */
const wrong = "[aria-invalid=true],[data-problem=true]";
/** What can have the focus in such a part: a choice that can be made, or the way to one. */
const within = "input:not([disabled]),a[href]";

/** Focuses the first field that is marked as wrong, after the marks were rendered. */
export function focusFirstProblem(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const first = form.querySelector<HTMLElement>(wrong);
    (first?.querySelector<HTMLElement>(within) ?? first)?.focus();
  });
}
