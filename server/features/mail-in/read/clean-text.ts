/** Without control characters, overrides of the direction of text, and lone surrogates. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', ' ')
    // oxlint-disable-next-line no-control-regex -- these are what is removed
    .replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')

export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ').trim()
