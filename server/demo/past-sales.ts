import { addDays, type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { defaultClosedDays, isClosed } from '@gya/domain/features/forecast/counted-days.ts'
import { feeDeductionFor } from '@gya/domain/features/management-info/management-info.rules.ts'
import { type StepKey, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AppUser } from '../db/schema.ts'
import { assignProgressor, saveSteps, setFields, withdraw } from './actions.ts'
import { type BranchName, branchNames, chooseContacts, type DemoCompany, randomPeople } from './company.ts'
import { expectDays } from './expected-days.ts'
import { type Home, homesOf } from './homes.ts'
import { instructionActions, launchActions } from './marketing.ts'
import { changeOffer, makeOffer, performFallOff, sendMemo } from './offer-actions.ts'
import { acceptedTerms } from './sale.ts'
import { byNegotiator, byProgressor, type Scenario } from './scenario.ts'
import { type SeededRandom, seededIds, seededRandom } from './seeded-random.ts'
import { newSimulatedProperty, runActions, type ScheduledAction, type SimulatedProperty } from './simulated-property.ts'
import { momentAt, nextWorkday, workday } from './workdays.ts'

/**
 * Thirty months of finished sales, from which the forecast of the demo learns. Their steps are lognormal, with a pace a sale,
 * firms of different speed (one slow, one hardly seen), entries made late and nothing done over Christmas. Forecast design,
 * section 12, "Demo".
 */

const [count, firstAgreedAgo, lastAgreedAgo] = [330, 920, 70]
const [shareFallen, shareCash, shareInChain, shareLate] = [0.24, 0.25, 0.6, 0.15]

/** Median days of a step and the spread of their logarithm. */
const truth: Readonly<Partial<Record<StepKey, readonly [median: number, spread: number]>>> = {
  30: [1.5, 0.6],
  31: [11, 0.7],
  32: [5, 0.7],
  33: [9, 0.55],
  34: [6, 0.7],
  35: [14, 0.7],
  26: [11, 0.7],
  27: [4, 0.6],
  28: [5, 0.7],
  29: [6, 0.7],
  22: [2, 0.7],
  23: [4, 0.7],
  24: [4, 0.7],
}
const [legal, financial, completing] = [
  [31, 32, 33, 34, 35],
  [26, 27, 28, 29],
  [22, 23, 24],
] as const

/** How quick the firms are; the last is chosen so rarely that it is not compared. */
const firms = [
  { name: 'Puddifoot & Thrale', quick: 0.72, weight: 0.24 },
  { name: 'Nettlefold Conveyancing', quick: 1.05, weight: 0.28 },
  { name: 'Inglenook Law', quick: 1.2, weight: 0.24 },
  { name: 'Quillon Partners', quick: 1, weight: 0.22 },
  { name: 'Heatherstone Legal', quick: 0.95, weight: 0.02 },
] as const

const quickOfBranch: Record<BranchName, number> = { Tilehurst: 1.05, Reading: 0.95, Southcote: 1 }

function pickFirm(random: SeededRandom): (typeof firms)[number] {
  let left = random.next()
  return firms.find(({ weight }) => (left -= weight) < 0) ?? firms[1]
}

const normal = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

type Sale = {
  acceptedOn: DateOnly
  cash: boolean
  inChain: boolean
  vendorFirm: (typeof firms)[number]
  buyerFirm: (typeof firms)[number]
  /** On which day each step was done, and entered. */
  steps: { key: StepKey; doneOn: DateOnly; enteredOn: DateOnly }[]
  exchangedOn: DateOnly
  fellOn: DateOnly | null
}

/** A day on which work is done: not on a closed day, nor on a Sunday. */
function workedDay(day: DateOnly): DateOnly {
  let next = nextWorkday(day)
  while (isClosed(next, defaultClosedDays)) next = nextWorkday(addDays(next, 1))
  return next
}

function planSale(acceptedOn: DateOnly, branch: BranchName, leasehold: boolean, random: SeededRandom): Sale {
  const cash = random.chance(shareCash)
  const inChain = !cash && random.chance(shareInChain / (1 - shareCash))
  const [vendorFirm, buyerFirm] = [pickFirm(random), pickFirm(random)]
  const pace = Math.exp(0.28 * normal(random)) * quickOfBranch[branch]
  const lasts = (key: StepKey): number => {
    const [median, spread] = truth[key] ?? [5, 0.7]
    const firm = key === 31 || key === 35 ? vendorFirm.quick : [32, 33, 34, 22].includes(key) ? buyerFirm.quick : 1
    const slower = leasehold && (key === 31 || key === 35) ? 1.9 : 1
    const stall = random.chance(0.03) ? random.int(12, 40) : 0
    return Math.max(1, Math.round((median * slower * Math.exp(spread * normal(random))) / (pace * firm) + stall))
  }
  const steps: Sale['steps'] = []
  const run = (keys: readonly StepKey[], from: DateOnly): DateOnly =>
    keys.reduce((day, key) => {
      const doneOn = workedDay(addDays(day, lasts(key)))
      const enteredOn = key !== stepKeys.Exchanged && random.chance(shareLate) ? addDays(doneOn, random.int(1, 10)) : doneOn
      steps.push({ key, doneOn, enteredOn })
      return doneOn
    }, from)
  const later = (one: DateOnly, other: DateOnly): DateOnly => (one > other ? one : other)
  const memo = run([stepKeys.MemoOfSaleSent], acceptedOn)
  const tracks = later(run(legal, memo), cash ? memo : run(financial, memo))
  const waiting = inChain ? random.int(0, 24) : 0
  const exchangedOn = run(completing, addDays(tracks, waiting))
  const days = daysBetween(acceptedOn, exchangedOn)
  const fellOn = random.chance(shareFallen) ? workedDay(addDays(acceptedOn, random.int(8, Math.max(9, days - 4)))) : null
  return {
    acceptedOn,
    cash,
    inChain,
    vendorFirm,
    buyerFirm,
    steps,
    exchangedOn,
    fellOn: fellOn === null || fellOn >= exchangedOn ? null : fellOn,
  }
}

const reasons: readonly (readonly [note: string, reason: string | null])[] = [
  ['The survey found damp and they did not want to go on.', 'Survey'],
  ['Their mortgage was refused.', 'Mortgage refused'],
  ['Their own sale fell through; they cannot proceed.', 'Own sale fell through'],
  ['Found a house nearer to the school.', 'Found another property'],
  ['Valued at less than the price; no agreement.', 'Down-valuation'],
  ['The sellers decided to stay.', 'Changed their mind (seller)'],
  ['Lost patience with the searches.', 'Too slow'],
  ['Gave no reason.', null],
]

/** "Twelve weeks after the acceptance, three weeks on whenever it has passed." */
function typedDays(
  scenario: Scenario,
  { acceptedOn, exchangedOn, fellOn }: Sale,
  agoOf: (day: DateOnly) => number,
): ScheduledAction[] {
  const end = fellOn ?? exchangedOn
  const typed: ScheduledAction[] = []
  let [on, day] = [addDays(acceptedOn, 3), addDays(acceptedOn, 84)]
  while (on < end) {
    typed.push(byProgressor(scenario, agoOf(on), expectDays({ expectedExchange: workday(day) }), 16 * 60))
    ;[on, day] = [addDays(day, 1), addDays(day, 22)]
  }
  return typed
}

function saleActions(scenario: Scenario, sale: Sale): ScheduledAction[] {
  const { random, present } = scenario
  const agoOf = (day: DateOnly): number => daysBetween(day, present.today)
  const accepted = agoOf(sale.acceptedOn)
  const bid = acceptedTerms(scenario.buyer, scenario.home.price, sale.cash, random)
  const end = sale.fellOn ?? addDays(sale.exchangedOn, 1)
  const contacts = { vendorSolicitor: sale.vendorFirm.name, buyerSolicitor: sale.buyerFirm.name }
  const entered = sale.steps.filter(({ enteredOn }) => enteredOn < end)
  const steps = entered
    .filter(({ key }) => key !== stepKeys.Exchanged)
    .map(({ key, doneOn, enteredOn }) =>
      byProgressor(
        scenario,
        agoOf(enteredOn),
        key === stepKeys.MemoOfSaleSent ? sendMemo : saveSteps([{ key, state: 'C', completedOn: doneOn }]),
      ),
    )
  return [
    ...instructionActions(scenario, accepted + 40, 20),
    ...launchActions(scenario, accepted + 34),
    byNegotiator(scenario, accepted + 2, makeOffer(bid)),
    byNegotiator(scenario, accepted, changeOffer(bid.name, { state: 'A' }), 11 * 60),
    byNegotiator(scenario, accepted, assignProgressor(scenario), 11 * 60 + 10),
    byNegotiator(
      scenario,
      accepted,
      chooseContacts(present, ['vendorSolicitor', 'buyerSolicitor', ...(sale.cash ? [] : (['buyerBroker'] as const))], contacts),
      11 * 60 + 20,
    ),
    byProgressor(scenario, accepted - 2, setFields('management-info-saved', { chain: sale.inChain ? 1 : 0 })),
    byProgressor(scenario, accepted - 4, saveSteps([{ key: stepKeys.NotHavingSurvey, state: 'C' }])),
    ...typedDays(scenario, sale, agoOf),
    ...steps,
    ...(sale.fellOn === null ? exchangeActions(scenario, sale, agoOf) : fallActions(scenario, agoOf(sale.fellOn))),
  ]
}

function exchangeActions(scenario: Scenario, { exchangedOn }: Sale, agoOf: (day: DateOnly) => number): ScheduledAction[] {
  const completionDate = workedDay(addDays(exchangedOn, scenario.random.pick([7, 7, 10, 14, 14, 21])))
  return [
    byProgressor(scenario, agoOf(exchangedOn), saveSteps([], { completionDate }), 9 * 60),
    byProgressor(
      scenario,
      agoOf(exchangedOn),
      saveSteps([{ key: stepKeys.Exchanged, state: 'C', completedOn: exchangedOn }]),
      17 * 60,
    ),
    byProgressor(
      scenario,
      agoOf(completionDate),
      saveSteps([{ key: stepKeys.Completed, state: 'C', completedOn: completionDate }]),
      14 * 60,
    ),
    byProgressor(scenario, agoOf(addDays(completionDate, 3)), saveSteps([], { invoiceSent: true })),
  ]
}

function fallActions(scenario: Scenario, fellAgo: number): ScheduledAction[] {
  const [note, reason] = scenario.random.pick(reasons)
  return [
    byProgressor(scenario, fellAgo, performFallOff(note, reason), 15 * 60),
    byNegotiator(scenario, fellAgo - 2, withdraw, 17 * 60 + 30),
  ]
}

/** Homes that no other property of the demo has. */
function homesFor(branch: BranchName, taken: ReadonlySet<string>): Home[] {
  const homes = homesOf(branch, 10_000, seededRandom(`past homes ${branch}`))
  return homes.filter(({ address }) => !taken.has(address.line1))
}

export type PastSales = { owners: Insertable<AppUser>[]; simulatedProperties: SimulatedProperty[] }

/** `taken`: first lines of the addresses that the demo has. In the order of their acceptance. */
export function pastSales(company: DemoCompany, present: CurrentTime, taken: ReadonlySet<string>, total = count): PastSales {
  const random = seededRandom('past sales')
  const newId = seededIds(random)
  const persons = randomPeople(random, 2 * total)
  const homes = Object.fromEntries(branchNames.map((branch) => [branch, homesFor(branch, taken)]))
  const results = Array.from({ length: total }, (_, index) => {
    const branch = branchNames[[0, 1, 0, 1, 2][index % 5] ?? 0] ?? 'Tilehurst'
    const drawn = homes[branch]?.pop()
    const [owner, buyer] = persons.slice(2 * index, 2 * index + 2)
    if (!drawn || !owner || !buyer) return null
    const own = seededRandom(`past sale ${index}`)
    // Three in ten are leasehold: flats alone would be fewer.
    const home: Home = { ...drawn, ownership: own.chance(0.3) ? 'leasehold' : 'freehold' }
    const agreedAgo = Math.round(firstAgreedAgo - ((firstAgreedAgo - lastAgreedAgo) * index) / total)
    const acceptedOn = workday(addDays(present.today, -agreedAgo))
    const sale = planSale(acceptedOn, branch, home.ownership === 'leasehold', own)
    // One that would still be open is left out: open sales are the demo’s own.
    if ((sale.fellOn ?? addDays(sale.exchangedOn, 30)) >= present.today) return null
    const team = company.staff.filter((one) => one.branches.includes(branch))
    const [negotiator, progressor] = [own.pick(team), own.pick(team.slice(1))]
    const started = momentAt(addDays(acceptedOn, -40), 600, present).now
    const propertyId = newId(started)
    const ownerId = newId(started)
    const scenario: Scenario = {
      present,
      random: own,
      propertyId,
      home,
      owner,
      buyer,
      firstBuyer: buyer,
      negotiator: negotiator.id,
      progressor: progressor.id,
      progressorName: `${progressor.row.first_name} ${progressor.row.last_name}`,
      linked: [],
      chainSeed: `past ${index}`,
    }
    const branchRow = company.branches[branch]
    const simulated = newSimulatedProperty(
      {
        company_id: company.company.id,
        id: propertyId,
        branch_id: branchRow.id,
        owner_id: ownerId,
        ...home.address,
        bedrooms: home.bedrooms,
        ownership: home.ownership,
        leasehold_pack_sent: home.ownership === 'leasehold' ? 'yes' : 'unknown',
        createdon: started,
        updatedon: started,
      },
      seededIds(own),
      feeDeductionFor(
        { useBranchDeduction: branchRow.use_branch_deduction ?? false, feeDeduction: branchRow.fee_deduction ?? null },
        company.company.fee_deduction ?? null,
      ),
    )
    runActions(simulated, saleActions(scenario, sale), present)
    const ownerRow: Insertable<AppUser> = {
      id: ownerId,
      company_id: company.company.id,
      type: 'VENDOR',
      first_name: owner.first,
      last_name: owner.last,
      email: `${owner.first}.${owner.last}.${index}@letterbox.example`.toLowerCase(),
      tel: owner.mobile,
      activated: true,
      email_verified: true,
      createdon: started,
    }
    return { simulated, ownerRow }
  }).filter((one) => one !== null)
  return { owners: results.map(({ ownerRow }) => ownerRow), simulatedProperties: results.map(({ simulated }) => simulated) }
}
