import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../common/dates.ts'
import { fallHazard, publishedFallRates } from './falling-through.ts'
import { learn } from './learning.ts'
import { historyOf, type SaleFacts } from './sale-facts.ts'
import { expectedFalls, learnRiskFactors, type RiskFacts, riskFactorOf, risksOf, saleRisks } from './sale-risk.ts'

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
  pace: 1,
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
    ['slow', { pace: 0.69 }, ['slow amber']],
    ['not slow', { pace: 0.7 }, []],
  ])('%s', (_name, facts, expected) => expect(held(facts)).toEqual(expected))

  test('a mortgage offer in the past has expired, one of today expires', () => {
    const words = (mortgageOfferExpires: string) => risksOf({ ...quiet, mortgageOfferExpires }, today)[0]?.words
    expect(words(addDays(today, -1))).toMatch(/^Mortgage offer expired on/)
    expect(words(today)).toMatch(/^Mortgage offer expires on/)
  })

  test('several reasons are in the order of saleRisks', () => {
    const all = held({
      pace: 0.5,
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
    const risks = [{ risk: 'slow', since, until: '2026-01-21' }] as const
    expect(spans({ risks })).toEqual([{ risk: 'slow', from: 10, until: 20, fell: false }])
    // The reason ended before the sale fell off.
    expect(spans({ risks, outcome: 'fell', endedOn: '2026-01-31' })).toEqual([{ risk: 'slow', from: 10, until: 20, fell: false }])
  })

  test('to the end of the sale, including the day on which it fell off', () => {
    const risks = [{ risk: 'slow', since, until: null }] as const
    expect(spans({ risks, outcome: 'fell', endedOn: '2026-01-31' })).toEqual([{ risk: 'slow', from: 10, until: 31, fell: true }])
    expect(spans({ risks, outcome: 'exchanged', endedOn: '2026-01-31' })).toEqual([
      { risk: 'slow', from: 10, until: 30, fell: false },
    ])
    expect(spans({ risks })).toEqual([{ risk: 'slow', from: 10, until: 78, fell: false }])
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
  test('(10 + O)/(10 + E), by reason; 1 where fewer fell than expected; a new company: none', () => {
    const slow = { risk: 'slow', from: 0, until: 100, fell: true, rates: publishedFallRates } as const
    const expected = expectedFalls(publishedFallRates, slow)
    // 30 days of .0028, 30 of .0026, 30 of .0024, 10 of .0022.
    expect(expected).toBeCloseTo(0.2557, 4)
    const factors = learnRiskFactors([slow, slow, slow, { ...slow, risk: 'chain', fell: false }])
    expect(factors.get('slow')?.factor).toBeCloseTo(13 / (10 + 3 * expected), 9)
    expect(factors.get('chain')).toMatchObject({ observed: 0, factor: 1 })
    expect(riskFactorOf([{ risk: 'silence' }], learn([]).risks)).toBe(1)
  })

  test('expected falls are calculated from the company’s own rates', () => {
    const risks = [{ risk: 'slow', from: 0, until: 20, fell: true }] as const
    const history = { ...historyOf(sale({}), today, []), outcome: 'fell' as const, days: 19, risks }
    const learned = learn(Array.from({ length: 40 }, () => history))
    expect(learned.risks.get('slow')?.expected).toBeCloseTo(40 * expectedFalls(learned.falls.alone, risks[0]), 9)
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

  test('property-based: never below 1; the order of sales is irrelevant; another fall never lowers one; the largest counts', () => {
    fc.assert(
      fc.property(many, spans, (all, one) => {
        const factors = learnRiskFactors(all)
        const reversed = learnRiskFactors(all.toReversed())
        for (const [risk, { factor }] of factors) {
          expect(factor).toBeGreaterThanOrEqual(1)
          expect(reversed.get(risk)?.factor).toBeCloseTo(factor, 9)
        }
        const fallen = learnRiskFactors([...all, { ...one, fell: true }]).get(one.risk)?.factor ?? 1
        const held = learnRiskFactors([...all, { ...one, fell: false }]).get(one.risk)?.factor ?? 1
        expect(fallen).toBeGreaterThanOrEqual(held)
        const reasons = saleRisks.map((risk) => ({ risk }))
        expect(riskFactorOf(reasons, factors)).toBe(Math.max(1, ...[...factors.values()].map(({ factor }) => factor)))
      }),
    )
  })
})
