import { addDays, type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { feeDeductionFor } from '@gya/domain/features/management-info/management-info.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AppUser } from '../db/schema.ts'
import { assignProgressor, saveSteps, setFields, withdraw } from './actions.ts'
import { type BranchName, branchNames, chooseContacts, type DemoCompany, randomPeople } from './company.ts'
import { chooseLender } from './demo-lenders.ts'
import { expectDays } from './expected-days.ts'
import { type Home, homesOf } from './homes.ts'
import { instructionActions, launchActions } from './marketing.ts'
import { changeOffer, makeOffer, performFallOff, sendMemo } from './offer-actions.ts'
import { type PastSale, planPastSale, workedDay } from './plan-past-sale.ts'
import { acceptedTerms } from './sale.ts'
import { byNegotiator, byProgressor, type Scenario } from './scenario.ts'
import { seededIds, seededRandom } from './seeded-random.ts'
import { newSimulatedProperty, runActions, type ScheduledAction, type SimulatedProperty } from './simulated-property.ts'
import { momentAt, workday } from './workdays.ts'

/** Finished sales, from which the forecast of the demo learns, told by what people would have done. Forecast design, section 12, "Demo". */

export type SalesToTell = {
  /** Those that would still be open are left out, if not `keepsOpen`. */
  count: number
  firstAgreedAgo: number
  lastAgreedAgo: number
  keepsOpen?: boolean
  /** Other sales. */
  seed?: string
}
export const thirtyMonths: SalesToTell = { count: 330, firstAgreedAgo: 920, lastAgreedAgo: 70 }
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
  { acceptedOn, exchangedOn, fellOn }: PastSale,
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

function saleActions(scenario: Scenario, sale: PastSale): ScheduledAction[] {
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
    ...(sale.lender ? [byProgressor(scenario, accepted - 3, chooseLender(sale.lender.name))] : []),
    byProgressor(scenario, accepted - 4, saveSteps([{ key: stepKeys.NotHavingSurvey, state: 'C' }])),
    ...typedDays(scenario, sale, agoOf),
    ...steps,
    ...(sale.fellOn === null ? exchangeActions(scenario, sale, agoOf) : fallActions(scenario, agoOf(sale.fellOn))),
  ]
}

function exchangeActions(scenario: Scenario, { exchangedOn }: PastSale, agoOf: (day: DateOnly) => number): ScheduledAction[] {
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
function homesFor(branch: BranchName, taken: ReadonlySet<string>, seed: string): Home[] {
  const homes = homesOf(branch, 10_000, seededRandom(`past homes ${branch}${seed}`))
  return homes.filter(({ address }) => !taken.has(address.line1))
}

export type PastSales = { owners: Insertable<AppUser>[]; simulatedProperties: SimulatedProperty[] }

/** `taken`: first lines of the addresses that the demo has. In the order of their acceptance. */
export function pastSales(
  company: DemoCompany,
  present: CurrentTime,
  taken: ReadonlySet<string>,
  { count, firstAgreedAgo, lastAgreedAgo, keepsOpen = false, seed = '' }: SalesToTell = thirtyMonths,
): PastSales {
  const random = seededRandom(`past sales${seed}`)
  const newId = seededIds(random)
  const persons = randomPeople(random, 2 * count)
  const homes = Object.fromEntries(branchNames.map((branch) => [branch, homesFor(branch, taken, seed)]))
  const results = Array.from({ length: count }, (_, index) => {
    const branch = branchNames[[0, 1, 0, 1, 2][index % 5] ?? 0] ?? 'Tilehurst'
    const drawn = homes[branch]?.pop()
    const [owner, buyer] = persons.slice(2 * index, 2 * index + 2)
    if (!drawn || !owner || !buyer) return null
    const own = seededRandom(`past sale ${index}${seed}`)
    // Three in ten are leasehold: flats alone would be fewer.
    const home: Home = { ...drawn, ownership: own.chance(0.3) ? 'leasehold' : 'freehold' }
    const agreedAgo = Math.round(firstAgreedAgo - ((firstAgreedAgo - lastAgreedAgo) * index) / count)
    const acceptedOn = workday(addDays(present.today, -agreedAgo))
    const sale = planPastSale(acceptedOn, branch, home.ownership === 'leasehold', own)
    if (!keepsOpen && (sale.fellOn ?? addDays(sale.exchangedOn, 30)) >= present.today) return null
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
      chainSeed: `past ${index}${seed}`,
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
      email: `${owner.first}.${owner.last}.${index}${seed.replaceAll(' ', '.')}@letterbox.example`.toLowerCase(),
      tel: owner.mobile,
      activated: true,
      email_verified: true,
      createdon: started,
    }
    return { simulated, ownerRow }
  }).filter((one) => one !== null)
  return { owners: results.map(({ ownerRow }) => ownerRow), simulatedProperties: results.map(({ simulated }) => simulated) }
}
