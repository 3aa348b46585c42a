import type { Address } from '@gya/domain/common/address.ts'
import { addDays } from '@gya/domain/common/dates.ts'
import type { ContactDetails } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import { type PartyRole, partyRoles } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AppUser, Branch, BranchMember, Company, CompanyContact, CompanyContactPoc } from '../db/schema.ts'
import { type SeededRandom, seededIds, seededRandom } from './seeded-random.ts'
import type { Action } from './simulated-property.ts'
import { momentAt } from './workdays.ts'

/** An invented person: e-mail under .example, telephone number from the ranges reserved for drama. */
export type Person = { first: string; last: string; name: string; email: string; mobile: string; landline: string }

const firstNames =
  'Abelard Agatha Alaric Albertine Ambrose Araminta Aubrey Augusta Balthazar Barnaby Beatrix Bertram Briony Calliope Caspian Cecily Clementine Cornelius Cosmo Cressida Dashiell Delphine Dorothea Ebenezer Elspeth Emmeline Evander Felicity Fenella Ferdinand Florian Georgiana Gideon Griselda Gulliver Hermione Horatio Imogen Inigo Isolde Jocasta Jolyon Lavinia Leander Leopold Linnet Lucasta Ludovic Lysander Marigold Merriweather Mortimer Nerissa Octavia Oberon Orlando Ottilie Perdita Peregrine Persis Phineas Portia Quentin Rafferty Rosalind Rupert Sabine Seraphina Septimus Sidony Tabitha Thaddeus Theodora Tiberius Ursula Valentine Verity Viola Wilhelmina Winifred Xanthe Zebedee'.split(
    ' ',
  )

const lastNames =
  'Applegarth Ashgrove Barleymow Beechcroft Bellweather Birdwhistle Blackthistle Brambleby Brightwater Bristlecone Broadmeadow Buttercross Candlewick Cloudsley Cobblestone Copperfinch Cottongrass Crumplehorn Dandridge Dewberry Dovetail Drizzlecombe Eiderdown Elderflower Fallowfield Feathersby Fernihough Fiddlewood Foxborough Gillyflower Goldfinch Gooseberry Hartsease Hawthornby Hazelmere Heatherstone Hollybush Honeychurch Inglenook Ivorywood Jessamine Kettlewell Kingcup Kittiwake Ladybower Larchmont Lavenderly Lillywhite Littlebrook Loosestrife Mallowfield Meadowsweet Merrivale Mistlethorpe Moonraker Mossgrove Nettlefold Nightjar Nutbrown Oakenshaw Oatfield Orchardson Oxlip Partridgeby Pebblecombe Pennyroyal Periwinkle Plumtree Primrose Puddifoot Quillon Ragwort Rainbird Ravenscar Roseberry Rowanby Ruddock Saddlecombe Saltmarsh Sallow Sandpiper Silverweed Skylark Snowdrop Sparrowhawk Starling Stonecrop Swallowfield Tansy Thimblethorpe Thistlewood Thornapple Tumbledown Violetta Wagtail Warblington Waterlily Weatherby Wheatear Whimbrel Wildgoose Willowherb Windlestraw Woodruff Yarrowby'.split(
    ' ',
  )

const digits = (random: SeededRandom): string => String(random.int(0, 999)).padStart(3, '0')

export function newPerson(first: string, last: string, random: SeededRandom, email?: string): Person {
  const address = email ?? `${first}.${last}@${random.pick(['post', 'letterbox', 'pigeon', 'inkwell'])}.example`.toLowerCase()
  return {
    first,
    last,
    name: `${first} ${last}`,
    email: address,
    mobile: `07700 900${digits(random)}`,
    landline: `0118 496 0${digits(random)}`,
  }
}

/** Names may repeat, as in a town of this size. */
export const randomPerson = (random: SeededRandom): Person => newPerson(random.pick(firstNames), random.pick(lastNames), random)

/** People with distinct names. */
export function randomPeople(random: SeededRandom, count: number): Person[] {
  const byName = new Map<string, Person>()
  while (byName.size < count) {
    const one = randomPerson(random)
    if (!byName.has(one.name)) byName.set(one.name, one)
  }
  return [...byName.values()]
}

const member = (first: string, last: string, type: string, branches: readonly BranchName[], signIn?: string) => ({
  first,
  last,
  type,
  branches,
  signIn,
})

export const branchNames = ['Tilehurst', 'Reading', 'Southcote'] as const
export type BranchName = (typeof branchNames)[number]

const members = [
  member('Ottoline', 'Farthingale', 'COMPANY_ADMIN', [], 'company@demo.example'),
  member('Casimir', 'Dunmallow', 'COMPANY_ADMIN', []),
  member('Marnie', 'Quillfeather', 'BRANCH_ADMIN', ['Tilehurst'], 'branch@demo.example'),
  member('Osric', 'Penhaligon', 'BRANCH_ADMIN', ['Reading']),
  member('Philippa', 'Wrenfield', 'BRANCH_ADMIN', ['Southcote']),
  member('Tamsin', 'Larkspur', 'BRANCH_STAFF', ['Tilehurst'], 'staff@demo.example'),
  member('Digby', 'Underhay', 'BRANCH_STAFF', ['Tilehurst']),
  member('Rosamund', 'Tickell', 'BRANCH_STAFF', ['Tilehurst', 'Reading']),
  member('Ignatius', 'Bellwether', 'BRANCH_STAFF', ['Reading']),
  member('Clemency', 'Hawksworth', 'BRANCH_STAFF', ['Reading']),
  member('Fitzroy', 'Maplethorpe', 'BRANCH_STAFF', ['Southcote']),
  member('Henrietta', 'Sorrel', 'BRANCH_STAFF', ['Southcote']),
]

const platformAdmin = member('Lettice', 'Gadsby', 'GYA_ADMIN', [], 'platform@demo.example')

const offices: Record<BranchName, { address: Pick<Address, 'line1' | 'line2' | 'postcode'>; tel: string }> = {
  Tilehurst: { address: { line1: 'The Lark Rooms', line2: 'Norcot Road', postcode: 'RG30 6LK' }, tel: '0118 496 0110' },
  Reading: { address: { line1: 'The Weaver Rooms', line2: 'Oxford Road', postcode: 'RG30 1WK' }, tel: '0118 496 0120' },
  Southcote: { address: { line1: 'The Heron Rooms', line2: 'Southcote Lane', postcode: 'RG30 3HK' }, tel: '0118 496 0130' },
}

const reading = { town: 'Reading', county: 'Berkshire', country: 'United Kingdom' }

type Staff = { id: string; type: string; branches: readonly BranchName[]; row: Insertable<AppUser> }
export type DemoCompany = {
  company: Insertable<Company> & { id: string }
  branches: Record<BranchName, Insertable<Branch> & { id: string }>
  staff: readonly Staff[]
  branchMembers: readonly Insertable<BranchMember>[]
}

const staffRow = (
  one: (typeof members)[number],
  id: string,
  companyId: string,
  random: SeededRandom,
  createdon: string,
  seen: string,
) => {
  const { email, landline } = newPerson(
    one.first,
    one.last,
    random,
    one.signIn ?? `${one.first}.${one.last}@larkmead.example`.toLowerCase(),
  )
  return {
    id,
    company_id: one.type === 'GYA_ADMIN' ? null : companyId,
    type: one.type,
    first_name: one.first,
    last_name: one.last,
    email,
    tel: landline,
    activated: true,
    email_verified: true,
    last_login: seen,
    // Users who progress sales start with Today; all others were never asked.
    starts_with: one.signIn !== undefined && one.type.startsWith('BRANCH_') ? 'today' : null,
    createdon,
  }
}

/** Larkmead, its three branches, twelve members, and the platform admin. Created before any other event. */
export function demoCompany(present: CurrentTime): DemoCompany {
  const opened = momentAt(addDays(present.today, -1000), 10 * 60, present).now
  const random = seededRandom('larkmead')
  const newId = seededIds(random)
  const id = newId(opened)
  const template = JSON.stringify(productTemplate)
  const company = {
    id,
    name: 'Larkmead',
    tel: '0118 496 0100',
    available_licenses: 15,
    line1: 'Larkmead House',
    line2: 'Norcot Road',
    postcode: 'RG30 6LM',
    ...reading,
    fee_deduction: 1000,
    notice_period_in_days: 14,
    brand_colour: '#1b2b4b',
    timeline: template,
    createdon: opened,
  }
  const branch = (name: BranchName) => ({
    company_id: id,
    id: newId(opened),
    name: name === 'Reading' ? 'Reading (Oxford Road)' : name,
    email: `${name.toLowerCase()}@larkmead.example`,
    tel: offices[name].tel,
    display_text: `Larkmead ${name}: open Monday to Saturday, 9 to 6.`,
    ...offices[name].address,
    ...reading,
    use_branch_deduction: name === 'Southcote',
    fee_deduction: name === 'Southcote' ? 500 : null,
    timeline_template: template,
    createdon: opened,
  })
  const branches = { Tilehurst: branch('Tilehurst'), Reading: branch('Reading'), Southcote: branch('Southcote') }
  const staff = [platformAdmin, ...members].map((one, index) => {
    const userId = newId(opened)
    const lastSeen = momentAt(addDays(present.today, -(index % 3)), 9 * 60 + 23 * index, present).now
    return { id: userId, type: one.type, branches: one.branches, row: staffRow(one, userId, id, random, opened, lastSeen) }
  })
  const branchMembers = staff.flatMap((one) =>
    one.branches.map((name) => ({ company_id: id, branch_id: branches[name].id, user_id: one.id })),
  )
  return { company, branches, staff, branchMembers }
}

/** A member by e-mail address. */
export const staffNamed = ({ staff }: DemoCompany, email: string) => {
  const found = staff.find(({ row }) => row.email === email)
  if (!found) throw new Error(`The demo has no ${email}.`)
  return { id: found.id, name: `${found.row.first_name} ${found.row.last_name}` }
}

type Firm = {
  acts: 'Solicitor' | 'Broker'
  row: Omit<Insertable<CompanyContact>, 'company_id'> & { id: string }
  pocs: readonly (Omit<Insertable<CompanyContactPoc>, 'company_id'> & { id: string })[]
}

/** Invented buildings; no real postcode ends in any of the letters C, I, K, M, O and V. */
const firmNames: readonly [acts: Firm['acts'], name: string, domain: string, line1: string, line2: string, postcode: string][] = [
  ['Solicitor', 'Puddifoot & Thrale', 'puddifoot', 'Quillpen House', 'Inkwell Court', 'RG1 1KO'],
  ['Solicitor', 'Nettlefold Conveyancing', 'nettlefold', 'The Nettle Rooms', 'Thimble Yard', 'RG1 3VC'],
  ['Solicitor', 'Inglenook Law', 'inglenook', 'Inglenook Chambers', 'Ember Row', 'RG1 7MI'],
  ['Solicitor', 'Quillon Partners', 'quillon', 'Quillon Hall', 'Scabbard Lane', 'RG30 1OK'],
  ['Solicitor', 'Heatherstone Legal', 'heatherstone', 'Heatherstone Lodge', 'Moorcock Mews', 'RG31 4CM'],
  ['Broker', 'Kingcup Mortgages', 'kingcup', 'The Kingcup Rooms', 'Marigold Yard', 'RG1 2IV'],
  ['Broker', 'Whimbrel Finance', 'whimbrel', 'Whimbrel House', 'Curlew Court', 'RG2 0KM'],
  ['Broker', 'Oatfield Home Loans', 'oatfield', 'Oatfield Barn', 'Haywain Row', 'RG30 3VO'],
]

/** Solicitors and mortgage brokers, each with points of contact. */
export function demoFirms(present: CurrentTime): Firm[] {
  const random = seededRandom('firms')
  const newId = seededIds(random)
  const createdon = momentAt(addDays(present.today, -999), 10 * 60, present).now
  return firmNames.map(([acts, name, domain, line1, line2, postcode], index) => {
    const id = newId(createdon)
    const made = { createdon, updatedon: createdon }
    const tel = `0118 496 02${String(index).padStart(2, '0')}`
    const address = { line1, line2, town: 'Reading', county: 'Berkshire', country: 'United Kingdom', postcode }
    const type = acts === 'Solicitor' ? 'solicitor' : 'broker'
    return {
      acts,
      row: { id, name, email: `office@${domain}.example`, tel, ...address, type, recommended: index % 3 === 0, ...made },
      pocs: randomPeople(random, 2 + (index % 2)).map((one) => ({
        id: newId(createdon),
        contact_id: id,
        name: one.name,
        email: `${one.first}.${one.last}@${domain}.example`.toLowerCase(),
        tel: one.mobile,
        ...made,
      })),
    }
  })
}

const contactDetails = ({ id, name, email = '', tel = '' }: Firm['row'] | Firm['pocs'][number]): ContactDetails => ({
  _id: id,
  name,
  email,
  tel,
})

/** Like `PATCH …/contacts`, for roles that are still empty. `named`: firms that are not chosen at random. */
export const chooseContacts =
  (present: CurrentTime, which: readonly PartyRole[], named: Partial<Record<PartyRole, string>> = {}): Action =>
  (simulated) => {
    const random = seededRandom(`contacts ${simulated.property.id} ${which.join()}`)
    const firms = demoFirms(present)
    const open = which.filter((role) => simulated.parties.every((party) => party.role !== role))
    const chosen = open.map((role) => {
      const firm =
        firms.find(({ row }) => row.name === named[role]) ?? random.pick(firms.filter(({ acts }) => role.endsWith(acts)))
      simulated.parties.push({ role, contact: contactDetails(firm.row), poc: contactDetails(random.pick(firm.pocs)) })
      const { side, part } = partyRoles[role]
      return { side, part: side === 'vendor' ? part : `buyerDetails.${part}`, name: firm.row.name }
    })
    if (chosen.length === 0) return []
    const eventFields = (value: (name: string) => string | null) =>
      Object.fromEntries(chosen.map(({ part, name }) => [part, value(name)]))
    const data = {
      fields: chosen.map(({ part }) => part),
      sides: [...new Set(chosen.map(({ side }) => side))],
      before: eventFields(() => null),
      after: eventFields((name) => name),
    }
    return [{ kind: 'contacts-saved', data }]
  }

/** Company admin of the second company, which has few sales yet. */
export const youngSignIn = { email: 'young@demo.example', role: 'Company Admin of a company with few sales' } as const

/** One sign-in per role; used in demo databases only. */
export const demoPassword = 'Demo-Password-2026'

export const demoSignIns = [
  { email: 'platform@demo.example', role: 'GYA Admin' },
  { email: 'company@demo.example', role: 'Company Admin' },
  { email: 'branch@demo.example', role: 'Branch Admin' },
  { email: 'staff@demo.example', role: 'Branch Staff' },
  { email: 'vendor@demo.example', role: 'Vendor' },
  { email: 'manager@demo.example', role: 'Area Manager' },
  { email: 'progressor@demo.example', role: 'Progressor' },
  { email: 'reader@demo.example', role: 'Reader' },
] as const
