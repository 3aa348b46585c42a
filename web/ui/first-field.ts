const fields = ':is(input, textarea, select, [role="combobox"]):not(:disabled, [readonly], [type="hidden"], [type="file"])'

/** Where typing begins in a form or a dialog: what carries `data-autofocus`, else its first field. */
export const firstField = (within: HTMLElement): HTMLElement | null =>
  within.querySelector<HTMLElement>('[data-autofocus]') ?? within.querySelector<HTMLElement>(fields)
