import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../common/dates.ts'
import { fallHazard, publishedFallRates } from './falling-through.ts'
import { learn } from './learning.ts'
import { historyOf, type SaleFacts } from './sale-facts.ts'
import {
  expectedFalls,
  learnRiskFactors,
  type RiskFacts,
  restsAfterReasons,
  riskFactorOf,
  risksOf,
  saleRisks,
} from './sale-risk.ts'

const today = '2026-03-20'
const quiet: RiskFacts = {
  mortgageOfferExpires: null,
  halfBy: '2026-05-01',
  by80: '2026-06-01',
  reducedOn: null,
  isDelayed: false,
  running: [],
  surveyAwaited: null,
  surveyEndedSale: false,
  chainIncomplete: false,
  unknownLink: null,
  lastContactOn: today,
}
const held = (facts: Partial<RiskFacts>) => risksOf({ ...quiet, ...facts }, today).map(({ risk, tone }) => `${risk} ${tone}`)
const searches = { title: 'Searches back', pastWarning: 8, days: 30, by80: 29 }

describe('reasons of a sale, at their limits', () => {
  test.each<[string, Partial<RiskFacts>, string[]]>([
    ['none', {}, []],
    ['offer-expiry: before the 8-in-10 day', { mortgageOfferExpires: '2026-05-31' }, ['offer-expiry red']],
    ['offer-expiry: on the 8-in-10 day', { mortgageOfferExpires: '2026-06-01' }, []],
    ['offer-expiry: later than a year', { mortgageOfferExpires: '2027-01-01', halfBy: null, by80: null }, ['offer-expiry red']],
    [
      'offer-expiry: under 14 days after half by',
      { by80: '2026-05-03', mortgageOfferExpires: '2026-05-14' },
      ['offer-expiry amber'],
    ],
    ['offer-expiry: 14 days after half by', { by80: '2026-05-03', mortgageOfferExpires: '2026-05-15' }, []],
    ['price: 41 days ago', { reducedOn: addDays(today, -41) }, ['price red']],
    ['price: 42 days ago', { reducedOn: addDays(today, -42) }, []],
    ['delayed', { isDelayed: true }, ['delayed red']],
    ['overdue by more than 7 days and past the 8 in 10', { running: [searches] }, ['overdue red']],
    ['overdue by 7 days', { running: [{ ...searches, pastWarning: 7 }] }, []],
    ['overdue within the 8 in 10', { running: [{ ...searches, days: 29 }] }, []],
    ['overdue: the worst step alone counts', { running: [searches, { ...searches, pastWarning: 20, days: 5 }] }, []],
    ['survey: awaited for 15 days', { surveyAwaited: 15 }, ['survey amber']],
    ['survey: awaited for 14 days', { surveyAwaited: 14 }, []],
    ['survey: one ended an earlier sale', { surveyEndedSale: true }, ['survey red']],
    ['chain incomplete', { chainIncomplete: true }, ['chain red']],
    ['chain: a link is not known', { unknownLink: '14 Elm Road' }, ['chain amber']],
    ['silence: 14 days', { lastContactOn: addDays(today, -14) }, ['silence amber']],
    ['silence: 13 days', { lastContactOn: addDays(today, -13) }, []],
  ])('%s', (_name, facts, expected) => expect(held(facts)).toEqual(expected))

  test('a mortgage offer in the past has expired, one of today expires', () => {
    const words = (mortgageOfferExpires: string) => risksOf({ ...quiet, mortgageOfferExpires }, today)[0]?.words
    expect(words(addDays(today, -1))).toMatch(/^Mortgage offer expired on/)
    expect(words(today)).toMatch(/^Mortgage offer expires on/)
  })

  test('several reasons are in the order of saleRisks', () => {
    const all = held({
      lastContactOn: addDays(today, -30),
      chainIncomplete: true,
      surveyAwaited: 20,
      running: [searches],
      isDelayed: true,
      reducedOn: today,
      mortgageOfferExpires: today,
    })
    expect(all.map((one) => one.split(' ')[0])).toEqual([...saleRisks])
  })
})

const sale = (changes: Partial<SaleFacts>): SaleFacts => ({
  agreedOn: '2026-01-01',
  endedOn: null,
  outcome: 'open',
  traits: {
    leasehold: false,
    inChain: false,
    branch: 'a',
    vendorFirm: null,
    buyerFirm: null,
    broker: null,
    lender: null,
    progressor: null,
  },
  steps: [],
  ...changes,
})

describe('days on which a reason held', () => {
  const spans = (facts: Partial<SaleFacts>) => historyOf(sale(facts), today, []).risks
  const since = '2026-01-11'

  test('until the day on which it was found to have ended', () => {
    const risks = [{ risk: 'silence', since, until: '2026-01-21' }] as const
    expect(spans({ risks })).toEqual([{ risk: 'silence', from: 10, until: 20, fell: false }])
    // The reason ended before the sale fell off.
    expect(spans({ risks, outcome: 'fell', endedOn: '2026-01-31' })).toEqual([
      { risk: 'silence', from: 10, until: 20, fell: false },
    ])
  })

  test('to the end of the sale, including the day on which it fell off', () => {
    const risks = [{ risk: 'silence', since, until: null }] as const
    expect(spans({ risks, outcome: 'fell', endedOn: '2026-01-31' })).toEqual([
      { risk: 'silence', from: 10, until: 31, fell: true },
    ])
    expect(spans({ risks, outcome: 'exchanged', endedOn: '2026-01-31' })).toEqual([
      { risk: 'silence', from: 10, until: 30, fell: false },
    ])
    expect(spans({ risks })).toEqual([{ risk: 'silence', from: 10, until: 78, fell: false }])
  })
})

const spans = fc
  .record({
    risk: fc.constantFrom(...saleRisks),
    from: fc.integer({ min: 0, max: 300 }),
    days: fc.integer({ min: 0, max: 200 }),
    fell: fc.boolean(),
  })
  .map(({ days, ...span }) => ({ ...span, until: span.from + days, rates: publishedFallRates }))
const many = fc.array(spans, { maxLength: 30 })

describe('factors', () => {
  test('(10 + O)/(10 + E), by reason; below 1 where fewer fell than expected; a new company: none', () => {
    const silent = { risk: 'silence', from: 0, until: 100, fell: true, rates: publishedFallRates } as const
    const expected = expectedFalls(publishedFallRates, silent)
    // 30 days of .0028, 30 of .0026, 30 of .0024, 10 of .0022.
    expect(expected).toBeCloseTo(0.2557, 4)
    const factors = learnRiskFactors([silent, silent, silent, { ...silent, risk: 'chain', fell: false }])
    expect(factors.get('silence')?.factor).toBeCloseTo(13 / (10 + 3 * expected), 9)
    expect(factors.get('chain')?.factor).toBeCloseTo(10 / (10 + expected), 9)
    expect(riskFactorOf([{ risk: 'chain' }], factors)).toBeLessThan(1)
    expect(riskFactorOf([], factors)).toBe(1)
    expect(riskFactorOf([{ risk: 'silence' }], learn([]).risks)).toBe(1)
  })

  test('the rest of a sale counts from the first day on which a reason held, also after it has ended', () => {
    const twice = [
      { risk: 'silence', from: 10, until: 20, fell: false },
      { risk: 'silence', from: 40, until: 50, fell: false },
    ] as const
    expect(restsAfterReasons(twice, 90, false)).toEqual([{ risk: 'silence', from: 10, until: 90, fell: false }])
    expect(restsAfterReasons(twice, 90, true)).toEqual([{ risk: 'silence', from: 10, until: 91, fell: true }])
  })

  test('rates are those of sales without a reason: all sales together fall off as often as before', () => {
    const history = (days: number, fell: boolean, isSilent: boolean) => ({
      ...historyOf(sale({}), today, []),
      outcome: fell ? ('fell' as const) : ('exchanged' as const),
      days,
      risks: isSilent ? [{ risk: 'silence' as const, from: 10, until: 20, fell: false }] : [],
    })
    const sales = Array.from({ length: 200 }, (_, index) => history(80, index % 5 === 0, index % 5 < 2))
    const learned = learn(sales)
    const factor = learned.risks.get('silence')?.factor ?? 1
    expect(factor).toBeGreaterThan(1.5)
    const expected = sales.reduce((sum, { risks, days }) => {
      const from = risks[0]?.from ?? days
      const { alone } = learned.falls
      return sum + expectedFalls(alone, { from: 0, until: from }) + factor * expectedFalls(alone, { from, until: days })
    }, 0)
    expect(Math.abs(expected - 40)).toBeLessThan(6)
  })

  test('expected falls are calculated from the company’s own rates', () => {
    const risks = [{ risk: 'silence', from: 0, until: 20, fell: true }] as const
    const history = { ...historyOf(sale({}), today, []), outcome: 'fell' as const, days: 19, risks }
    const learned = learn(Array.from({ length: 40 }, () => history))
    const { alone } = learned.falls
    // The learned rates are those without a reason, lower than the rates of all by a factor that bands share.
    const ratio = (learned.risks.get('silence')?.expected ?? 0) / (40 * expectedFalls(alone, risks[0]))
    expect(ratio).toBeGreaterThan(1)
    expect(ratio).toBeLessThan(learned.risks.get('silence')?.factor ?? 1)
  })

  test('property-based: expected falls add up over days, and are those of the hazard to within its square', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 100 }), (from, days) => {
        const [whole, middle] = [expectedFalls(publishedFallRates, { from, until: from + days }), from + Math.floor(days / 2)]
        const halves =
          expectedFalls(publishedFallRates, { from, until: middle }) +
          expectedFalls(publishedFallRates, { from: middle, until: from + days })
        expect(whole).toBeCloseTo(halves, 12)
        expect(Math.abs(whole - (fallHazard(publishedFallRates, from, 1)[days] ?? 0))).toBeLessThanOrEqual(days * 0.0028 ** 2)
      }),
    )
  })

  test('property-based: the order of sales is irrelevant; another fall never lowers one; the largest counts', () => {
    fc.assert(
      fc.property(many, spans, (all, one) => {
        const factors = learnRiskFactors(all)
        const reversed = learnRiskFactors(all.toReversed())
        for (const [risk, { factor }] of factors) expect(reversed.get(risk)?.factor).toBeCloseTo(factor, 9)
        const fallen = learnRiskFactors([...all, { ...one, fell: true }]).get(one.risk)?.factor ?? 1
        const held = learnRiskFactors([...all, { ...one, fell: false }]).get(one.risk)?.factor ?? 1
        expect(fallen).toBeGreaterThanOrEqual(held)
        const reasons = saleRisks.map((risk) => ({ risk }))
        expect(riskFactorOf(reasons, factors)).toBe(Math.max(...saleRisks.map((risk) => factors.get(risk)?.factor ?? 1)))
      }),
    )
  })
})
