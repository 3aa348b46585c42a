import type { PdfRun } from './pdf-table.ts'

/** The width of a text in points. */
export type MeasureText = (text: string, bold: boolean) => number

/** A line of a cell: its pieces, each with where it begins, and how wide they are together. */
export type WrappedLine = { width: number; runs: (PdfRun & { at: number })[] }

/** Texts break after a space or a hyphen; a word that is wider than a line breaks anywhere. */
const splitWords = (text: string, fits: (text: string) => boolean): string[] =>
  text.split(/(?<=[ -])/).flatMap((word) => (fits(word.trimEnd()) ? [word] : [...word]))

/** Lays pieces of text out in lines no wider than `width`. There is always a line, if an empty one. */
export function wrapText(runs: readonly PdfRun[], width: number, measure: MeasureText): WrappedLine[] {
  const [only] = runs
  if (only && runs.length === 1) {
    const whole = measure(only.text, only.bold ?? false)
    if (whole <= width) return [{ width: whole, runs: [{ ...only, at: 0 }] }]
  }
  let line: WrappedLine = { width: 0, runs: [] }
  const lines = [line]
  for (const run of runs) {
    const isBold = run.bold ?? false
    for (const word of splitWords(run.text, (text) => measure(text, isBold) <= width)) {
      if (line.width > 0 && line.width + measure(word.trimEnd(), isBold) > width) {
        line = { width: 0, runs: [] }
        lines.push(line)
      }
      // A line does not begin with the space that parts it from the one before.
      if (line.width > 0 || word.trim() !== '') appendWord(line, run, word, measure(word, isBold))
    }
  }
  return lines
}

function appendWord(line: WrappedLine, run: PdfRun, word: string, width: number): void {
  const last = line.runs.at(-1)
  if (last && last.bold === run.bold && last.colour === run.colour) last.text += word
  else line.runs.push({ ...run, text: word, at: line.width })
  line.width += width
}
