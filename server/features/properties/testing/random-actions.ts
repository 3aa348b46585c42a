import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice, deleteAskingPrice, updateAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { addOffer, deleteOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import { stepDefinitions } from '@gya/domain/features/timeline/step-definitions.ts'
import { isSurveyType } from '@gya/domain/features/timeline/survey-types.ts'
import { anyItems, anySteps } from '@gya/domain/features/timeline/testing/arbitraries.ts'
import { moment } from '@gya/domain/features/timeline/testing/timelines.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { type RequestedItem, type StepState, stepStates } from '@gya/domain/features/timeline/timeline.model.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import fc from 'fast-check'
import { type Fixtures, type PropertyPath, testAddress } from '../../../../test/support/fixtures.ts'
import type { TestClient } from '../../../../test/support/test-client.ts'
import { deriveProperties } from '../write/derive-properties.ts'

type Edit = Omit<Wire<typeof updateProperty, 'body'>, '_id'>
type OfferEdit = Omit<Wire<typeof updateOffer, 'body'>, '_id'>

/** An action on a property as data, so that the log of a failing run is readable. `nth` selects an existing item, modulo their number. */
export type Action =
  | { kind: 'price'; price: number; on: string }
  | { kind: 'reprice' | 'unprice'; nth: number; price: number; on: string }
  | { kind: 'offer'; name: string; amount: number; cashBuy: boolean; state: 'P' | 'A' }
  | { kind: 'reoffer'; nth: number; change: OfferEdit }
  | { kind: 'unoffer'; nth: number }
  | { kind: 'steps'; items: RequestedItem[]; completionDate: string | null; invoiceSent: boolean }
  | { kind: 'edit'; change: Edit }
  | { kind: 'terms'; terms: Terms }
  | { kind: 'deduct'; from: 'branch' | 'company'; feeDeduction: number | null; useBranchDeduction: boolean }
  | { kind: 'expected'; expected: Wire<typeof saveExpected, 'body'> }
  | { kind: 'cell'; key: number; state: StepState; on: string | null; completionDate: string | null | undefined }
  /** Undoes the last edited `cell` that was not undone yet. */
  | { kind: 'undo' }
  | { kind: 'pass'; hours: number }

/** The management information of a property. */
type Terms = {
  chain: number
  agency_fee_type: number
  agency_fee: number | null
  agency_fee_percent: number | null
  c_signed: string | null
  c_term: number | null
  notice_given: string | null
  notice_days: number | null
}

/** Set the clock to this before the first action. */
export const actionsStart = moment.now

const day = fc.integer({ min: -40, max: 0 }).map((days) => addDays(moment.today, days))
const dayToCome = fc.integer({ min: 0, max: 40 }).map((days) => addDays(moment.today, days))
const pounds = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((n) => n * 100_000),
  fc.integer({ min: 100, max: 90_000_000 }).map((p) => p / 100),
)
const nth = fc.nat({ max: 3 })
const buyer = fc.constantFrom('Bea Uyer', 'Under_Score', '100% Cash', `O'Brien\\Sons`, 'Bea  Twospace')
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const withoutUndefined = <T extends object>(one: T) => JSON.parse(JSON.stringify(one)) as T

const anyOfferEdit = fc
  .record({
    state: optional(fc.constantFrom('P', 'A', 'A', 'R', 'W')),
    amount: optional(pounds),
    name: optional(buyer),
    cashBuy: optional(fc.boolean()),
    amend: optional(pounds),
  })
  .map(({ amend, ...change }) => withoutUndefined(amend ? { amendAmount: amend, amendReason: 'Survey' } : change) as OfferEdit)

const anyEdit = fc
  .record({
    active: optional(fc.boolean()),
    bedrooms: optional(fc.nat({ max: 5 })),
    completionDate: optional(fc.option(day)),
    address: optional(fc.constantFrom('1 Moved Street', '10 moved street', '9 Moved Street').map(testAddress)),
  })
  .map((change) => withoutUndefined(change) as Edit)

const anyTerms: fc.Arbitrary<Terms> = fc.record({
  chain: fc.nat({ max: 3 }),
  agency_fee_type: fc.nat({ max: 1 }),
  agency_fee: fc.option(fc.constantFrom(0, 100_000, 250_001)),
  agency_fee_percent: fc.option(fc.constantFrom(0, 1_250, 1_333, 100_000)),
  c_signed: fc.option(day),
  c_term: fc.option(fc.nat({ max: 20 })),
  notice_given: fc.option(day),
  notice_days: fc.option(fc.nat({ max: 60 })),
})

const anyStepItems = fc.oneof(
  anyItems,
  anySteps.map((keys) => keys.map((key) => ({ key, state: 'C' as const }))),
)

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('price'), price: pounds, on: day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('reprice', 'unprice'), nth, price: pounds, on: day }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('offer'),
      name: buyer,
      amount: pounds,
      cashBuy: fc.boolean(),
      state: fc.constantFrom('P', 'A'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reoffer'), nth, change: anyOfferEdit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unoffer'), nth }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('steps'),
      items: anyStepItems,
      completionDate: fc.option(day, { freq: 5 }),
      invoiceSent: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit'), change: anyEdit }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('terms'), terms: anyTerms }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('deduct'),
      from: fc.constantFrom('branch', 'company'),
      feeDeduction: fc.option(fc.constantFrom(0, 10, 33.34, 100)),
      useBranchDeduction: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('expected'),
      expected: fc
        .record({ expectedExchange: fc.option(dayToCome), expectedCompletion: optional(fc.option(dayToCome)) })
        .map(withoutUndefined),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cell'),
      key: fc.constantFrom(...stepDefinitions.map(({ key }) => key).filter((key) => !isSurveyType(key))),
      state: fc.constantFrom(...stepStates),
      on: fc.option(day),
      completionDate: optional(fc.option(day)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass'), hours: fc.integer({ min: 1, max: 40 }) }) },
) as fc.Arbitrary<Action>

/** Runs an action through the API. A refusal is a valid answer; a 5xx is not. */
export async function runAction(fixtures: Fixtures, as: TestClient, place: PropertyPath, deed: Action): Promise<void> {
  const answer = await callAction(fixtures, as, place, deed)
  if (answer && answer.status >= 500) throw new Error(`${JSON.stringify(deed)} answered ${JSON.stringify(answer.body)}`)
}

async function callAction(
  fixtures: Fixtures,
  as: TestClient,
  place: PropertyPath,
  deed: Action,
): Promise<{ status: number; body: unknown } | null> {
  const { kind } = deed
  if (kind === 'price') return as.call(addAskingPrice, { params: place, body: { price: deed.price, effectiveDate: deed.on } })
  if (kind === 'offer') {
    const { kind: _kind, ...offer } = deed
    return as.call(addOffer, { params: place, body: { ...offer, chain: false } })
  }
  if (kind === 'edit') return as.call(updateProperty, { params: place, body: { _id: place.propertyId, ...deed.change } })
  if (kind === 'steps') {
    const { items, completionDate, invoiceSent } = deed
    const timeline = items.map(({ survey, ...item }) => ({ ...item, ...(survey ? { surveyData: survey } : {}) }))
    return as.call(saveTimeline, { params: place, body: { timeline, completionDate, invoiceSent } })
  }
  if (kind === 'expected') return as.call(saveExpected, { params: place, body: deed.expected })
  if (kind === 'cell' || kind === 'undo') {
    const undoIds = undoIdsOf.get(fixtures) ?? new Map<string, string[]>()
    undoIdsOf.set(fixtures, undoIds)
    return kind === 'cell' ? editCell(undoIds, as, place, deed) : undoLastCell(undoIds, as, place)
  }
  if (kind === 'terms') return setTerms(fixtures, place, deed.terms)
  if (kind === 'deduct') return changeFeeDeduction(fixtures, place, deed)
  if (kind === 'pass') {
    fixtures.clock.advance({ hours: deed.hours })
    return null
  }
  return runActionOnItem(as, place, deed)
}

/** Edited cells that were not undone yet, by property. */
const undoIdsOf = new WeakMap<Fixtures, Map<string, string[]>>()

async function editCell(
  undoIds: Map<string, string[]>,
  as: TestClient,
  place: PropertyPath,
  deed: Extract<Action, { kind: 'cell' }>,
) {
  const { key, state, on, completionDate } = deed
  const shown = await as.ok(readProperty, { params: place })
  const step = shown.timeline.data.find((item) => item.key === key)
  if (!step) return null
  const was = {
    step: { key, state: step.state, on: step.completedOn },
    ...(completionDate === undefined ? {} : { completionDate: shown.completionDate }),
  }
  const edit = { propertyId: place.propertyId, step: { key, state, on }, completionDate, was }
  const { companyId, propertyId } = place
  const answer = await as.call(editCells, { params: { companyId }, body: { edits: [edit] } })
  const { undoId } = answer.body as { undoId?: string | null }
  if (undoId) undoIds.set(propertyId, [...(undoIds.get(propertyId) ?? []), undoId])
  return answer
}

async function undoLastCell(undoIds: Map<string, string[]>, as: TestClient, { companyId, propertyId }: PropertyPath) {
  const made = undoIds.get(propertyId) ?? []
  const undoId = made.at(-1)
  if (undoId === undefined) return null
  undoIds.set(propertyId, made.slice(0, -1))
  return as.call(undoChange, { params: { companyId, undoId }, body: {} })
}

type ActionOnItem = Extract<Action, { kind: 'reprice' | 'unprice' | 'reoffer' | 'unoffer' }>

/** An action on an existing price or offer; nothing if there is none. */
async function runActionOnItem(as: TestClient, place: PropertyPath, deed: ActionOnItem) {
  const { mi, offers } = await as.ok(readProperty, { params: place })
  const there = deed.kind === 'reprice' || deed.kind === 'unprice' ? mi.askingPrice : offers
  const _id = there[deed.nth % there.length]?._id
  if (!_id) return null
  if (deed.kind === 'reprice')
    return as.call(updateAskingPrice, { params: place, body: { _id, price: deed.price, effectiveDate: deed.on } })
  if (deed.kind === 'unprice') return as.call(deleteAskingPrice, { params: { ...place, askingPriceId: _id } })
  if (deed.kind === 'reoffer') return as.call(updateOffer, { params: place, body: { _id, ...deed.change } })
  return as.call(deleteOffer, { params: { ...place, offerId: _id } })
}

/** Writes the columns and rebuilds the projections. */
async function setTerms({ database: { db }, clock }: Fixtures, place: PropertyPath, terms: Terms): Promise<null> {
  await db.updateTable('property').set(terms).where('id', '=', place.propertyId).execute()
  await deriveProperties({ db, companyId: place.companyId, today: londonDay(clock.now()) }, [place.propertyId])
  return null
}

async function changeFeeDeduction(
  fixtures: Fixtures,
  { companyId, branchId }: PropertyPath,
  { from, feeDeduction, useBranchDeduction }: Extract<Action, { kind: 'deduct' }>,
) {
  const platform = fixtures.as('platform')
  const answer =
    from === 'company'
      ? await platform.call(updateCompany, { body: { _id: companyId, feeDeduction } })
      : await platform.call(updateBranch, { params: { companyId }, body: { _id: branchId, feeDeduction, useBranchDeduction } })
  await fixtures.runJobs()
  return answer
}
