import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../db/pool.ts'
import { phaseNow } from './assign-sales.ts'
import { type BranchName, type DemoCompany, newPerson, staffNamed } from './company.ts'
import { insertAll } from './insert-all.ts'
import { seededIds, seededRandom } from './seeded-random.ts'
import { assignSince, type SimulatedProperty } from './simulated-property.ts'
import { addEvent, afterAssignment } from './staff-day.ts'
import { momentAt } from './workdays.ts'

const areas: Readonly<Record<'North' | 'South', readonly BranchName[]>> = {
  North: ['Tilehurst', 'Reading'],
  South: ['Southcote'],
}

/**
 * "`manager@demo.example` (area North), `progressor@demo.example` (all branches), `reader@demo.example`."
 * [trust §9](docs/design/trust.md#9).
 */
const people = [
  { first: 'Leonora', last: 'Ashcombe', type: 'AREA_MANAGER', email: 'manager@demo.example', area: 'North' },
  { first: 'Barnabas', last: 'Wickersley', type: 'PROGRESSOR', email: 'progressor@demo.example', allBranches: true },
  { first: 'Cordelia', last: 'Penrose', type: 'READER', email: 'reader@demo.example', branch: 'Tilehurst' },
] as const

/** Ids and people are the same on every start. */
function describeAreas({ company: { createdon } }: DemoCompany) {
  const random = seededRandom('areas')
  const newId = seededIds(random)
  const ids = { North: newId(createdon), South: newId(createdon) }
  const made = people.map((one) => ({ ...one, id: newId(createdon), card: newPerson(one.first, one.last, random, one.email) }))
  return { ids, made }
}

/** Sales that the progressor of all branches handles. */
const salesOfProgressor: Readonly<Partial<Record<BranchName, number>>> = { Reading: 6, Southcote: 4 }

/** Assigns sold sales of two branches to the progressor. Call it before the properties are inserted. */
export function assignProgressorSales(demo: DemoCompany, sales: readonly SimulatedProperty[], present: CurrentTime): void {
  const to = describeAreas(demo).made.find(({ type }) => type === 'PROGRESSOR')
  const admin = staffNamed(demo, 'company@demo.example')
  const day = addDays(present.today, -40)
  const { now } = momentAt(day, 10 * 60, present)
  for (const [name, count] of Object.entries(salesOfProgressor) as [BranchName, number][]) {
    const sold = sales.filter((one) => one.property.branch_id === demo.branches[name].id && phaseNow(one) === 'sold')
    for (const simulated of sold.slice(0, count)) {
      const from = simulated.property.b_staff ?? null
      const fromRow = demo.staff.find(({ id }) => id === from)?.row
      const names = { fromName: fromRow ? `${fromRow.first_name} ${fromRow.last_name}` : null, toName: to?.card.name ?? null }
      const at = afterAssignment(simulated, now)
      addEvent(simulated, at, admin.id, { kind: 'progressor-assigned', data: { from, to: to?.id ?? null, ...names } })
      assignSince(simulated, londonDay(at), to?.id ?? null)
    }
  }
}

/** Areas of the company, and people who reach more than one branch. */
export async function insertAreas(db: Db, demo: DemoCompany, present: CurrentTime, passwordHash: string): Promise<void> {
  const { company, branches } = demo
  const { ids, made } = describeAreas(demo)
  const { id: companyId, createdon } = company
  const names = Object.keys(areas) as (keyof typeof areas)[]
  await insertAll(
    db,
    'area',
    names.map((name) => ({ company_id: companyId, id: ids[name], name, createdon })),
  )
  for (const name of names)
    await db
      .updateTable('branch')
      .set({ area_id: ids[name] })
      .where('company_id', '=', companyId)
      .where(
        'id',
        'in',
        areas[name].map((branch) => branches[branch].id),
      )
      .execute()
  await insertAll(
    db,
    'app_user',
    made.map((one) => ({
      id: one.id,
      company_id: companyId,
      type: one.type,
      all_branches: 'allBranches' in one,
      first_name: one.first,
      last_name: one.last,
      email: one.email,
      tel: one.card.landline,
      password_hash: passwordHash,
      activated: true,
      email_verified: true,
      last_login: present.now,
      createdon,
    })),
  )
  await insertAll(
    db,
    'area_member',
    made.flatMap((one) => ('area' in one ? [{ company_id: companyId, area_id: ids[one.area], user_id: one.id }] : [])),
  )
  await insertAll(
    db,
    'branch_member',
    made.flatMap((one) =>
      'branch' in one ? [{ company_id: companyId, branch_id: branches[one.branch].id, user_id: one.id }] : [],
    ),
  )
}
