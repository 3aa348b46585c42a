import type { Address } from '@gya/domain/common/address.ts'
import { addDays } from '@gya/domain/common/dates.ts'
import { productTemplate } from '@gya/domain/features/timeline/templates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AppUser, Branch, BranchMember, Company } from '../db/schema.ts'
import { momentAt } from './demo-calendar.ts'
import { newPerson } from './people.ts'
import { type SeededRandom, seededIds, seededRandom } from './seeded.ts'

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
    createdon,
  }
}

/** Larkmead, its three branches, its twelve members and the platform's admin. It opened before anything else happened. */
export function demoCompany(present: CurrentTime): DemoCompany {
  const opened = momentAt(addDays(present.today, -400), 10 * 60, present).now
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
