import { type DateOnly, londonDay } from '../../common/dates.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { findStep, stepKeys } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { SpokenFacts } from './claims.ts'

type Spoken = Pick<PropertyDetail, 'viewings' | 'relaunches' | 'saleResets' | 'contacts'>

/** The facts that claims about a property are made of. */
export function spokenFactsOf(property: Spoken, timeline: Timeline, today: DateOnly): SpokenFacts {
  const { viewings, relaunches, saleResets, contacts } = property
  const launchedOn = findStep(timeline, stepKeys.PropertyLaunched)?.completedOn ?? null
  const fellOffOn =
    saleResets
      .flatMap(({ createdon, restoredOn }) => (restoredOn === null ? [londonDay(createdon)] : []))
      .toSorted()
      .at(-1) ?? null
  const since =
    [launchedOn, fellOffOn, ...relaunches.map(({ when }) => when)]
      .flatMap((day) => day ?? [])
      .toSorted()
      .at(-1) ?? ''
  return {
    timeline,
    viewings: viewings.filter(({ when }) => when >= since && when <= today).length,
    fellOffOn,
    solicitors: { vendor: contacts.solicitor !== null, buyer: contacts.buyerDetails.solicitor !== null },
    today,
  }
}
