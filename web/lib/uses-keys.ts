/** Whether the target handles keys itself: fields, lists, menus and dialogs. */
export const usesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, [role="combobox"], [role="listbox"], [role="menu"], dialog, .pop') !==
    null

export const isModified = ({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  ctrlKey || metaKey || altKey
