import { londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { ErrorBody } from '@gya/domain/error-catalogue.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { describeReason } from '@gya/domain/features/timeline/describe-reason.ts'
import { saveTimeline as decideTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { anyItems, anySteps } from '@gya/domain/features/timeline/testing/arbitraries.ts'
import { moment } from '@gya/domain/features/timeline/testing/timelines.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { RequestedItem } from '@gya/domain/features/timeline/timeline.model.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

type Save = Omit<Wire<typeof saveTimeline, 'body'>, 'timeline' | 'version'> & { items: RequestedItem[] }
type Property = Wire<typeof readProperty, 'response'>
type Deed =
  | { kind: 'save'; save: Save }
  | { kind: 'offer'; cashBuy: boolean }
  | { kind: 'cash' }
  | { kind: 'pass'; hours: number }

/** One of two surveys, so that a booked one is soon changed, completed or removed. */
const anySurvey: fc.Arbitrary<RequestedItem> = fc.record({
  key: fc.constantFrom(stepKeys.Roof, stepKeys.Drain),
  state: fc.constantFrom('IP', 'C', 'B', 'NA'),
  survey: fc.record({ date: fc.constantFrom('2025-11-01', '2025-11-20'), awaitingReports: fc.boolean() }),
  appMarkedDelete: fc.boolean(),
})

/** The arbitraries' days are before `moment`; some items have a future date, or repeat a step. */
const anyRequest: fc.Arbitrary<RequestedItem[]> = fc.oneof(
  { weight: 6, arbitrary: anyItems },
  { weight: 4, arbitrary: anySteps.map((keys) => keys.map((key) => ({ key, state: 'C' as const }))) },
  { weight: 2, arbitrary: fc.array(anySurvey, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: anyItems.map((items) => [...items, ...items.slice(0, 1)]) },
  { weight: 1, arbitrary: anyItems.map((items) => items.map((item) => ({ ...item, completedOn: '2026-06-01' }))) },
)

const anySave: fc.Arbitrary<Save> = fc
  .record({
    items: anyRequest,
    completionDate: fc.constantFrom(undefined, undefined, null, '2025-12-01', '2025-11-05'),
    invoiceSent: fc.constantFrom(undefined, undefined, true, false),
  })
  .map(({ items, ...fields }) => ({ items, ...(JSON.parse(JSON.stringify(fields)) as Omit<Save, 'items'>) }))

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: anySave.map((save) => ({ kind: 'save' as const, save })) },
  { weight: 1, arbitrary: fc.boolean().map((cashBuy) => ({ kind: 'offer' as const, cashBuy })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cash' as const }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map((hours) => ({ kind: 'pass' as const, hours })) },
)

const timelineOf = (property: Property) => property.timeline.data.map(fromTimelineItem)

/** The browser's preview of a save. */
const foreseen = (shown: Property, { items, completionDate }: Save) =>
  decideTimeline({
    timeline: timelineOf(shown),
    requested: items,
    completionDate: completionDate === undefined ? shown.completionDate : completionDate,
    completionDateBefore: shown.completionDate,
    acceptedOn: acceptedOnOf(shown.offers),
    cashBuyer: shown.buyer.cashBuyer || shown.offers.some((offer) => offer.state === 'A' && offer.cashBuy),
    today: londonDay(fixtures.clock.now()),
    now: fixtures.clock.now(),
  })

const wired = (items: RequestedItem[]): Wire<typeof saveTimeline, 'body'>['timeline'] =>
  items.map(({ survey, ...item }) => ({ ...item, ...(survey ? { surveyData: survey } : {}) }))

/** Saves the previewed items and compares the response; returns the property for the next save. */
async function saveAsForeseen(place: PropertyPath, shown: Property, save: Save): Promise<Property> {
  const wanted = foreseen(shown, save)
  const { items, ...fields } = save
  const { status, body } = await fixtures
    .as('staff')
    .call(saveTimeline, { params: place, body: { timeline: wired(items), ...fields, version: shown.version } })
  if (wanted.refused) {
    expect(body).toMatchObject({ code: wanted.refused })
    return shown
  }
  expect([status, (body as ErrorBody).issues]).toEqual([200, undefined])
  const answer = body as Wire<typeof saveTimeline, 'response'>
  expect(timelineOf(answer)).toEqual(wanted.timeline)
  expect(answer.changes).toEqual(
    wanted.changes.map(({ key, from, to, on, because }) => {
      return { key, from, to, on, because: because.kind, becauseText: describeReason(because, wanted.timeline) }
    }),
  )
  const { completionDate, invoiceSent } = { completionDate: shown.completionDate, invoiceSent: shown.mi.invoiceSent, ...fields }
  expect([answer.completionDate, answer.mi.invoiceSent]).toEqual([completionDate, invoiceSent])
  const isChange = wanted.changes.length > 0 || completionDate !== shown.completionDate || invoiceSent !== shown.mi.invoiceSent
  expect(answer.version - shown.version).toBe(isChange ? 1 : 0)
  return answer
}

async function doDeed(place: PropertyPath, shown: Property, deed: Deed): Promise<Property> {
  const as = fixtures.as('staff')
  if (deed.kind === 'save') return saveAsForeseen(place, shown, deed.save)
  if (deed.kind === 'pass') {
    fixtures.clock.advance({ hours: deed.hours })
    return as.ok(readProperty, { params: place })
  }
  const accepted = shown.offers.find((offer) => offer.state === 'A')
  if (deed.kind === 'offer' && !accepted)
    return as.ok(addOffer, { params: place, body: { name: 'B', amount: 1, chain: false, state: 'A', cashBuy: deed.cashBuy } })
  if (deed.kind === 'cash' && accepted)
    return as.ok(updateOffer, { params: place, body: { _id: accepted._id, cashBuy: !accepted.cashBuy } })
  return shown
}

test('PUT timeline returns what the browser previewed: timeline, changes with reasons, or refusal', async () => {
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyDeed, { minLength: 3, maxLength: 10 }), async (deeds) => {
      fixtures.clock.moveTo(moment.now)
      n += 1
      const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, `${n} Wire Street`)
      let shown = await fixtures.as('staff').ok(readProperty, { params: place })
      for (const deed of deeds) shown = await doDeed(place, shown, deed)
      const { changes: _changes, ...last } = shown as Property & { changes?: unknown }
      expect(await fixtures.as('staff').ok(readProperty, { params: place })).toEqual(last)
    }),
    limitedRuns({ fast: 12, full: 40 }),
  )
})
