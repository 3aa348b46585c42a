import { addDays } from '@gya/domain/common/dates.ts'
import { feeDeductionFor } from '@gya/domain/features/management-info/fees.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AppUser } from '../db/schema.ts'
import { type BranchName, branchNames, type DemoCompany, type Person, randomPeople } from './company.ts'
import { type Home, homesOf } from './homes.ts'
import { linkPastSales } from './link-past-sales.ts'
import { pastSaleActions } from './past-sale-actions.ts'
import { type PastSale, planPastSale } from './plan-past-sale.ts'
import type { Scenario } from './scenario.ts'
import { seededIds, seededRandom } from './seeded-random.ts'
import { newSimulatedProperty, runActions, type SimulatedProperty } from './simulated-property.ts'
import { momentAt, workday } from './workdays.ts'

/**
 * Finished sales from which the forecast of the demo learns, simulated with the actions of users.
 * [forecast §12](docs/design/forecast.md#12), "Demo".
 */

export type PastSalesOptions = {
  count: number
  firstAgreedAgo: number
  lastAgreedAgo: number
  /** Sales that would still be open are kept and not linked in chains. Otherwise they are left out. */
  keepsOpen?: boolean
  /** Other sales. */
  seed?: string
}
export const thirtyMonths: PastSalesOptions = { count: 330, firstAgreedAgo: 920, lastAgreedAgo: 70 }

/** Homes that are not used by other properties of the demo. */
function homesFor(branch: BranchName, taken: ReadonlySet<string>, seed: string): Home[] {
  const homes = homesOf(branch, 10_000, seededRandom(`past homes ${branch}${seed}`))
  return homes.filter(({ address }) => !taken.has(address.line1))
}

export type PastSales = { owners: Insertable<AppUser>[]; simulatedProperties: SimulatedProperty[] }

/** A sale before its actions have run. */
export type PlannedSale = {
  scenario: Scenario
  sale: PastSale
  branch: BranchName
  ownerId: string
  started: string
  ownerEmail: string
}

/** `taken`: first address lines that the demo already uses. Returns the sales in the order of their acceptance. */
export function pastSales(
  company: DemoCompany,
  present: CurrentTime,
  taken: ReadonlySet<string>,
  options: PastSalesOptions = thirtyMonths,
): PastSales {
  const planned = planSales(company, present, taken, options)
  const linked = options.keepsOpen ? planned : linkPastSales(planned)
  return {
    owners: linked.map((one) => ownerRow(company, one)),
    simulatedProperties: linked.map((one) => simulate(company, one)),
  }
}

function planSales(
  company: DemoCompany,
  present: CurrentTime,
  taken: ReadonlySet<string>,
  { count, firstAgreedAgo, lastAgreedAgo, keepsOpen = false, seed = '' }: PastSalesOptions,
): PlannedSale[] {
  const random = seededRandom(`past sales${seed}`)
  const newId = seededIds(random)
  const persons = randomPeople(random, 2 * count)
  const homes = Object.fromEntries(branchNames.map((branch) => [branch, homesFor(branch, taken, seed)]))
  return Array.from({ length: count }, (_, index): PlannedSale | null => {
    const branch = branchNames[[0, 1, 0, 1, 2][index % 5] ?? 0] ?? 'Tilehurst'
    const drawn = homes[branch]?.pop()
    const [owner, buyer] = persons.slice(2 * index, 2 * index + 2)
    if (!drawn || !owner || !buyer) return null
    const own = seededRandom(`past sale ${index}${seed}`)
    // Three in ten are leasehold; flats alone would be fewer.
    const home: Home = { ...drawn, ownership: own.chance(0.3) ? 'leasehold' : 'freehold' }
    const agreedAgo = Math.round(firstAgreedAgo - ((firstAgreedAgo - lastAgreedAgo) * index) / count)
    const acceptedOn = workday(addDays(present.today, -agreedAgo))
    const sale = planPastSale(acceptedOn, branch, home.ownership === 'leasehold', own)
    if (!keepsOpen && (sale.fellOn ?? addDays(sale.exchangedOn, 30)) >= present.today) return null
    const team = company.staff.filter((one) => one.branches.includes(branch))
    const [negotiator, progressor] = [own.pick(team), own.pick(team.slice(1))]
    const started = momentAt(addDays(acceptedOn, -40), 600, present).now
    const [propertyId, ownerId] = [newId(started), newId(started)]
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
    return { scenario, sale, branch, ownerId, started, ownerEmail: emailOf(owner, `${index}${seed}`) }
  }).filter((one) => one !== null)
}

function simulate(
  { company, branches }: DemoCompany,
  { scenario, sale, branch, ownerId, started }: PlannedSale,
): SimulatedProperty {
  const { home, propertyId, present, random } = scenario
  const branchRow = branches[branch]
  const simulated = newSimulatedProperty(
    {
      company_id: company.id,
      id: propertyId,
      branch_id: branchRow.id,
      owner_id: ownerId,
      negotiator_id: scenario.negotiator,
      ...home.address,
      bedrooms: home.bedrooms,
      ownership: home.ownership,
      leasehold_pack_sent: home.ownership === 'leasehold' ? 'yes' : 'unknown',
      createdon: started,
      updatedon: started,
    },
    seededIds(random),
    feeDeductionFor(
      { useBranchDeduction: branchRow.use_branch_deduction ?? false, feeDeduction: branchRow.fee_deduction ?? null },
      company.fee_deduction ?? null,
    ),
  )
  runActions(simulated, pastSaleActions(scenario, sale), present)
  return simulated
}

const emailOf = ({ first, last }: Person, unique: string): string =>
  `${first}.${last}.${unique.replaceAll(' ', '.')}@letterbox.example`.toLowerCase()

const ownerRow = (
  { company }: DemoCompany,
  { scenario: { owner }, ownerId, started, ownerEmail }: PlannedSale,
): Insertable<AppUser> => ({
  id: ownerId,
  company_id: company.id,
  type: 'VENDOR',
  first_name: owner.first,
  last_name: owner.last,
  email: ownerEmail,
  tel: owner.mobile,
  activated: true,
  email_verified: true,
  createdon: started,
})
