import { plainLineBreaks, withoutHidden } from '../../common/one-line.ts'

/** "32,000 characters a cell (longer: cut with a warning for notes, error elsewhere)": [connect §1.6](docs/design/connect.md#1.6). */
export const maxCellLength = 32_000

/**
 * "Control characters, lone surrogates, bidirectional overrides: removed with a warning." [connect §1.6](docs/design/connect.md#1.6). Line
 * breaks of every kind become LF. `removed`: whether there were any.
 */
export function removeHiddenCharacters(text: string): { text: string; removed: boolean } {
  const broken = plainLineBreaks(text)
  const cleaned = withoutHidden(broken)
  return { text: cleaned, removed: cleaned !== broken }
}

/**
 * "Spaces collapse; literal quotes around a whole value fall away." [connect §1.2](docs/design/connect.md#1.2). Line breaks are kept as LF,
 * at most one empty line in a row. The guard of a formula falls away.
 */
export function tidyCell(text: string): string {
  const spaced = plainLineBreaks(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const spared = withoutGuard(spaced)
  const quoted = /^(["'])([\s\S]*)\1$/.exec(spared)?.[2]
  return quoted === undefined || spared.length < 2 || /["']/.test(quoted) ? spared : quoted.trim()
}

/**
 * "A whole cell ' before = + - @ or a digit falls away" ([seat §6](docs/design/seat.md#6)): programs write it before text that a
 * spreadsheet would take for a formula or a number. A cell that also ends with one is quoted.
 */
const withoutGuard = (text: string): string =>
  /^'[=+\-@\d\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !text.endsWith("'") ? text.slice(1) : text

const mostQuoted = 60

/** A value quoted in the message of an issue, shortened. */
export const quoteCell = (text: string): string =>
  `"${text.length > mostQuoted ? `${text.slice(0, mostQuoted).toWellFormed()}\u2026` : text}"`
