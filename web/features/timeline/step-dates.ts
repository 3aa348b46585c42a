import { type DateOnly, isDateOnly } from '@gya/domain/common/dates.ts'
import type { StepState } from '@gya/domain/features/timeline/timeline.model.ts'

type StateDate = { field: 'startedOn' | 'completedOn' | 'blockedOn'; label: string; word: string }

/** The date that belongs to a state: the field it is stored in, its label, and the word before it in a row. */
export const stateDates: Partial<Record<StepState, StateDate>> = {
  IP: { field: 'startedOn', label: 'Started on', word: 'Started' },
  C: { field: 'completedOn', label: 'Completed on', word: 'Completed' },
  B: { field: 'blockedOn', label: 'Delayed since', word: 'Delayed since' },
}

/** False for an empty field and for text that is not a day. */
export const isDay = (value: string | null): value is DateOnly => value !== null && isDateOnly(value)
