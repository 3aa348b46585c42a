import { addDays, showDate } from '../../common/dates.ts'
import { type DueFacts, dueOf } from '../timeline/due.ts'
import { isDueMovable } from '../timeline/rules/step-dates.ts'
import type { Change, Timeline } from '../timeline/timeline.model.ts'

/**
 * The changes of an import, with the due days of the steps that its rules start. Such a step starts on the day on which its predecessor
 * was completed, so that the forecast counts from there. If it would be overdue at once, it is due as many days after the import as its
 * template allows: nobody let it slip in GYA. `timeline`: with the changes applied.
 */
export const dueFromImport = (timeline: Timeline, changes: readonly Change[], facts: DueFacts): Change[] =>
  changes.map((change) => {
    const { from, after } = change
    if (after === null || after.state !== 'IP' || !after.wasAutoSetToInProgress || from === 'IP' || from === 'B') return change
    if (after.daysToComplete === null || !isDueMovable(timeline, after, facts.completionDate)) return change
    if (!dueOf(timeline, after, facts)?.overdue) return change
    const dueOn = addDays(facts.today, after.daysToComplete)
    return { ...change, after: { ...after, dueOn, dueReason: `Counted from the import of ${showDate(facts.today)}` } }
  })
