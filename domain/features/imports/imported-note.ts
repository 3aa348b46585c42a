import { type DateOnly, showDate } from '../../common/dates.ts'
import { maxNoteLength } from '../notes/notes.rules.ts'

/**
 * "Notes keep their author's name and day in their text: '[J. Doe, 03/10/2026] …'." [connect §1.3](docs/design/connect.md#1.3), rule 10.
 */
export function importedNote(
  message: string,
  { author, writtenOn }: { author?: string | undefined; writtenOn?: DateOnly | undefined },
): string {
  const by = [author, writtenOn && showDate(writtenOn)].filter(Boolean).join(', ')
  const text = by === '' ? message : `[${by}] ${message}`
  return text
    .slice(0, maxNoteLength)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()
}
