import { readFile } from 'node:fs/promises'
import { addDays, daysBetween } from '@gya/domain/common/dates.ts'
import { warningsOf } from '@gya/domain/features/timeline/due.ts'
import { type Phase, phaseOf } from '@gya/domain/features/timeline/phase.ts'
import type { Step } from '@gya/domain/features/timeline/timeline.model.ts'
import { describe, expect, test } from 'vitest'
import { momentOf } from './calendar.ts'
import { demoCompany, demoFirms } from './company.ts'
import { demoProperties } from './demo-properties.ts'
import type { SimulatedProperty } from './simulated-property.ts'
import { streets } from './streets.ts'

const demoAt = (now: string) => {
  const present = momentOf(now)
  return { present, ...demoProperties(demoCompany(present), present) }
}

const phase = ({ property, offers, timeline }: SimulatedProperty): Phase =>
  phaseOf({ active: property.active ?? true, hasAcceptedOffer: offers.some((offer) => offer.state === 'A'), timeline })

const phases = (lives: readonly SimulatedProperty[]) => {
  const counts: Partial<Record<Phase, number>> = {}
  for (const life of lives) counts[phase(life)] = (counts[phase(life)] ?? 0) + 1
  return counts
}

const { lives, owners, present } = demoAt('2026-03-30T10:20:00Z')
const warned = (life: SimulatedProperty) =>
  warningsOf(life.timeline, { today: present.today, completionDate: life.property.completion_date ?? null }).length > 0

test('There are 240 properties in every phase', () => {
  expect(phases(lives)).toEqual({ preForSale: 20, forSale: 70, sold: 75, exchanged: 20, completed: 40, withdrawn: 15 })
})

test.each([
  '2026-03-27T23:59:00Z',
  '2026-03-29T00:30:00Z',
  '2026-10-24T23:30:00Z',
  '2026-10-25T08:00:00Z',
  '2027-01-01T00:00:05Z',
  '2028-02-29T16:45:00Z',
])('On any day and at any hour no rule is broken, the phases are the same and nothing lies in the future: %s', (now) => {
  const demo = demoAt(now)
  expect(phases(demo.lives)).toEqual(phases(lives))
  const instants = demo.lives.flatMap(({ events, property }) => [
    ...events.map((event) => event.at),
    property.createdon,
    property.updatedon,
  ])
  expect(instants.filter((at) => new Date(at) > new Date(now))).toEqual([])
  const days = demo.lives.flatMap((life) => life.timeline.flatMap((step) => [step.startedOn, step.completedOn, step.blockedOn]))
  expect(days.filter((day) => day !== null && day > demo.present.today)).toEqual([])
})

test('The demo of another day is the same, moved', () => {
  const later = demoAt('2026-04-06T10:20:00Z')
  expect(daysBetween(present.today, later.present.today)).toBe(7)
  lives.forEach((life, index) => {
    const other = later.lives[index]
    expect(other?.property.line1).toBe(life.property.line1)
    expect(other?.timeline.map((step) => step.completedOn)).toEqual(
      life.timeline.map((step) => step.completedOn && addDays(step.completedOn, 7)),
    )
  })
})

describe('Every step of every property is as the model says', () => {
  const steps = lives.flatMap((life) => life.timeline)
  const broken = (holds: (step: Step) => boolean) => steps.filter((step) => !holds(step))

  test('it has a completion date exactly when it is complete', () => {
    expect(broken((step) => (step.state === 'C') === (step.completedOn !== null))).toEqual([])
  })
  test('it has a day it was blocked exactly when it is delayed', () => {
    expect(broken((step) => (step.state === 'B') === (step.blockedOn !== null))).toEqual([])
  })
  test('it was started exactly when it is under way or complete, and not after it was completed', () => {
    expect(broken((step) => ['IP', 'B', 'C'].includes(step.state) === (step.startedOn !== null))).toEqual([])
    expect(broken((step) => !step.completedOn || (step.startedOn ?? '9') <= step.completedOn)).toEqual([])
  })
  test('it is marked as started by a rule only while it is in progress', () => {
    expect(broken((step) => !step.wasAutoSetToInProgress || step.state === 'IP')).toEqual([])
  })
})

test('About a quarter of the live properties have a warning, overdue by at most three weeks', () => {
  const active = lives.filter((life) => ['preForSale', 'forSale', 'sold', 'exchanged'].includes(phase(life)))
  const share = active.filter(warned).length / active.length
  expect(share).toBeGreaterThan(0.18)
  expect(share).toBeLessThan(0.32)
  const overdue = active.flatMap((life) =>
    warningsOf(life.timeline, { today: present.today, completionDate: life.property.completion_date ?? null }),
  )
  expect(Math.min(...overdue.map((step) => step.daysLeft))).toBeGreaterThanOrEqual(-21)
})

test('Sales stand at every step of the staircase, some delayed, some waiting for a surveyor, some touched today and this week', () => {
  const steps = lives.filter((life) => phase(life) === 'sold').flatMap((life) => life.timeline)
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

test('A property takes part in everything that the product keeps', () => {
  const count = (of: (life: SimulatedProperty) => number) => lives.reduce((sum, life) => sum + of(life), 0)
  expect(count((life) => life.offers.filter((offer) => offer.state === 'P').length)).toBeGreaterThan(8)
  expect(count((life) => life.viewings.length)).toBeGreaterThan(1000)
  expect(count((life) => life.askingPrices.length - 1)).toBeGreaterThan(40)
  expect(count((life) => life.fallOffs.length)).toBeGreaterThan(12)
  expect(count((life) => life.fallOffs.filter((row) => row.restored_on).length)).toBe(2)
  expect(count((life) => life.relaunches.length)).toBeGreaterThan(4)
  expect(lives.filter((life) => life.property.active !== false && life.property.notice_given).length).toBe(6)
  expect(lives.filter((life) => ['sold', 'exchanged', 'completed'].includes(phase(life)) && !life.property.b_staff)).toEqual([])
})

test('Both sides of every sale have a solicitor, most a mortgage broker too; the firms belong to nobody real', () => {
  const sold = lives.filter((life) => ['sold', 'exchanged', 'completed'].includes(phase(life)))
  const acting = (role: string) => sold.filter((life) => life.parties.some((party) => party.role === role)).length
  expect(['vendorSolicitor', 'buyerSolicitor'].map(acting)).toEqual([sold.length, sold.length])
  for (const broker of ['vendorBroker', 'buyerBroker']) expect(acting(broker)).toBeGreaterThan(sold.length / 2)
  const reached = demoFirms(present).flatMap(({ row, pocs }) => [row, ...pocs])
  expect(reached.filter(({ tel }) => !/^(0118 496 0\d{3}|07700 900\d{3})$/.test(tel ?? ''))).toEqual([])
  expect(reached.filter(({ email }) => !/^[a-z.]+@[a-z]+\.example$/.test(email ?? ''))).toEqual([])
})

test('A fall-off takes what belongs to its buyer, as the product does', () => {
  const fallen = lives.filter(({ fallOffs }) => fallOffs.length > 0)
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

test('A chain has 2 to 6 links, this property once, and whoever is linked to another has the same chain', () => {
  const chains = lives.filter((life) => life.chain.length > 0)
  const names = (life: SimulatedProperty) => life.chain.map((item) => [item.property_name, item.person_name, item.property_ref])
  for (const life of chains) {
    expect(life.chain.length).toBeGreaterThanOrEqual(2)
    expect(life.chain.length).toBeLessThanOrEqual(6)
    expect(life.chain.filter((item) => item.this_property).map((item) => item.property_ref)).toEqual([life.property.id])
  }
  const linked = chains.filter((life) => life.chain.filter((item) => item.property_ref).length > 1)
  expect(linked.length).toBe(14)
  for (const life of linked) {
    const other = chains.find((one) => life.chain.some((item) => item.property_ref === one.property.id && !item.this_property))
    expect(other && names(other)).toEqual(names(life))
  }
})

test('Where an owner buys another property of the company, the buyer there has the name of the owner', () => {
  const rodway = lives.find((life) => life.property.line1 === '27 Rodway Road')
  const onward = lives.find(
    (life) => life.property.id === rodway?.chain.find((item) => item.property_ref && !item.this_property)?.property_ref,
  )
  expect(onward?.property.buyer_name).toBe('Hester Vantongeren')
  expect(owners.find((owner) => owner.id === rodway?.property.owner_id)?.email).toBe('vendor@demo.example')
})

test('No property stands at a house number that the Land Registry has on its street, and no postcode is one', () => {
  for (const { property } of lives) {
    const [, number, name] = /^(?:Flat \d+, )?(\d+) (.+)$/.exec(property.line1) ?? []
    const of = streets.filter((street) => street.name === name)
    if (property.line1 !== '27 Rodway Road') expect(of.flatMap((street) => street.numbers)).toContain(Number(number))
    expect(of.map((street) => street.sector)).toContain(property.postcode.slice(0, 6))
    expect(property.postcode).toMatch(/^RG30 \d[A-Z][CIKMOV]$/)
  }
  expect(new Set(lives.map(({ property }) => property.line1)).size).toBe(lives.length)
})

test.each([process.env.PRICE_PAID_FILE ?? []].flat())(
  'Not one house of the price paid data itself is in the demo: %s',
  async (file) => {
    const sales = (await readFile(file, 'utf8')).split('\n').map((line) => line.slice(1, -1).split('","'))
    const houses = new Set(sales.map((sale) => `${sale[7]} ${sale[9]}`))
    const postcodes = new Set(sales.map((sale) => sale[3]))
    const demo = lives.map(({ property: { line1, postcode } }) => ({
      house: line1.replace(/^Flat \d+, /, '').toUpperCase(),
      postcode,
    }))
    expect(houses.size).toBeGreaterThan(10_000)
    expect(demo.filter(({ house, postcode }) => houses.has(house) || postcodes.has(postcode))).toEqual([])
  },
)

test('Telephone numbers are of the ranges kept for drama, e-mail addresses end in .example', () => {
  const { staff, company, branches } = demoCompany(present)
  const accounts = [...staff.map(({ row }) => row), ...owners]
  const buyers = lives.flatMap((life) => life.offers)
  const numbers = [...accounts, ...buyers, company, ...Object.values(branches)].map(({ tel }) => tel)
  expect(numbers.filter((tel) => !/^(0118 496 0\d{3}|07700 900\d{3})$/.test(tel ?? ''))).toEqual([])
  const addresses = [...accounts, ...buyers, ...Object.values(branches)].map(({ email }) => email)
  expect(addresses.filter((email) => !/^[a-z.]+@[a-z.]+\.example$/.test(email ?? ''))).toEqual([])
})
