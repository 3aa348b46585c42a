import fc from 'fast-check'
import { addDays } from '../../../common/dates.ts'
import { productTemplate } from '../product-template.ts'
import { newTimeline } from '../rules/new-timeline.ts'
import { acceptOffer } from '../rules/sale-events.ts'
import { saveTimeline } from '../save-timeline.ts'
import { fixedSteps, stepKeys } from '../step-definitions.ts'
import { isSurveyType } from '../survey-types.ts'
import { type CurrentTime, type RequestedItem, stepStates, type Template, type Timeline } from '../timeline.model.ts'
import { moment } from './timelines.ts'

/** Arbitraries for timelines: any template, offers, saves and cash buys. */

const day = fc.integer({ min: -60, max: 0 }).map((days) => addDays(moment.today, days))

const dueDay = fc.integer({ min: 0, max: 40 }).map((days) => addDays(moment.today, days))

export const anyTemplate: fc.Arbitrary<Template> = fc
  .subarray(
    productTemplate.map((row) => row.key),
    { maxLength: 4 },
  )
  .map((left) => productTemplate.map((row) => (left.includes(row.key) ? { ...row, state: 'NA' } : row)))

const anyState = fc.constantFrom(...stepStates)
const anySurvey = fc.record({
  date: day,
  contactPOC: fc.constant(null),
  reference: fc.constantFrom('', 'roof void'),
  awaitingReports: fc.boolean(),
})

const anyItem = (key: number): fc.Arbitrary<RequestedItem> =>
  isSurveyType(key)
    ? fc.record({ key: fc.constant(key), state: anyState, survey: anySurvey, appMarkedDelete: fc.boolean() })
    : fc.oneof(
        {
          weight: 8,
          arbitrary: fc.record({
            key: fc.constant(key),
            state: anyState,
            completedOn: fc.option(day),
            startedOn: fc.option(day),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            key: fc.constant(key),
            state: fc.constantFrom('IP' as const, 'B' as const),
            blockedOn: fc.option(day),
            dueOn: fc.option(dueDay),
            dueReason: fc.constantFrom('Solicitor away', 'Lender asks for papers'),
          }),
        },
      )

const someKeys = (keys: number[], maxLength: number) => fc.uniqueArray(fc.constantFrom(...keys), { maxLength })

/** At most six items, one per step. */
export const anyItems: fc.Arbitrary<RequestedItem[]> = someKeys(
  [
    ...fixedSteps.map((step) => step.key),
    stepKeys.HomeBuyersSurvey,
    stepKeys.MortgageValuations,
    stepKeys.FullStructural,
    stepKeys.JapaneseKnotweed,
  ],
  6,
).chain((keys) => fc.tuple(...keys.map(anyItem)))

/** Step keys without survey types. */
export const anySteps = someKeys(
  fixedSteps.map((step) => step.key),
  8,
)

type Action = { kind: 'save'; items: RequestedItem[] } | { kind: 'accept'; on: string } | { kind: 'cash'; cashBuyer: boolean }

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: anyItems.map((items) => ({ kind: 'save' as const, items })) },
  {
    weight: 3,
    arbitrary: anySteps.map((keys) => ({ kind: 'save' as const, items: keys.map((key) => ({ key, state: 'C' as const })) })),
  },
  { weight: 1, arbitrary: day.map((on) => ({ kind: 'accept' as const, on })) },
  { weight: 1, arbitrary: fc.boolean().map((cashBuyer) => ({ kind: 'cash' as const, cashBuyer })) },
)

export type Situation = { timeline: Timeline; cashBuyer: boolean }

/** The offer is accepted before all other actions, and completion is today. */
const sale = { completionDate: moment.today, acceptedOn: addDays(moment.today, -60) }
const minutesLater = (index: number): CurrentTime => ({
  ...moment,
  now: new Date(Date.parse(moment.now) + index * 60_000).toISOString(),
})

const apply = ({ timeline, cashBuyer }: Situation, action: Action, at: CurrentTime): Situation => {
  if (action.kind === 'accept') return { timeline: acceptOffer(timeline, action.on, cashBuyer, at).timeline, cashBuyer }
  const facts = action.kind === 'cash' ? { requested: [], cashBuyer: action.cashBuyer } : { requested: action.items, cashBuyer }
  return { timeline: saveTimeline({ timeline, ...sale, ...facts, ...at }).timeline, cashBuyer: facts.cashBuyer }
}

/** A property after a random history of actions. */
export const anySituation: fc.Arbitrary<Situation> = fc
  .tuple(anyTemplate, fc.option(day), fc.array(anyAction, { maxLength: 8 }))
  .map(([template, launchedOn, actions]) =>
    actions.reduce<Situation>((situation, action, index) => apply(situation, action, minutesLater(index - 100)), {
      timeline: newTimeline(template, launchedOn, minutesLater(-200)).timeline,
      cashBuyer: false,
    }),
  )

export const saveInto = ({ timeline, cashBuyer }: Situation, requested: readonly RequestedItem[]) =>
  saveTimeline({ timeline, requested, ...sale, cashBuyer, ...moment })
