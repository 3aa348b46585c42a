/** HTML that needs no escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (value: string | number | Html | readonly Html[]): string => {
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Template tag for HTML. Interpolated text is escaped; interpolated `Html` is not. */
export const html = (parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html =>
  new Html(parts.map((part, nth) => part + (nth < values.length ? escape(values[nth] ?? '') : '')).join(''))
