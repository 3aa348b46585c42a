import { describe, expect, test } from 'vitest'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { dayOfChance, horizonDays } from './distributions.ts'
import { publishedOnly } from './learning.ts'
import { isLinkKnown, type LinkFacts } from './link-standing.ts'
import { fallenLink, readyOfLinks } from './ready-of-links.ts'
import type { SaleStanding } from './step-network.ts'

const link = (facts: Partial<LinkFacts>): LinkFacts => ({
  addedDaysAgo: 0,
  cash: false,
  ticked: new Map(),
  changedDaysAgo: facts.addedDaysAgo ?? 0,
  ...facts,
})
/** A sale that has been ready to exchange for some days. */
const waiting = (days: number): SaleStanding => ({
  steps: new Map([[stepKeys.Exchanged, { status: 'running', days, blocked: false }]]),
  surveys: [],
})
const ready = (links: readonly LinkFacts[], standing = waiting(0)): Float64Array =>
  readyOfLinks(links, { standing, learned: publishedOnly })[0] ?? new Float64Array()
const half = (facts: Partial<LinkFacts>): number => dayOfChance(ready([link(facts)]), 0.5) ?? horizonDays

describe('a link without entries', () => {
  test('is ready after the usual time: each day brings it a day nearer', () => {
    const days = half({})
    expect(days).toBeGreaterThan(60)
    expect(half({ addedDaysAgo: 40 })).toBe(days - 40)
    expect(half({ addedDaysAgo: 300 })).toBe(0)
  })

  test('whose sale fell through takes the usual time of a new one from then on', () => {
    expect(ready([fallenLink(40)])).toEqual(ready([link({ addedDaysAgo: 40 })]))
  })

  test('the longer everything else has been ready, the less likely it is ready', () => {
    const silent = link({ addedDaysAgo: 120 })
    const [none, few, many] = [0, 5, 30].map((days) => ready([silent], waiting(days))[0] ?? 0)
    expect(few).toBeLessThan(none ?? 0)
    expect(many).toBeLessThan(few ?? 0)
    // Another link that is not ready explains the wait.
    const other = link({ addedDaysAgo: 120, changedDaysAgo: 1, ticked: new Map([[stepKeys.MemoOfSaleSent, 1]]) })
    expect(ready([silent, other], waiting(30))[0]).toBe(none)
  })

  test('for long: the usual time since its last entry', () => {
    const ticked = (ago: number): LinkFacts['ticked'] =>
      new Map<StepKey, number>([
        [stepKeys.MemoOfSaleSent, 20 + ago],
        [stepKeys.DraftContractsIssued, ago],
      ])
    const then = half({ addedDaysAgo: 25, changedDaysAgo: 0, ticked: ticked(0) })
    const facts = { addedDaysAgo: 90, changedDaysAgo: 65, ticked: ticked(65) }
    expect(isLinkKnown(link(facts))).toBe(false)
    expect(half(facts)).toBe(Math.max(0, then - 65))
  })
})

describe('a link with entries', () => {
  const all = [30, 31, 32, 33, 34, 35, 29]
  const ticked = (ago: number, without: readonly StepKey[] = []): LinkFacts =>
    link({
      addedDaysAgo: 100,
      changedDaysAgo: ago,
      ticked: new Map(all.filter((key) => !without.includes(key)).map((key) => [key, ago])),
    })

  test('that has not changed for long may still be at the same step', () => {
    const still = ticked(70, [35])
    expect(isLinkKnown(still)).toBe(false)
    const chance = ready([still], waiting(60))[0] ?? 0
    expect(chance).toBeLessThan(0.3)
    expect(chance).toBeGreaterThan(ready([ticked(50, [35])], waiting(60))[0] ?? 0)
  })
})
