import type { StepKey } from '@gya/domain/features/timeline/steps.ts'
import { type Action, ownerColumns } from './property-life.ts'

/** As `POST …/note`, by the user with the id `by`. */
export const addNote =
  (by: string, message: string, timelineKey: StepKey | null = null): Action =>
  (life, moment) => {
    const row = {
      ...ownerColumns(life, moment),
      message,
      timeline_key: timelineKey,
      author_id: by,
      updatedon: moment.now,
      updated_by: by,
    }
    life.notes.push(row)
    return [{ kind: 'note-added', data: { noteId: row.id, timelineKey, message } }]
  }
