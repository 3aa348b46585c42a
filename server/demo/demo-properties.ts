import { addDays } from '@gya/domain/common/dates.ts'
import { feeDeductionFor } from '@gya/domain/features/management-info/fees.ts'
import type { PartyRole } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AppUser } from '../db/schema.ts'
import { type BranchName, branchNames, chooseContacts, type DemoCompany, randomPeople } from './company.ts'
import { type Home, homesOf } from './homes.ts'
import { linkedPropertyPlans, propertyPlans } from './property-plans.ts'
import { inOneChain, type Scenario } from './scenario.ts'
import { seededIds, seededRandom } from './seeded-random.ts'
import { showcaseBuyer, showcaseHome, showcaseOwner } from './showcase-property.ts'
import { newSimulatedProperty, runActions, type ScheduledAction, type SimulatedProperty } from './simulated-property.ts'
import { momentAt } from './workdays.ts'

type Place = { branch: BranchName; home: Home }

/** Distributes the scenarios over the branches: two for Tilehurst and Reading each, one for Southcote. */
const turn: readonly BranchName[] = ['Tilehurst', 'Reading', 'Tilehurst', 'Reading', 'Southcote']

/** A home for each scenario; the showcase property comes first. */
function places(): Place[] {
  const random = seededRandom('places')
  const each = Math.ceil((2 * propertyPlans.length) / turn.length) + 1
  const drawn = Object.fromEntries(branchNames.map((branch) => [branch, homesOf(branch, each, random)]))
  return propertyPlans.map((_plot, index) => {
    const branch = turn[index % turn.length] ?? 'Tilehurst'
    const home = index === 0 ? showcaseHome : drawn[branch]?.pop()
    if (!home) throw new Error('There are too few homes for the demo.')
    return { branch, home }
  })
}

/** The people and data of each scenario, each from its own random sequence. */
function createScenarios(company: DemoCompany, present: CurrentTime): (Scenario & { branch: BranchName })[] {
  const random = seededRandom('createScenarios')
  const newId = seededIds(random)
  const persons = randomPeople(random, 3 * propertyPlans.length)
  const scenarioList = places().map(({ branch, home }, index): Scenario & { branch: BranchName } => {
    const team = company.staff.filter((one) => one.branches.includes(branch))
    const [owner, buyer, firstBuyer] =
      index === 0 ? [showcaseOwner, showcaseBuyer, showcaseBuyer] : persons.slice(3 * index, 3 * index + 3)
    if (!owner || !buyer || !firstBuyer) throw new Error('There are too few people for the demo.')
    const negotiator = random.pick(team).id
    const staff = team.find((one) => one.row.email === 'staff@demo.example')
    const progressor = index === 0 && staff ? staff : random.pick(team.slice(1))
    return {
      present,
      random: seededRandom(`property ${index}`),
      propertyId: newId(momentAt(addDays(present.today, -300), 600, present).now),
      home,
      branch,
      owner,
      buyer,
      firstBuyer,
      negotiator,
      progressor: progressor.id,
      progressorName: `${progressor.row.first_name} ${progressor.row.last_name}`,
      linked: [],
      chainSeed: `chain ${index}`,
    }
  })
  return scenarioList.map((scenario, index) => withNeighbours(scenario, index, scenarioList))
}

/** If the owner of one property buys another, they are its buyer, and both have the same chain. */
function withNeighbours<C extends Scenario>(scenario: C, index: number, scenarioList: readonly C[]): C {
  const plan = linkedPropertyPlans.find((indexes) => indexes.includes(index))
  const group = (plan ?? []).flatMap((one) => scenarioList[one] ?? [])
  return group.length > 1 ? (inOneChain(group)[group.indexOf(scenario)] ?? scenario) : { ...scenario, linked: [scenario] }
}

const ownerRow = (scenario: Scenario, id: string, company: DemoCompany, createdon: string): Insertable<AppUser> => {
  const { owner, random, present } = scenario
  const signedIn = owner === showcaseOwner || random.chance(0.6)
  return {
    id,
    company_id: company.company.id,
    type: 'VENDOR',
    first_name: owner.first,
    last_name: owner.last,
    email: owner.email,
    tel: owner.mobile,
    activated: true,
    email_verified: signedIn || random.chance(0.5),
    contact_by_push: signedIn && random.chance(0.5),
    last_login: signedIn
      ? latest(createdon, momentAt(addDays(present.today, -random.int(0, 20)), random.int(420, 1080), present).now)
      : null,
    createdon,
  }
}

const latest = (a: string, b: string): string => (a > b ? a : b)

/** Most vendors name a solicitor and a broker when the property is taken on. */
function instructed(
  { present, propertyId, negotiator }: Scenario,
  scenarioActions: readonly ScheduledAction[],
): ScheduledAction[] {
  const [first] = scenarioActions.toSorted((a, b) => a.on.localeCompare(b.on))
  const random = seededRandom(`instructed ${propertyId}`)
  if (!first || !random.chance(0.75)) return []
  const which: PartyRole[] = ['vendorSolicitor', ...(random.chance(0.8) ? (['vendorBroker'] as const) : [])]
  return [{ on: first.on, minute: 17 * 60 + 25, by: negotiator, action: chooseContacts(present, which) }]
}

const deductionOfBranch = ({ company, branches }: DemoCompany, name: BranchName): number => {
  const branch = branches[name]
  const own = { useBranchDeduction: branch.use_branch_deduction ?? false, feeDeduction: branch.fee_deduction ?? null }
  return feeDeductionFor(own, company.fee_deduction ?? null)
}

/** Made-up numbers: the top of the range of UPRNs, letters and digits that no register uses. Every fifth home has none. */
const demoIdentifiers = (index: number) =>
  index % 5 === 4 || index >= 900
    ? {}
    : {
        uprn: 999_999_999_001 + index,
        title_numbers: [`ZZ${990_001 + index}`],
        epc_number: `0000-0000-0000-0000-${String(1001 + index)}`,
        council_tax_band: 'BCDEF'[index % 6] ?? 'Not banded',
      }

/** The demo properties in their current state, and their owners. */
export function demoProperties(
  company: DemoCompany,
  present: CurrentTime,
): { owners: Insertable<AppUser>[]; simulatedProperties: SimulatedProperty[] } {
  const results = createScenarios(company, present).map((scenario, index) => {
    const { home, random } = scenario
    const newId = seededIds(random)
    const ownerId = newId(momentAt(addDays(present.today, -300), 601, present).now)
    const simulated = newSimulatedProperty(
      {
        company_id: company.company.id,
        id: scenario.propertyId,
        branch_id: company.branches[scenario.branch].id,
        owner_id: ownerId,
        negotiator_id: scenario.negotiator,
        ...home.address,
        bedrooms: home.bedrooms,
        ownership: home.ownership,
        leasehold_pack_sent: home.ownership === 'leasehold' ? random.pick(['yes', 'yes', 'no', 'unknown']) : 'unknown',
        ...demoIdentifiers(index),
        createdon: present.now,
        updatedon: present.now,
      },
      newId,
      deductionOfBranch(company, scenario.branch),
    )
    const scenarioActions = propertyPlans[index]?.(scenario) ?? []
    runActions(simulated, [...scenarioActions, ...instructed(scenario, scenarioActions)], present)
    return { simulated, owner: ownerRow(scenario, ownerId, company, simulated.property.createdon) }
  })
  return { owners: results.map(({ owner }) => owner), simulatedProperties: results.map(({ simulated }) => simulated) }
}
