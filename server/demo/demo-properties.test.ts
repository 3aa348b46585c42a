import { readFile } from 'node:fs/promises'
import { addDays, daysBetween, londonDay } from '@gya/domain/common/dates.ts'
import { gapsOf } from '@gya/domain/features/record/property-record.rules.ts'
import { saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import type { Step } from '@gya/domain/features/timeline/timeline.model.ts'
import { describe, expect, test } from 'vitest'
import { demoCompany, demoFirms } from './company.ts'
import { demoProperties } from './demo-properties.ts'
import { showcaseHome, silentDays } from './showcase-property.ts'
import type { SimulatedProperty } from './simulated-property.ts'
import { streets } from './streets.ts'
import { momentOf } from './workdays.ts'

const demoAt = (now: string) => {
  const present = momentOf(now)
  return { present, ...demoProperties(demoCompany(present), present) }
}

const saleOf = ({ property, offers, timeline }: SimulatedProperty, today: string) =>
  saleNow(
    {
      active: property.active ?? true,
      hasAcceptedOffer: offers.some((offer) => offer.state === 'A'),
      timeline,
      completionDate: property.completion_date ?? null,
      expectedExchange: property.expected_exchange ?? null,
      expectedCompletion: property.expected_completion ?? null,
    },
    today,
  )

const phase = (simulated: SimulatedProperty): Phase => saleOf(simulated, '2026-03-30').phase

const phases = (simulatedProperties: readonly SimulatedProperty[]) => {
  const counts: Partial<Record<Phase, number>> = {}
  for (const simulated of simulatedProperties) counts[phase(simulated)] = (counts[phase(simulated)] ?? 0) + 1
  return counts
}

const { simulatedProperties, owners, present } = demoAt('2026-03-30T10:20:00Z')
const warned = (simulated: SimulatedProperty) => saleOf(simulated, present.today).late.length > 0

test('There are 240 properties in every phase', () => {
  expect(phases(simulatedProperties)).toEqual({
    preForSale: 20,
    forSale: 70,
    sold: 75,
    exchanged: 20,
    completed: 40,
    withdrawn: 15,
  })
})

test.each([
  '2026-03-27T23:59:00Z',
  '2026-03-29T00:30:00Z',
  '2026-10-24T23:30:00Z',
  '2026-10-25T08:00:00Z',
  '2027-01-01T00:00:05Z',
  '2028-02-29T16:45:00Z',
])('demoProperties violates no rule, has the same phases and no future dates at %s', (now) => {
  const demo = demoAt(now)
  expect(phases(demo.simulatedProperties)).toEqual(phases(simulatedProperties))
  const instants = demo.simulatedProperties.flatMap(({ events, property }) => [
    ...events.map((event) => event.at),
    property.createdon,
    property.updatedon,
  ])
  expect(instants.filter((at) => new Date(at) > new Date(now))).toEqual([])
  const days = demo.simulatedProperties.flatMap((simulated) =>
    simulated.timeline.flatMap((step) => [step.startedOn, step.completedOn, step.blockedOn]),
  )
  expect(days.filter((day) => day !== null && day > demo.present.today)).toEqual([])
})

test.each(['2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'])(
  '27 Rodway Road has a gap of 23 days in its entries, on %s too',
  (day) => {
    const { simulatedProperties: all } = demoAt(`${day}T10:20:00Z`)
    const showcase = all.find(({ property }) => property.line1 === showcaseHome.address.line1)
    const days = new Set(showcase?.events.map(({ at }) => londonDay(at)))
    expect(gapsOf([...days].sort(), day).map((gap) => gap.days)).toEqual([silentDays])
  },
)

test('demoProperties of another day only shifts dates', () => {
  const later = demoAt('2026-04-06T10:20:00Z')
  expect(daysBetween(present.today, later.present.today)).toBe(7)
  simulatedProperties.forEach((simulated, index) => {
    const other = later.simulatedProperties[index]
    expect(other?.property.line1).toBe(simulated.property.line1)
    expect(other?.timeline.map((step) => step.completedOn)).toEqual(
      simulated.timeline.map((step) => step.completedOn && addDays(step.completedOn, 7)),
    )
  })
})

describe('Every step of every property conforms to the model', () => {
  const steps = simulatedProperties.flatMap((simulated) => simulated.timeline)
  const broken = (holds: (step: Step) => boolean) => steps.filter((step) => !holds(step))

  test('it has a completion date exactly if it is complete', () => {
    expect(broken((step) => (step.state === 'C') === (step.completedOn !== null))).toEqual([])
  })
  test('it has a delay date exactly if it is delayed', () => {
    expect(broken((step) => (step.state === 'B') === (step.blockedOn !== null))).toEqual([])
  })
  test('it has a start date exactly if it is in progress or complete, not after its completion', () => {
    expect(broken((step) => ['IP', 'B', 'C'].includes(step.state) === (step.startedOn !== null))).toEqual([])
    expect(broken((step) => !step.completedOn || (step.startedOn ?? '9') <= step.completedOn)).toEqual([])
  })
  test('it is marked as started by a rule only while in progress', () => {
    expect(broken((step) => !step.wasAutoSetToInProgress || step.state === 'IP')).toEqual([])
  })
})

test('About a quarter of the live properties have a warning, overdue by at most four weeks', () => {
  const active = simulatedProperties.filter((simulated) =>
    ['preForSale', 'forSale', 'sold', 'exchanged'].includes(phase(simulated)),
  )
  const share = active.filter(warned).length / active.length
  expect(share).toBeGreaterThan(0.18)
  expect(share).toBeLessThan(0.32)
  const overdue = active.flatMap((simulated) => saleOf(simulated, present.today).late.flatMap(({ date }) => date ?? []))
  expect(Math.min(...overdue.map((date) => daysBetween(present.today, date)))).toBeGreaterThanOrEqual(-28)
})

test('Sales are at every step of the report, some delayed, some awaiting a survey, some updated today and this week', () => {
  const steps = simulatedProperties.filter((simulated) => phase(simulated) === 'sold').flatMap((simulated) => simulated.timeline)
  const open = new Set(steps.filter((step) => step.state === 'IP' || step.state === 'B').map((step) => step.key))
  expect([...open]).toEqual(expect.arrayContaining([26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 22, 23, 24]))
  expect(steps.filter((step) => step.state === 'B').length).toBeGreaterThan(5)
  expect(steps.filter((step) => step.survey?.awaitingReports).length).toBeGreaterThan(4)
  const since = (days: number) =>
    steps.filter(
      (step) => step.updatedOn && step.updatedOn > new Date(new Date(present.now).getTime() - days * 86_400_000).toISOString(),
    )
  expect(since(1).length).toBeGreaterThan(5)
  expect(since(7).length).toBeGreaterThan(40)
})

test('Every kind of record occurs', () => {
  const count = (of: (simulated: SimulatedProperty) => number) =>
    simulatedProperties.reduce((sum, simulated) => sum + of(simulated), 0)
  expect(count((simulated) => simulated.offers.filter((offer) => offer.state === 'P').length)).toBeGreaterThan(8)
  expect(count((simulated) => simulated.viewings.length)).toBeGreaterThan(1000)
  // Some viewers agreed to be contacted, some refused, some were not asked.
  for (const answer of [true, false, null])
    expect(count((simulated) => simulated.viewings.filter((row) => row.may_contact === answer).length)).toBeGreaterThan(200)
  expect(count((simulated) => simulated.askingPrices.length - 1)).toBeGreaterThan(40)
  expect(count((simulated) => simulated.fallOffs.length)).toBeGreaterThan(12)
  expect(count((simulated) => simulated.fallOffs.filter((row) => row.restored_on).length)).toBe(2)
  expect(count((simulated) => simulated.relaunches.length)).toBeGreaterThan(4)
  expect(
    simulatedProperties.filter((simulated) => simulated.property.active !== false && simulated.property.notice_given).length,
  ).toBe(6)
  expect(
    simulatedProperties.filter(
      (simulated) => ['sold', 'exchanged', 'completed'].includes(phase(simulated)) && !simulated.property.b_staff,
    ),
  ).toEqual([])
})

test('Both sides of every sale have a solicitor, most a mortgage broker; all firms are invented', () => {
  const sold = simulatedProperties.filter((simulated) => ['sold', 'exchanged', 'completed'].includes(phase(simulated)))
  const acting = (role: string) => sold.filter((simulated) => simulated.parties.some((party) => party.role === role)).length
  expect(['vendorSolicitor', 'buyerSolicitor'].map(acting)).toEqual([sold.length, sold.length])
  for (const broker of ['vendorBroker', 'buyerBroker']) expect(acting(broker)).toBeGreaterThan(sold.length / 2)
  const reached = demoFirms(present).flatMap(({ row, pocs }) => [row, ...pocs])
  expect(reached.filter(({ tel }) => !/^(0118 496 0\d{3}|07700 900\d{3})$/.test(tel ?? ''))).toEqual([])
  expect(reached.filter(({ email }) => !/^[a-z.]+@[a-z]+\.example$/.test(email ?? ''))).toEqual([])
})

test('A fall-off archives what belongs to its buyer', () => {
  const fallen = simulatedProperties.filter(({ fallOffs }) => fallOffs.length > 0)
  expect(fallen.length).toBeGreaterThan(0)
  for (const { fallOffs, offers, parties, chain } of fallen) {
    for (const { archive } of fallOffs)
      expect(archive).toMatchObject({ memo: { remarks: '' }, referrals: { buyerBroker: null }, chain: expect.any(Array) })
    if (offers.some(({ state }) => state === 'A')) continue
    expect(parties.filter(({ role }) => role.startsWith('buyer'))).toEqual([])
    expect(chain.map(({ person_name }) => person_name ?? '').filter(Boolean)).toEqual([])
  }
  const acted = fallen.flatMap(({ fallOffs }) => fallOffs.flatMap(({ archive }) => archive.buyer.solicitor?.contact.name ?? []))
  expect(acted.length).toBeGreaterThan(12)
})

test('A chain has 2 to 6 links, this property once, and linked properties have the same chain', () => {
  const chains = simulatedProperties.filter((simulated) => simulated.chain.length > 0)
  const names = (simulated: SimulatedProperty) =>
    simulated.chain.map((item) => [item.property_name, item.person_name, item.property_ref])
  for (const simulated of chains) {
    expect(simulated.chain.length).toBeGreaterThanOrEqual(2)
    expect(simulated.chain.length).toBeLessThanOrEqual(6)
    expect(simulated.chain.filter((item) => item.this_property).map((item) => item.property_ref)).toEqual([simulated.property.id])
  }
  const linked = chains.filter((simulated) => simulated.chain.filter((item) => item.property_ref).length > 1)
  // Six chains of two sales of the company and one of three.
  expect(linked.length).toBe(15)
  expect(linked.filter(({ chain }) => chain.filter((item) => item.property_ref).length === 3)).toHaveLength(3)
  for (const simulated of linked) {
    const others = simulated.chain.flatMap((item) => (item.this_property ? [] : (item.property_ref ?? [])))
    for (const id of others) {
      const other = chains.find(({ property }) => property.id === id)
      expect(other && names(other)).toEqual(names(simulated))
    }
  }
})

test('An owner who buys another property of the company is the buyer there', () => {
  const rodway = simulatedProperties.find((simulated) => simulated.property.line1 === '27 Rodway Road')
  const onward = simulatedProperties.find(
    (simulated) => simulated.property.id === rodway?.chain.find((item) => item.property_ref && !item.this_property)?.property_ref,
  )
  expect(onward?.property.buyer_name).toBe('Hester Vantongeren')
  expect(owners.find((owner) => owner.id === rodway?.property.owner_id)?.email).toBe('vendor@demo.example')
})

test('No house number or postcode is real', () => {
  for (const { property } of simulatedProperties) {
    const [, number, name] = /^(?:Flat \d+, )?(\d+) (.+)$/.exec(property.line1) ?? []
    const of = streets.filter((street) => street.name === name)
    if (property.line1 !== '27 Rodway Road') expect(of.flatMap((street) => street.numbers)).toContain(Number(number))
    expect(of.map((street) => street.sector)).toContain(property.postcode.slice(0, 6))
    expect(property.postcode).toMatch(/^RG30 \d[A-Z][CIKMOV]$/)
  }
  expect(new Set(simulatedProperties.map(({ property }) => property.line1)).size).toBe(simulatedProperties.length)
})

test.each([process.env.PRICE_PAID_FILE ?? []].flat())(
  'Not one house of the price paid data itself is in the demo: %s',
  async (file) => {
    const sales = (await readFile(file, 'utf8')).split('\n').map((line) => line.slice(1, -1).split('","'))
    const houses = new Set(sales.map((sale) => `${sale[7]} ${sale[9]}`))
    const postcodes = new Set(sales.map((sale) => sale[3]))
    const demo = simulatedProperties.map(({ property: { line1, postcode } }) => ({
      house: line1.replace(/^Flat \d+, /, '').toUpperCase(),
      postcode,
    }))
    expect(houses.size).toBeGreaterThan(10_000)
    expect(demo.filter(({ house, postcode }) => houses.has(house) || postcodes.has(postcode))).toEqual([])
  },
)

test('Telephone numbers are from the ranges reserved for drama, e-mail addresses end in .example', () => {
  const { staff, company, branches } = demoCompany(present)
  const accounts = [...staff.map(({ row }) => row), ...owners]
  const buyers = simulatedProperties.flatMap((simulated) => simulated.offers)
  const numbers = [...accounts, ...buyers, company, ...Object.values(branches)].map(({ tel }) => tel)
  expect(numbers.filter((tel) => !/^(0118 496 0\d{3}|07700 900\d{3})$/.test(tel ?? ''))).toEqual([])
  const addresses = [...accounts, ...buyers, ...Object.values(branches)].map(({ email }) => email)
  expect(addresses.filter((email) => !/^[a-z.]+@[a-z.]+\.example$/.test(email ?? ''))).toEqual([])
})
