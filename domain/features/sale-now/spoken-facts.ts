import { type DateOnly, type Instant, londonDay } from '../../common/dates.ts'
import { findStep, stepKeys } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { isNoShow } from '../viewings/viewings.rules.ts'
import type { Chase, SpokenFacts } from './claims.ts'

type Spoken = {
  viewings: readonly { when: DateOnly; notes: string }[]
  relaunches: readonly { when: DateOnly }[]
  saleResets: readonly { createdon: Instant; restoredOn: Instant | null }[]
  contacts: { solicitor: object | null; buyerDetails: { solicitor: object | null } }
}

type Marketed = Pick<Spoken, 'relaunches' | 'saleResets'>

/** The day of the last fall-off that was not restored, and the last day on which the property came on the market. */
export function marketedSince({ relaunches, saleResets }: Marketed, timeline: Timeline) {
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
      .at(-1) ?? null
  return { fellOffOn, since }
}

/** The facts that claims about a property are made of. */
export function spokenFactsOf(property: Spoken, timeline: Timeline, today: DateOnly, chases: readonly Chase[] = []): SpokenFacts {
  const { viewings, contacts } = property
  const { fellOffOn, since } = marketedSince(property, timeline)
  return {
    timeline,
    viewings: viewings.filter(({ when, notes }) => when >= (since ?? '') && when <= today && !isNoShow(notes)).length,
    fellOffOn,
    solicitors: { vendor: contacts.solicitor !== null, buyer: contacts.buyerDetails.solicitor !== null },
    chases,
    today,
  }
}
