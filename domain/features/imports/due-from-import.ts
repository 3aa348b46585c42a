import { addDays, type DateOnly, showDate } from '../../common/dates.ts'
import { warningDateOf } from '../timeline/due.ts'
import { isDueMovable } from '../timeline/rules/step-dates.ts'
import type { Change, Timeline } from '../timeline/timeline.model.ts'

/**
 * The changes of an import, with the due days of the steps that its rules start. Such a step starts on the day on which its predecessor
 * was completed, so that the forecast counts from there. If it would be overdue at once, it is due as many days after the import as its
 * template allows: nobody let it slip in GYA. `timeline`: with the changes applied.
 */
export const dueFromImport = (
  timeline: Timeline,
  changes: readonly Change[],
  facts: { today: DateOnly; completionDate: DateOnly | null },
): Change[] =>
  changes.map((change) => {
    const { from, after } = change
    if (after === null || after.state !== 'IP' || !after.wasAutoSetToInProgress || from === 'IP' || from === 'B') return change
    if (after.daysToComplete === null || !isDueMovable(timeline, after, facts.completionDate)) return change
    if ((warningDateOf(timeline, after, facts.completionDate) ?? facts.today) >= facts.today) return change
    const dueOn = addDays(facts.today, after.daysToComplete)
    return { ...change, after: { ...after, dueOn, dueReason: `Counted from the import of ${showDate(facts.today)}` } }
  })
