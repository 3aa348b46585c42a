import type { DateOnly } from '../../common/dates.ts'
import { applyChanges, changeState, reasonFor } from '../timeline/changes.ts'
import { followRules } from '../timeline/rules/follow-rules.ts'
import { timelineFromTemplate } from '../timeline/rules/new-timeline.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { stepOf } from '../timeline/step-of.ts'
import type { CurrentTime, Reason, Template, TimelineResult } from '../timeline/timeline.model.ts'
import type { FieldValues } from './decide-row.ts'
import { dueFromImport } from './due-from-import.ts'
import { type ImportKind, importKinds } from './import-kinds.ts'

/** States that mean that a property was launched. */
const launchedStates: readonly unknown[] = ['forSale', 'sold', 'exchanged', 'completed', 'withdrawn']

type Days = { takenOn?: DateOnly | undefined; launchedOn?: DateOnly | undefined; status?: unknown }

/** Whether a row says when its property was taken on or launched. Otherwise that day is assumed: no figure of a period counts it. */
export const isTakenOnDated = ({ takenOn, launchedOn }: Pick<Days, 'takenOn' | 'launchedOn'> | FieldValues): boolean =>
  takenOn != null || launchedOn != null

/**
 * The day from which an imported property is there: "the earliest day the row itself states", with the rows of its sale, offers and viewings,
 * else the day of the import. A document may be older than the instruction.
 */
export const earliestDay = (rows: readonly { kind: ImportKind; values: FieldValues }[], today: DateOnly): DateOnly =>
  rows
    .filter(({ kind }) => kind !== 'document')
    .flatMap(({ kind, values }) =>
      importKinds[kind].fields.filter(({ reader }) => reader === 'day').map(({ key }) => values[key]),
    )
    .reduce<DateOnly>((first, day) => (typeof day === 'string' && day < first ? day : first), today)

/**
 * "Status 0: for sale, launched on CREATE_DATE's day, else the day of the import": the day of the launch, null if the property was not
 * launched. [connect §1.2](docs/design/connect.md#1.2).
 */
export const launchDay = ({ takenOn, launchedOn, status }: Days, assumed: DateOnly): DateOnly | null =>
  launchedOn ?? (launchedStates.includes(status) ? (takenOn ?? assumed) : null)

/**
 * The timeline of an imported property. "Steps take the state and the day that the file gives, without starting rules; once all are
 * set, the rules run once." [connect §1.3](docs/design/connect.md#1.3), rule 8. `assumed`: the day of what has none.
 */
export function importedTimeline(
  template: Template,
  days: Days,
  { today, now }: CurrentTime,
  assumed: DateOnly = today,
): TimelineResult {
  const steps = timelineFromTemplate(template)
  const launchedOn = launchDay(days, assumed)
  const takenOn = days.takenOn ?? launchedOn ?? assumed
  const reason = (kind: 'taken-on' | 'launched'): Reason =>
    isTakenOnDated(days) ? reasonFor(kind) : { ...reasonFor(kind), on: today, assumed: true }
  const taken = changeState(stepOf(steps, stepKeys.TakeOn), 'C', takenOn, reason('taken-on'), now)
  const launched = launchedOn && changeState(stepOf(steps, stepKeys.PropertyLaunched), 'C', launchedOn, reason('launched'), now)
  const followed = followRules(steps, launched ? [taken, launched] : [taken], { today, now })
  const changes = dueFromImport(followed.timeline, followed.changes, { today, completionDate: null })
  return { ...followed, changes, timeline: applyChanges(steps, changes) }
}
