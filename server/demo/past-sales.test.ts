import { addDays } from '@gya/domain/common/dates.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { expect, test } from 'vitest'
import { demoCompany } from './company.ts'
import { pastSales, thirtyMonths } from './past-sales.ts'
import { momentOf } from './workdays.ts'

const present = momentOf('2026-03-11T15:00:00.000Z')
const { owners, simulatedProperties } = pastSales(demoCompany(present), present, new Set(), { ...thirtyMonths, count: 60 })
const done = (key: number) =>
  simulatedProperties.flatMap(({ timeline }) => timeline.filter((step) => step.key === key && step.state === 'C'))

test('past sales are finished: exchanged and completed, or fallen off, most with a reason, and withdrawn', () => {
  const fell = simulatedProperties.filter(({ fallOffs }) => fallOffs.length > 0)
  const exchanged = done(stepKeys.Exchanged)
  expect(simulatedProperties.length).toBeGreaterThan(50)
  expect(fell.length + exchanged.length).toBe(simulatedProperties.length)
  expect(exchanged.length).toBeGreaterThan(2 * fell.length)
  expect(done(stepKeys.Completed)).toHaveLength(exchanged.length)
  expect(fell.every(({ property }) => property.active === false)).toBe(true)
  expect(fell.filter(({ fallOffs }) => fallOffs[0]?.reason_id !== null).length).toBeGreaterThan(fell.length / 2)
})

test('about a sixth of the chains are within the company: their sales exchange and complete on one day, and the owner of one buys the next', () => {
  const inChain = simulatedProperties.filter(({ property }) => property.chain === 1)
  const linked = inChain.filter(({ chain }) => chain.length > 0)
  const refsOf = ({ chain }: (typeof linked)[number]) => chain.flatMap((item) => item.property_ref ?? [])
  const chains = [...new Map(linked.map((one) => [refsOf(one).join(' '), refsOf(one)])).values()]
  expect(chains.map((refs) => refs.length)).toEqual(expect.arrayContaining([2, 3]))
  const share = chains.length / (inChain.length - linked.length + chains.length)
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.22)
  for (const refs of chains) {
    const sales = refs.flatMap((id) => linked.find(({ property }) => property.id === id) ?? [])
    expect(sales).toHaveLength(refs.length)
    const daysOf = (key: number) => new Set(sales.map(({ timeline }) => timeline.find((step) => step.key === key)?.completedOn))
    expect([daysOf(stepKeys.Exchanged).size, daysOf(stepKeys.Completed).size]).toEqual([1, 1])
    sales.slice(0, -1).forEach(({ property }, at) => {
      const seller = owners.find(({ id }) => id === sales[at + 1]?.property.owner_id)
      expect(property.buyer_name).toBe(`${seller?.first_name} ${seller?.last_name}`)
    })
  }
})

test('past sales are simulated by the actions of users: events in order, some entries late, no work over Christmas', () => {
  for (const { events } of simulatedProperties) {
    const times = events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    expect(times.every((at) => at < present.now)).toBe(true)
  }
  const dayOf = (key: number) => done(key).map(({ completedOn }) => completedOn ?? '')
  const days = [31, 32, 33, 34, 35].flatMap(dayOf)
  expect(days.filter((day) => day.slice(5) >= '12-24' || day.slice(5) === '01-01')).toEqual([])
  const late = simulatedProperties.flatMap(({ events }) =>
    events.filter(({ kind, at, data }) => {
      const day =
        kind === 'step-changed'
          ? /"to":"C".*"on":"(\d{4}-\d\d-\d\d)"/.exec(JSON.stringify(data).replaceAll('\\', ''))?.[1]
          : undefined
      return day !== undefined && day < at.slice(0, 10)
    }),
  )
  expect(late.length).toBeGreaterThan(10)
})

test('tenures, cash and chains are mixed; sales reach back thirty months; addresses and owners are distinct', () => {
  const share = (test: (one: (typeof simulatedProperties)[number]) => boolean) =>
    simulatedProperties.filter(test).length / simulatedProperties.length
  expect(share(({ property }) => property.ownership === 'leasehold')).toBeGreaterThan(0.15)
  expect(share(({ property }) => property.chain === 1)).toBeGreaterThan(0.2)
  expect(new Set(simulatedProperties.map(({ property }) => property.line1)).size).toBe(simulatedProperties.length)
  expect(new Set(owners.map(({ email }) => email)).size).toBe(owners.length)
  const first = simulatedProperties.flatMap(({ offers }) => offers.map(({ when }) => when)).toSorted()[0] ?? ''
  expect(first < addDays(present.today, -900)).toBe(true)
})
