import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StepKey } from '../timeline/step-definitions.ts'
import { linkInWords, linkWithoutAddress, stepInWords } from './decides-in-words.ts'
import { publishedFallRates } from './falling-through.ts'
import { forecastSale, isReadyBefore, type SaleToForecast, whatDecides } from './forecast-sale.ts'
import { learn, publishedOnly, type SaleHistory, tablesFor } from './learning.ts'
import { readyChances, type StepStatus } from './step-network.ts'

const traits = {
  leasehold: false,
  inChain: false,
  branch: 'a',
  vendorFirm: null,
  buyerFirm: null,
  broker: null,
  lender: null,
  progressor: null,
}
const tables = { ...tablesFor(publishedOnly, traits), k: 12 }
const tracks: readonly (readonly StepKey[])[] = [
  [31, 32, 33, 34, 35],
  [26, 27, 28, 29],
  [22, 23],
]

/** A random state that the timeline allows: on each track all steps up to one are done, and that one is in progress. */
const standings = fc
  .record({
    legal: fc.integer({ min: 0, max: 5 }),
    financial: fc.integer({ min: 0, max: 4 }),
    days: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 13, maxLength: 13 }),
    cash: fc.boolean(),
    blocked: fc.boolean(),
  })
  .map(({ legal, financial, days, cash, blocked }) => {
    const steps = new Map<StepKey, StepStatus>([[30, { status: 'done', days: days[12] ?? 0 }]])
    const doneOf = [legal, financial, 0]
    tracks.forEach((keys, track) => {
      if (track === 1 && cash) return
      keys.forEach((key, index) => {
        const took = days[track * 4 + index] ?? 0
        const before = doneOf[track] ?? 0
        const waits = track === 2 && (legal < 5 || (!cash && financial < 4))
        steps.set(
          key,
          !waits && index === before
            ? { status: 'running', days: took, blocked: blocked && key === 33 }
            : index < before
              ? { status: 'done', days: took }
              : { status: 'toCome' },
        )
      })
    })
    steps.set(24, { status: 'toCome' })
    return { steps, surveys: [] }
  })

const saleOf = (standing: SaleToForecast['standing'], changes: Partial<SaleToForecast> = {}): SaleToForecast => ({
  standing,
  ifDone: (key) => {
    const step = standing.steps.get(key)
    const done: StepStatus = { status: 'done', days: step?.status === 'running' ? step.days : null }
    return { ...standing, steps: new Map([...standing.steps, [key, done]]) }
  },
  tables,
  links: [],
  inChain: false,
  daysSinceAgreed: 40,
  falls: publishedFallRates,
  reasonFactor: 1,
  ...changes,
})
const runningKeys = (standing: SaleToForecast['standing']): StepKey[] =>
  [...standing.steps].filter(([, step]) => step.status === 'running').map(([key]) => key)
const orLate = (day: number | null): number => day ?? 400

/** Invariants of [forecast §12.2](docs/design/forecast.md#12.2). */
test('property-based: exchanged, open and fallen add up to 1 on every day, and the chance of an exchange never falls', () => {
  fc.assert(
    fc.property(standings, fc.double({ min: 1, max: 3, noNaN: true }), (standing, reasonFactor) => {
      const { chances } = forecastSale(saleOf(standing, { reasonFactor }))
      chances.exchanged.forEach((exchanged, day) => {
        expect(Math.abs(exchanged + (chances.open[day] ?? 0) + (chances.fallen[day] ?? 0) - 1)).toBeLessThan(1e-9)
        expect(exchanged).toBeGreaterThanOrEqual((chances.exchanged[day - 1] ?? 0) - 1e-12)
      })
    }),
    { numRuns: 25 },
  )
})

test('property-based: a day without progress never makes the exchange earlier', () => {
  fc.assert(
    fc.property(standings, (standing) => {
      const nextDay = {
        ...standing,
        steps: new Map(
          [...standing.steps].map(
            ([key, step]) => [key, step.status === 'running' ? { ...step, days: step.days + 1 } : step] as const,
          ),
        ),
      }
      const [now, then] = [forecastSale(saleOf(standing)), forecastSale(saleOf(nextDay, { daysSinceAgreed: 41 }))]
      expect(orLate(then.halfBy) + 1).toBeGreaterThanOrEqual(orLate(now.halfBy))
      expect(orLate(then.by80) + 1).toBeGreaterThanOrEqual(orLate(now.by80))
    }),
    { numRuns: 25 },
  )
})

test('property-based: completing a running step today never makes the exchange later, a delay never makes it more likely', () => {
  fc.assert(
    fc.property(standings, fc.nat(), (standing, which) => {
      const keys = runningKeys(standing)
      fc.pre(keys.length > 0)
      const key = keys[which % keys.length] as StepKey
      const step = standing.steps.get(key) as Extract<StepStatus, { status: 'running' }>
      const withStep = (changed: StepStatus) =>
        forecastSale(saleOf({ ...standing, steps: new Map([...standing.steps, [key, changed]]) }))
      const now = withStep({ ...step, blocked: false })
      const done = withStep({ status: 'done', days: step.days })
      expect(orLate(done.halfBy)).toBeLessThanOrEqual(orLate(now.halfBy))
      const delayed = withStep({ ...step, blocked: true })
      delayed.chances.exchanged.forEach((chance, day) =>
        expect(chance).toBeLessThanOrEqual((now.chances.exchanged[day] ?? 0) + 1e-9),
      )
    }),
    { numRuns: 25 },
  )
})

test('property-based: a reason never makes an exchange more likely; a further link never makes it earlier', () => {
  fc.assert(
    fc.property(standings, standings, standings, (standing, one, other) => {
      const [first, second] = [one, other].map((link, index) => ({ id: String(index), ready: readyChances(link, tables, 3) }))
      if (!first || !second) return
      const withOne = forecastSale(saleOf(standing, { links: [first], inChain: true }))
      const withTwo = forecastSale(saleOf(standing, { links: [first, second], inChain: true }))
      expect(orLate(withTwo.halfBy)).toBeGreaterThanOrEqual(orLate(withOne.halfBy))
      const reason = forecastSale(saleOf(standing, { links: [first], inChain: true, reasonFactor: 1.8 }))
      reason.chances.exchanged.forEach((chance, day) =>
        expect(chance).toBeLessThanOrEqual((withOne.chances.exchanged[day] ?? 0) + 1e-12),
      )
    }),
    { numRuns: 15 },
  )
})

test('property-based: lower rates of a step still to come never make the exchange earlier', () => {
  fc.assert(
    fc.property(standings, fc.nat(), fc.double({ min: 0.2, max: 1, noNaN: true }), (standing, which, slower) => {
      const toCome = [...standing.steps].flatMap(([key, { status }]) => (status === 'toCome' && key !== 24 ? [key] : []))
      fc.pre(toCome.length > 0)
      const slow = toCome[which % toCome.length]
      const slowed = {
        ...tables,
        table: (key: StepKey) => {
          const { rates, factor } = tables.table(key)
          return { factor, rates: key === slow ? rates.map((rate) => rate * slower) : rates }
        },
      }
      const [now, then] = [forecastSale(saleOf(standing)), forecastSale(saleOf(standing, { tables: slowed }))]
      expect(orLate(then.halfBy)).toBeGreaterThanOrEqual(orLate(now.halfBy))
      expect(orLate(then.by80)).toBeGreaterThanOrEqual(orLate(now.by80))
    }),
    { numRuns: 25 },
  )
})

test('property-based: whatDecides, which calculates only up to half by, finds the same as over the whole year', () => {
  fc.assert(
    fc.property(standings, (standing) => {
      const forecast = forecastSale(saleOf(standing))
      const decides = whatDecides(saleOf(standing), forecast)
      const sooner = runningKeys(standing).map((key) => {
        const step = standing.steps.get(key) as Extract<StepStatus, { status: 'running' }>
        const done: StepStatus = { status: 'done', days: step.days }
        const changed = forecastSale(saleOf({ ...standing, steps: new Map([...standing.steps, [key, done]]) }))
        return orLate(forecast.halfBy) - orLate(changed.halfBy)
      })
      expect(decides.daysSooner).toBe(Math.max(0, ...sooner))
    }),
    { numRuns: 15 },
  )
})

test('property-based: sales of one chain never name each other as what decides: one of them decides', () => {
  fc.assert(
    fc.property(fc.array(standings, { minLength: 2, maxLength: 3 }), (chain) => {
      const sales = chain.map((standing, index) => ({ id: String(index), standing, ready: readyChances(standing, tables, 3) }))
      const decidedBy = new Map(
        sales.map((one) => {
          const others = sales.filter((other) => other !== one)
          const links = others.map(({ id, ready }) => ({ id, ready, isReadyFirst: isReadyBefore({ id, ready }, one) }))
          const sale = saleOf(one.standing, { links, inChain: true })
          const decides = whatDecides(sale, forecastSale(sale))
          return [one.id, decides.kind === 'link' ? decides.id : one.id]
        }),
      )
      const follow = (id: string, steps = sales.length): string | undefined => {
        const next = decidedBy.get(id) ?? id
        return next === id ? id : steps === 0 ? undefined : follow(next, steps - 1)
      }
      const ends = sales.map(({ id }) => follow(id))
      expect(ends).not.toContain(undefined)
      const slowest = sales.reduce((slow, one) => (isReadyBefore(slow, one) ? one : slow))
      expect(decidedBy.get(slowest.id)).toBe(slowest.id)
      if (sales.length === 2) expect(new Set(ends)).toEqual(new Set([slowest.id]))
    }),
    { numRuns: 25 },
  )
})

test('property-based: learning does not depend on the order of sales', () => {
  const history = fc.record({
    finished: fc.boolean(),
    days: fc.integer({ min: 0, max: 120 }),
    leasehold: fc.constantFrom(true, false, null),
    fell: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(history, { maxLength: 20 }), (rows) => {
      const sales = rows.map(
        ({ finished, days, leasehold, fell }): SaleHistory => ({
          ...traits,
          leasehold,
          steps: [{ key: 33, finished, days }],
          outcome: fell ? 'fell' : 'open',
          days,
        }),
      )
      const [there, back] = [learn(sales), learn(sales.toReversed())]
      for (const [id, rates] of there.rates)
        rates.forEach((rate, band) => expect(back.rates.get(id)?.[band]).toBeCloseTo(rate, 12))
    }),
    { numRuns: 25 },
  )
})

test('worked example: searches decide, by 11 days', () => {
  const done = (days: number): StepStatus => ({ status: 'done', days })
  const running = (days: number): StepStatus => ({ status: 'running', days, blocked: false })
  const steps = new Map<StepKey, StepStatus>(
    [34, 35, 29, 22, 23, 24].map((key): [StepKey, StepStatus] => [key, { status: 'toCome' }]),
  )
  for (const [key, standing] of [
    [30, done(3)],
    [31, done(14)],
    [32, done(4)],
    [26, done(7)],
    [27, done(11)],
    [33, running(26)],
    [28, running(29)],
  ] as const)
    steps.set(key, standing)
  const sale = saleOf({ steps, surveys: [] })
  expect(whatDecides(sale, forecastSale(sale))).toEqual({ kind: 'step', key: 33, daysSooner: 11 })
})

test('decidesInWords: the deciding step or link in words', () => {
  expect(stepInWords({ title: 'Searches back', days: 26, usual: 14, blockedOn: null })).toBe(
    'Searches back: 12 days longer than usual',
  )
  expect(stepInWords({ title: 'Searches back', days: 9, usual: 14, blockedOn: null })).toBe('Searches back: day 9 of usually 14')
  expect(stepInWords({ title: 'Docs & deposits', days: 20, usual: 5, blockedOn: '2025-11-03' })).toBe(
    'Docs & deposits: delayed since 03/11/2025',
  )
  expect(linkInWords('14 Elm Road, buyer’s end', '2025-12-03')).toBe(
    '14 Elm Road, buyer’s end: not ready, expected by 03/12/2025',
  )
})

test('a link without an address is named by its position in the chain', () => {
  expect(linkWithoutAddress(4, [1, 2, 4])).toBe('the buyer’s end of the chain')
  expect(linkWithoutAddress(1, [1, 2, 4])).toBe('the seller’s end of the chain')
  expect(linkWithoutAddress(3, [1, 3, 4])).toBe('a link of the chain without address')
  expect(linkInWords(linkWithoutAddress(2, [2]), null)).toBe('The buyer’s end of the chain: not ready')
})
