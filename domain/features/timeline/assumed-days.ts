import type { DateOnly } from '../../common/dates.ts'
import { originalDueDate } from './due.ts'
import type { Step } from './timeline.model.ts'

/** The day on which a step was completed; null if an import only assumed it. Vendors and parties are told recorded days only. */
export const recordedCompletion = ({ completedOn, because }: Pick<Step, 'completedOn' | 'because'>): DateOnly | null =>
  because?.assumed ? null : completedOn

/** Whether a due date follows from a start that an import only assumed. A due date that somebody set does not. */
export const isAssumedDue = (step: Step, date: DateOnly | null): boolean =>
  step.because?.kind === 'import-started' && date === originalDueDate(step)
