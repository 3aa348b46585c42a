/** Excel writes control characters as `_x000D_`, and an export to CSV keeps them in that form. */
const escaped = /_x00[01][\dA-Fa-f]_/g
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Line breaks of every kind as LF; other control characters that Excel has escaped fall away. */
export const plainLineBreaks = (text: string): string =>
  text.replace(escaped, (sign) => String.fromCharCode(Number.parseInt(sign.slice(2, 6), 16))).replace(lineBreaks, '\n')

// Control characters are matched on purpose.
/** Characters that cannot be seen or stored, except tabs and line breaks. */
export const hidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/
const everyHidden = new RegExp(hidden, 'g')

/** "Control characters, lone surrogates, bidirectional overrides: removed": [connect §1.6](docs/design/connect.md#1.6). */
export function withoutHidden(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed().replaceAll('\uFFFD', '')
  return wellFormed.replace(everyHidden, '')
}

/** A text as the calls take it for a field of one line: line breaks and tabs are spaces. The function `as_line` of the database does the same. */
export const oneLine = (text: string): string => withoutHidden(plainLineBreaks(text).replace(/[\n\t]+/g, ' ')).trim()
