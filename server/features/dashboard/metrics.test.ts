import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { type Metric, metricKeys } from '@gya/domain/features/dashboard/metrics.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { addRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn, testAddress } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'

/**
 * Tests every metric against its definition: each scenario performs real calls on one property in a branch of its own and
 * checks the two newest periods. Metrics that a scenario does not name must be zero.
 */

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  await fixtures
    .as('platform')
    .ok(updateCompany, { body: { _id: fixtures.a.companyId, availableLicenses: 200, noticePeriodInDays: 14 } })
})
afterAll(() => fixtures.close())

const today = (): string => londonDay(fixtures.clock.now())
const inDays = (days: number): string => addDays(today(), days)
/** Shorter than the idle limit of sessions. */
const pass = async (days: number): Promise<void> => {
  for (let passed = 0; passed < days; passed += 7) {
    fixtures.clock.advance({ days: Math.min(7, days - passed) })
    await fixtures.as('company').ok(readProperty, { params: fixtures.first })
  }
}

type Action = (ids: PropertyPath) => Promise<unknown>
const as = () => fixtures.as('company')
const mi =
  (body: Wire<typeof updateManagementInfo, 'body'>): Action =>
  (params) =>
    as().ok(updateManagementInfo, { params, body })
const ask =
  (price: number, effectiveDate = today): Action =>
  (params) =>
    as().ok(addAskingPrice, { params, body: { price, effectiveDate: effectiveDate() } })
const step =
  (name: StepName, state: 'C' | 'IP' | 'B' = 'C', more: object = {}): Action =>
  (params) =>
    as().ok(saveTimeline, { params, body: { timeline: [{ key: stepKeys[name], state, ...more }] } })
const completionIn =
  (days: number): Action =>
  (params) =>
    as().ok(saveTimeline, { params, body: { timeline: [], completionDate: inDays(days) } })
const survey =
  (state: 'IP' | 'C', date: number, awaitingReports = false): Action =>
  (params) =>
    as().ok(saveTimeline, {
      params,
      body: {
        timeline: [
          { key: stepKeys.Roof, state, surveyData: { date: inDays(date), contactPOC: null, reference: '', awaitingReports } },
        ],
      },
    })
const offer =
  (state: 'P' | 'A' = 'A', more: object = {}): Action =>
  (params) =>
    as().ok(addOffer, { params, body: { name: 'B. Uyer', amount: 285_000, cashBuy: false, chain: false, state, ...more } })
const acceptedIn =
  (days: number): Action =>
  async (params) => {
    const { offers } = await as().ok(readProperty, { params })
    const _id = offers.find(({ state }) => state === 'A')?._id ?? ''
    return as().ok(updateOffer, { params, body: { _id, acceptedOn: inDays(days) } })
  }
const fallOff: Action = (params) => as().ok(performFallOff, { params, body: { note: 'Lost their job' } })
const restore: Action = async (params) => {
  const { saleResets } = await as().ok(readProperty, { params })
  return as().ok(restoreFallOff, { params: { ...params, fallOffId: saleResets[0]?._id ?? '' } })
}
const active =
  (isActive: boolean): Action =>
  (params) =>
    as().ok(updateProperty, { params, body: { _id: params.propertyId, active: isActive } })
const viewing =
  (days: number): Action =>
  (params) =>
    as().ok(addViewing, { params, body: { name: 'V. Isitor', when: inDays(days) } })
const relaunch =
  (days: number): Action =>
  (params) =>
    as().ok(addRelaunch, { params, body: { when: inDays(days) } })
const later =
  (days: number): Action =>
  () =>
    pass(days)
const vendorHas =
  (part: 'solicitor' | 'mBroker'): Action =>
  async (params) => {
    const contact = await as().ok(createContact, {
      params: { companyId: params.companyId },
      body: { name: 'Firm', email: '', tel: '' },
    })
    return as().ok(saveContacts, { params, body: { [part]: { contact: contact._id, poc: null } } })
  }

/** 1.25 % of the price. */
const terms = mi({ agencyFeePercent: 1.25 })
const launched = [ask(300_000), terms, step('PropertyLaunched')]
const sold = [...launched, offer()]
const memo = [...sold, step('MemoOfSaleSent')]
/** Accepted before the two newest periods. */
const soldLongAgo = [...launched, offer('A', { acceptedOn: '2026-02-01' }), step('MemoOfSaleSent')]
const exchanged = [...memo, completionIn(3), step('Exchanged')]
const completed = [...exchanged, completionIn(0), step('Completed')]

type Expected = Partial<Record<Metric, readonly [now: unknown, before?: unknown]>>

const fee = 3_562.5
const estimate = 3_750
const takenOnNow = { takeOn: [1] } as const
const onMarket = {
  takeOn: [1],
  launched: [1],
  instructionsOnMarket: [1],
  averageAskingPrice: [[1, 300_000]],
  feesForSale: [[1, estimate]],
} as const
const agreed = {
  takeOn: [1],
  launched: [1],
  offers: [1],
  salesAgreed: [1],
  feesSold: [[1, fee]],
  averageAgreedPrice: [[1, 285_000]],
  askingPriceAchieved: [[1, 95]],
} as const
const onlyLaunched = { takeOn: [1], launched: [1] } as const
const inPipeline = { salesPipeline: [1], feesPipeline: [[1, fee]], chainUnknown: [1] } as const
const exchangedNow = { ...agreed, memoSent: [1], exchanged: [1], feesExchanged: [[1, fee]] } as const

const scenarios: [title: string, actions: readonly Action[], expected: Expected][] = [
  ['a property is taken on', [ask(300_000), terms], { ...takenOnNow, preForSale: [1], feesPreForSale: [[1, estimate]] }],
  [
    'a property without a price or fee is launched',
    [step('PropertyLaunched')],
    { ...onMarket, averageAskingPrice: [[1, null]], feesForSale: [[1, 0]] },
  ],
  ['a property is launched', launched, onMarket],
  [
    'a property was launched in the period before, and is late with its viewings',
    [...launched, later(14)],
    {
      takeOn: [0, 1],
      launched: [0, 1],
      instructionsOnMarket: [1, 1],
      averageAskingPrice: [
        [1, 300_000],
        [1, 300_000],
      ],
      feesForSale: [
        [1, estimate],
        [1, estimate],
      ],
    },
  ],
  [
    'a launch is overdue',
    [later(14)],
    {
      takeOn: [0, 1],
      preForSale: [1, 1],
      feesPreForSale: [
        [1, 0],
        [1, 0],
      ],
      warningsPreForSale: [1, 0],
    },
  ],
  [
    'viewings are overdue after 28 days, not on the 28th',
    [...launched, later(28)],
    {
      instructionsOnMarket: [1, 1],
      averageAskingPrice: [
        [1, 300_000],
        [1, 300_000],
      ],
      feesForSale: [
        [1, estimate],
        [1, estimate],
      ],
      takeOn: [0, 0],
      launched: [0, 0],
    },
  ],
  [
    'viewings are overdue on the 29th day',
    [...launched, later(29)],
    {
      instructionsOnMarket: [1, 1],
      averageAskingPrice: [
        [1, 300_000],
        [1, 300_000],
      ],
      feesForSale: [
        [1, estimate],
        [1, estimate],
      ],
      warningsForSale: [1],
    },
  ],
  [
    'a launch is completed and taken back by hand',
    [step('PropertyLaunched'), step('PropertyLaunched', 'IP')],
    { ...takenOnNow, preForSale: [1], feesPreForSale: [[1, 0]] },
  ],
  [
    'an acceptance is corrected, into the period before',
    [...launched, offer(), acceptedIn(-15)],
    {
      ...onlyLaunched,
      ...inPipeline,
      offers: [1],
      warningsSold: [1],
      salesAgreed: [0, 1],
      feesSold: [
        [0, 0],
        [1, fee],
      ],
      averageAgreedPrice: [
        [0, null],
        [1, 285_000],
      ],
      askingPriceAchieved: [
        [0, null],
        [1, 95],
      ],
    },
  ],
  [
    'a launch is moved into the period before',
    [later(20), step('PropertyLaunched'), (ids) => step('PropertyLaunched', 'C', { completedOn: inDays(-15) })(ids)],
    {
      takeOn: [0, 1],
      launched: [0, 1],
      preForSale: [0, 1],
      feesPreForSale: [
        [0, 0],
        [1, 0],
      ],
      instructionsOnMarket: [1],
      averageAskingPrice: [
        [1, null],
        [0, null],
      ],
      feesForSale: [
        [1, 0],
        [0, 0],
      ],
    },
  ],
  [
    'a contract ends in 14 days',
    [mi({ cSigned: '2026-03-10', cTerm: 2 })],
    { ...takenOnNow, preForSale: [1], feesPreForSale: [[1, 0]], contractsExpiring: [1] },
  ],
  [
    'a contract ends in 15 days',
    [mi({ cSigned: '2026-03-11', cTerm: 2 })],
    { ...takenOnNow, preForSale: [1], feesPreForSale: [[1, 0]] },
  ],
  ['notice ends today', [...launched, mi({ noticeGiven: '2026-03-05', noticeDays: 5 })], { ...onMarket, onNotice: [1] }],
  ['notice ended yesterday', [...launched, mi({ noticeGiven: '2026-03-05', noticeDays: 4 })], onMarket],
  ['a property is withdrawn', [...launched, active(false)], { takeOn: [1], launched: [1], withdrawn: [1] }],
  ['a property is withdrawn and put back', [...launched, active(false), active(true)], { ...onMarket, withdrawn: [1] }],
  [
    'viewings: 13 days ago, 14 days ago, tomorrow',
    [viewing(-13), viewing(-14), viewing(1)],
    { ...takenOnNow, preForSale: [1], feesPreForSale: [[1, 0]], viewings: [1, 1] },
  ],
  ['an offer is made', [offer('P')], { ...takenOnNow, preForSale: [1], feesPreForSale: [[1, 0]], offers: [1] }],
  [
    'the price is raised, lowered, and left as it was',
    [ask(300_000, () => inDays(-3)), ask(310_000, () => inDays(-2)), ask(305_000, () => inDays(-1)), ask(305_000)],
    { ...takenOnNow, preForSale: [1], feesPreForSale: [[1, 0]], priceDeductions: [1] },
  ],
  [
    'relaunches: today, and in the period before',
    [relaunch(0), relaunch(-20)],
    { ...takenOnNow, preForSale: [1], feesPreForSale: [[1, 0]], relaunches: [1, 1] },
  ],

  ['a sale is agreed', sold, { ...agreed, ...inPipeline }],
  [
    'a sale is agreed with no asking price',
    [offer()],
    {
      takeOn: [1],
      launched: [1],
      offers: [1],
      salesAgreed: [1],
      feesSold: [[1, 0]],
      averageAgreedPrice: [[1, 285_000]],
      askingPriceAchieved: [[1, null]],
      salesPipeline: [1],
      feesPipeline: [[1, 0]],
      chainUnknown: [1],
    },
  ],
  ['a sale for cash is agreed', [...launched, offer('A', { cashBuy: true })], { ...agreed, ...inPipeline, cashBuys: [1] }],
  ['a memo is sent', memo, { ...agreed, ...inPipeline, memoSent: [1] }],
  [
    'there is no chain',
    [...sold, mi({ chain: 0 })],
    { ...agreed, salesPipeline: [1], feesPipeline: [[1, fee]], proceedable: [1], feesProceedable: [[1, fee]] },
  ],
  [
    'the chain is complete',
    [...sold, mi({ chain: 1 })],
    { ...agreed, salesPipeline: [1], feesPipeline: [[1, fee]], proceedable: [1], feesProceedable: [[1, fee]] },
  ],
  [
    'the chain is incomplete',
    [...sold, mi({ chain: 2 })],
    { ...agreed, salesPipeline: [1], feesPipeline: [[1, fee]], notProceedable: [1], feesNotProceedable: [[1, fee]] },
  ],
  [
    'the memo of a proceedable sale is overdue',
    [...sold, mi({ chain: 0 }), later(3)],
    {
      ...agreed,
      salesPipeline: [1],
      feesPipeline: [[1, fee]],
      proceedable: [1],
      feesProceedable: [[1, fee]],
      warningsSold: [1],
      warningsProceedable: [1],
    },
  ],
  ['the vendor has a solicitor', [...sold, vendorHas('solicitor')], { ...agreed, ...inPipeline, vendorSolicitor: [1] }],
  ['the vendor has a mortgage broker', [...sold, vendorHas('mBroker')], { ...agreed, ...inPipeline, vendorBroker: [1] }],
  [
    'a sale falls off the next day',
    [...sold, later(1), fallOff],
    { ...agreed, ...onMarket, fallOffs: [1], feesFallOff: [[1, fee]] },
  ],
  [
    'a sale falls off and is restored',
    [...memo, later(1), fallOff, restore],
    { ...agreed, ...inPipeline, memoSent: [1], fallOffs: [1], feesFallOff: [[1, fee]], restored: [1] },
  ],
  [
    'a sale falls off, the property is sold again and falls off, all on one day',
    [...sold, fallOff, offer('A', { amount: 300_000 }), fallOff],
    {
      ...agreed,
      ...onMarket,
      offers: [2],
      salesAgreed: [2],
      feesSold: [[2, fee + estimate]],
      averageAgreedPrice: [[2, 292_500]],
      askingPriceAchieved: [[2, 97.5]],
      fallOffs: [2],
      feesFallOff: [[2, fee + estimate]],
    },
  ],

  ['a survey is booked', [...memo, survey('IP', 3)], { ...agreed, ...inPipeline, memoSent: [1], surveysBooked: [1] }],
  [
    'a survey awaits its report',
    [...memo, survey('IP', 3, true)],
    { ...agreed, ...inPipeline, memoSent: [1], surveysBooked: [1], surveysAwaitingReports: [1] },
  ],
  [
    'a survey is overdue',
    [...memo, survey('IP', 0), later(1)],
    { ...agreed, ...inPipeline, memoSent: [1], surveysBooked: [1], surveysOverdue: [1], warningsSold: [1] },
  ],
  [
    'a survey is completed',
    [...memo, survey('IP', 0), survey('C', 0)],
    { ...agreed, ...inPipeline, memoSent: [1], surveysBooked: [1], surveysCompleted: [1] },
  ],
  [
    'no survey is to be had',
    [...memo, step('NotHavingSurvey')],
    { ...agreed, ...inPipeline, memoSent: [1], notHavingSurvey: [1] },
  ],

  ...(
    [
      ['DraftContractsIssued', 'draftContractsIssued'],
      ['SearchesAppliedFor', 'searchesAppliedFor'],
      ['SearchesBack', 'searchesBack'],
      ['EnquiriesRaised', 'enquiriesRaised'],
      ['EnquiriesAnswered', 'enquiriesAnswered'],
      ['MortgageAppSubmitted', 'mortgageAppSubmitted'],
      ['MortgageValuationBooked', 'mortgageValuationBooked'],
      ['MortgageValuationCompleted', 'mortgageValuationCompleted'],
      ['MortgageApproved', 'mortgageApproved'],
      ['ReportedToBuyer', 'reportedToBuyer'],
      ['DocumentsAndDepositsReceived', 'docsDeposits'],
    ] as const
  ).map(([name, metric]): [string, readonly Action[], Expected] => [
    `${name} is completed in a sale that then falls off`,
    [...memo, step(name), later(1), fallOff],
    { ...agreed, ...onMarket, memoSent: [1], fallOffs: [1], feesFallOff: [[1, fee]], [metric]: [1] },
  ]),
  [
    'a legal step is delayed',
    [...memo, step('SearchesBack', 'B')],
    { ...agreed, ...inPipeline, memoSent: [1], legalDelays: [1], delays: [1] },
  ],
  [
    'a financial step is delayed',
    [...memo, step('MortgageApproved', 'B')],
    { ...agreed, ...inPipeline, memoSent: [1], financialDelays: [1], delays: [1] },
  ],
  [
    'a legal step is overdue',
    [...soldLongAgo, step('SearchesBack', 'IP', { startedOn: '2026-02-01' })],
    { ...onlyLaunched, ...inPipeline, memoSent: [1], legalWarnings: [1], warningsSold: [1] },
  ],
  [
    'a financial step is overdue',
    [...soldLongAgo, step('MortgageApproved', 'IP', { startedOn: '2026-02-01' })],
    { ...onlyLaunched, ...inPipeline, memoSent: [1], financialWarnings: [1], warningsSold: [1] },
  ],

  [
    'contracts are exchanged and the move is on Friday, the last day of the company’s week',
    exchanged,
    { ...exchangedNow, awaitingCompletion: [1], movesWeek: [1], movesMonth: [1] },
  ],
  [
    'the move is on Saturday, in the week after',
    [...memo, completionIn(4), step('Exchanged')],
    { ...exchangedNow, awaitingCompletion: [1], movesMonth: [1] },
  ],
  [
    'it is the last day of the company’s week, and the move is on the last day of the next',
    [...memo, completionIn(10), step('Exchanged'), later(3)],
    { ...exchangedNow, awaitingCompletion: [1], movesWeek: [1], movesMonth: [1] },
  ],
  ['the move is in 31 days', [...memo, completionIn(31), step('Exchanged')], { ...exchangedNow, awaitingCompletion: [1] }],
  [
    'a sale is completed, in a week of the company that goes on until Friday: this week so far',
    completed,
    {
      ...exchangedNow,
      completed: [1],
      feesCompleted: [[1, fee]],
      completedThisWeek: [1],
      completedMonth: [1],
      feesCompletedThisWeek: [[1, fee]],
      feesCompletedMonth: [[1, fee]],
    },
  ],
  ...[3, 9].map((days): [string, readonly Action[], Expected] => [
    `a sale was completed in the company’s week that ended last, ${days} days ago`,
    [...completed, later(days)],
    {
      ...exchangedNow,
      // On its last day a week is both the current and the latest one.
      ...(days === 3 ? { completedThisWeek: [1], feesCompletedThisWeek: [[1, fee]] } : {}),
      completed: [1],
      feesCompleted: [[1, fee]],
      completedWeek: [1],
      completedMonth: [1],
      feesCompletedWeek: [[1, fee]],
      feesCompletedMonth: [[1, fee]],
    },
  ]),
  [
    'a sale was completed in the week before that one',
    [...completed, later(10)],
    { ...exchangedNow, completed: [1], feesCompleted: [[1, fee]], completedMonth: [1], feesCompletedMonth: [[1, fee]] },
  ],
  [
    'a sale was completed 20 days ago',
    [...completed, later(20)],
    {
      ...Object.fromEntries(
        Object.entries(exchangedNow).map(([metric, [value]]) => [
          metric,
          [Array.isArray(value) ? [0, metric.startsWith('fees') ? 0 : null] : 0, value],
        ]),
      ),
      completed: [0, 1],
      feesCompleted: [
        [0, 0],
        [1, fee],
      ],
      completedWeek: [0, 1],
      completedMonth: [1, 1],
      feesCompletedWeek: [
        [0, 0],
        [1, fee],
      ],
      feesCompletedMonth: [
        [1, fee],
        [1, fee],
      ],
    },
  ],
]

type Answer = Wire<typeof readMetrics, 'response'>

/** The values of the two newest periods: count, or count with sum or mean. Omits metrics that are zero in both. */
function valuesOf({ periods, data }: Answer): Record<string, unknown> {
  const value = (metric: Metric, nth: number): unknown => {
    const { count, sum, avg } = data[metric]?.[periods[nth]?.key ?? ''] ?? {}
    const figure = sum === undefined ? avg : sum
    return figure === undefined ? count : [count, figure]
  }
  return Object.fromEntries(
    metricKeys
      .map((metric) => [metric, [value(metric, 0), value(metric, 1)]] as const)
      .filter(([, values]) => !values.every(isNothing)),
  )
}

const isNothing = (value: unknown): boolean => (Array.isArray(value) ? value[0] === 0 : value === 0)

/** Fills in zero for an omitted second period and drops metrics that are zero in both. */
const complete = (expected: Expected, actual: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(expected)
      .map(([metric, [now, before]]) => {
        const zero = Array.isArray(now) ? [0, (actual[metric] as unknown[][] | undefined)?.[1]?.[1] ?? null] : 0
        return [metric, [now, before ?? zero]] as const
      })
      .filter(([, values]) => !values.every(isNothing)),
  )

let scenarioCount = 0
test.each(scenarios)('GET /md: %s', async (_title, actions, expected) => {
  fixtures.clock.moveTo(testStart)
  scenarioCount += 1
  const { companyId } = fixtures.a
  const branch = await fixtures.as('platform').ok(createBranch, {
    params: { companyId },
    body: { name: `Scenario ${scenarioCount}`, address: testAddress('1 Scenario Street') },
  })
  const ids = await takeOn(fixtures.as('company'), { companyId, branchId: branch._id }, fixtures.idOf.vendor, '1 Scenario Street')
  for (const action of actions) await action(ids)
  const answer = await fixtures.as('company').ok(readMetrics, { params: ids, query: { metrics: metricKeys.join() } })
  const actual = valuesOf(answer)
  expect(actual).toEqual(complete(expected, actual))
})

test('every metric has a scenario', () => {
  const covered = new Set(scenarios.flatMap(([, , expected]) => Object.keys(expected)))
  expect(metricKeys.filter((metric) => !covered.has(metric))).toEqual([])
})
