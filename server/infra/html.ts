/** A piece of HTML: text that is safe to stand in a document as it is. */
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

/** Writes HTML. What is put in is text and can bring no tag or attribute of its own, unless it was written by this too. */
export const html = (parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html =>
  new Html(parts.map((part, nth) => part + (nth < values.length ? escape(values[nth] ?? '') : '')).join(''))
