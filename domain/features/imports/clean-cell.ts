import { plainLineBreaks, withoutHidden } from '../../common/one-line.ts'

/** "32,000 characters a cell (longer: cut with a warning for notes, error elsewhere)": connect design, section 1.6. */
export const maxCellLength = 32_000

/**
 * "Control characters, lone surrogates, bidirectional overrides: removed with a warning." Connect design, section 1.6. Line breaks of
 * every kind become LF.
 * `removed`: whether there were any.
 */
export function removeHiddenCharacters(text: string): { text: string; removed: boolean } {
  const broken = plainLineBreaks(text)
  const cleaned = withoutHidden(broken)
  return { text: cleaned, removed: cleaned !== broken }
}

/**
 * "Spaces collapse; literal quotes around a whole value fall away." Connect design, section 1.2. Line breaks are kept as LF,
 * at most one empty line in a row.
 */
export function tidyCell(text: string): string {
  const spaced = plainLineBreaks(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const quoted = /^(["'])([\s\S]*)\1$/.exec(spaced)?.[2]
  return quoted === undefined || spaced.length < 2 || /["']/.test(quoted) ? spaced : quoted.trim()
}

const mostQuoted = 60

/** A value quoted in the message of an issue, shortened. */
export const quoteCell = (text: string): string =>
  `"${text.length > mostQuoted ? `${text.slice(0, mostQuoted).toWellFormed()}\u2026` : text}"`
