import { showDate } from '../../common/dates.ts'
import { findStep, type StepKey, stepDefinition } from './step-definitions.ts'
import type { Reason, ReasonKind, Step, Timeline } from './timeline.model.ts'

/**
 * "A step set by rule carries wasAutoSetToInProgress and the reason, and the reason is shown."
 * [domain, Timeline](docs/design/domain.md#timeline).
 */

const reasonTexts: Record<ReasonKind, (named: string, several: boolean, by: string) => string> = {
  requested: () => 'Set by hand',
  'taken-on': () => 'Completed because the property was taken on',
  launched: () => 'Completed because the property was launched that day',
  'offer-accepted': () => 'Completed because an offer was accepted',
  'memo-emailed': () => 'Completed because the memorandum of sale was e-mailed',
  'previous-step-completed': (named) => `Started because ${named} was completed`,
  'pre-sale-completed': (named) => `Started because ${named}, the last selling step, was completed`,
  'tracks-completed': (named, several) => `Started because ${named || 'everything before it'} ${several ? 'are' : 'is'} complete`,
  'predecessors-complete-again': () => 'Started because every step before it is complete',
  'auto-start-withdrawn': (named) => `Put back to not started because ${named} is not complete`,
  'cash-buyer': () => 'Not applicable because the buyer pays cash',
  'cash-buy-ended': () => 'Put back as it was because the buyer no longer pays cash',
  'survey-added': (named, several) => `Not applicable because ${named} ${several ? 'were' : 'was'} added`,
  'survey-removed': () => 'Put back to not started because no survey is left',
  'fall-off': () => 'Put back to what it was before the offer was accepted',
  'sale-restored': () => 'Brought back with the restored sale',
  undone: () => 'Undone',
  imported: (_named, _several, by) => `Set by the import${by}`,
  'import-started': (named, _several, by) => `Started by the import${by}${named && ` because of ${named}`}`,
}

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const namesOf = ({ steps }: Reason, timeline: Timeline): string =>
  listFormat.format(steps.map((key: StepKey) => findStep(timeline, key)?.title ?? stepDefinition(key)?.title ?? ''))

const importOf = ({ on }: Reason): string => (on ? ` of ${showDate(on)}` : '')

/** Uses the step titles of this timeline: "Started because Searches back was completed". */
export const describeReason = (reason: Reason, timeline: Timeline): string =>
  reasonTexts[reason.kind](namesOf(reason, timeline), reason.steps.length > 1, importOf(reason))

/** Of a completed step whose day no file gave: "Assumed: the import of 30/11/2026 gave no day, Searches back was done then". */
export function describeAssumed({ state, because }: Pick<Step, 'state' | 'because'>, timeline: Timeline): string | null {
  if (state !== 'C' || !because?.assumed) return null
  const names = namesOf(because, timeline)
  return `Assumed: the import${importOf(because)} gave no day${names && `, ${names} was done then`}`
}
