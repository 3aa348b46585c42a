import { addDays } from '@gya/domain/common/dates.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../db/pool.ts'
import { insertStarterTemplates } from '../features/companies/insert-starter-templates.ts'
import type { Clock } from '../infra/clock.ts'
import { type DemoCompany, demoFirms, demoSignIns, youngSignIn } from './company.ts'
import { insertLenders, insertPastSales } from './fill-past-sales.ts'
import { insertAll } from './insert-all.ts'
import { type PastSales, pastSales } from './past-sales.ts'
import { seededIds, seededRandom } from './seeded-random.ts'
import { momentAt, momentOf } from './workdays.ts'

const name = 'Fernihough & Oxlip'

/**
 * "A second, young company with 12 finished sales shows the states with too little." [forecast §12](docs/design/forecast.md#12), "Demo".
 * Filled after the start, in one transaction. Does nothing if it exists.
 */
export async function fillYoungCompany({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const present = momentOf(clock.now())
  await database.db.transaction().execute(async (db) => {
    const admin = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('email', '=', demoSignIns[1].email)
      .forUpdate()
      .executeTakeFirst()
    const known = await db.selectFrom('app_user').select('id').where('email', '=', youngSignIn.email).executeTakeFirst()
    if (!admin || known) return
    await insertCompany(db, youngCompany(present), present, admin.password_hash)
  })
}

/** One branch, used for all branches of the demo's plans. */
function youngCompany(present: CurrentTime): DemoCompany {
  const opened = momentAt(addDays(present.today, -300), 10 * 60, present).now
  const newId = seededIds(seededRandom('young company'))
  const id = newId(opened)
  const place = {
    line1: '2 Dewberry Parade',
    line2: 'Wokingham Road',
    town: 'Reading',
    county: 'Berkshire',
    country: 'United Kingdom',
  }
  const template = JSON.stringify(productTemplate)
  const branch = {
    company_id: id,
    id: newId(opened),
    name: 'Earley',
    email: 'earley@fernihough.example',
    tel: '0118 496 0310',
    display_text: '',
    ...place,
    postcode: 'RG6 1KO',
    timeline_template: template,
    createdon: opened,
  }
  const people = [
    { first: 'Sabine', last: 'Fernihough', type: 'COMPANY_ADMIN', email: youngSignIn.email },
    { first: 'Jolyon', last: 'Oxlip', type: 'BRANCH_ADMIN', email: 'jolyon.oxlip@fernihough.example' },
    { first: 'Tabitha', last: 'Cloudsley', type: 'BRANCH_STAFF', email: 'tabitha.cloudsley@fernihough.example' },
  ]
  const staff = people.map(({ first, last, type, email }) => {
    const userId = newId(opened)
    const account = { id: userId, company_id: id, type, first_name: first, last_name: last, email, tel: '0118 496 0311' }
    const row = { ...account, activated: true, email_verified: true, last_login: present.now, createdon: opened }
    return { id: userId, type, branches: ['Tilehurst', 'Reading', 'Southcote'] as const, row }
  })
  return {
    company: {
      id,
      name,
      tel: '0118 496 0300',
      available_licenses: 2,
      ...place,
      postcode: 'RG6 1KO',
      timeline: template,
      createdon: opened,
    },
    branches: { Tilehurst: branch, Reading: branch, Southcote: branch },
    staff,
    branchMembers: staff
      .filter(({ type }) => type !== 'COMPANY_ADMIN')
      .map(({ id: userId }) => ({ company_id: id, branch_id: branch.id, user_id: userId })),
  }
}

/** Numbers of exchanged, fallen and open sales, the same on every day. */
const numbers = { exchanged: 12, fell: 4, open: 8 }

function chosenSales(young: DemoCompany, present: CurrentTime): PastSales {
  const options = { count: 60, firstAgreedAgo: 230, lastAgreedAgo: 3, keepsOpen: true, seed: ' of the young' }
  const { owners, simulatedProperties } = pastSales(young, present, new Set(), options)
  const left = { ...numbers }
  // Newest first: the sales of the last weeks are open.
  const chosen = simulatedProperties
    .map((simulated, index) => ({ simulated, owner: owners[index] }))
    .toReversed()
    .filter(({ simulated: { fallOffs, timeline } }) => {
      const isExchanged = timeline.some(({ key, state }) => key === stepKeys.Exchanged && state === 'C')
      const kind = fallOffs.length > 0 ? 'fell' : isExchanged ? 'exchanged' : 'open'
      return left[kind]-- > 0
    })
  return {
    owners: chosen.flatMap(({ owner }) => owner ?? []),
    simulatedProperties: chosen.map(({ simulated }) => simulated),
  }
}

async function insertCompany(db: Db, young: DemoCompany, present: CurrentTime, passwordHash: string | null): Promise<void> {
  const { company, branches, staff, branchMembers } = young
  const ofCompany = { company_id: company.id }
  await insertAll(db, 'company', [company])
  await insertAll(db, 'branch', [branches.Tilehurst])
  const newTemplateId = seededIds(seededRandom('young company’s templates'))
  const { createdon } = company
  await insertStarterTemplates(db, company.id, { now: createdon, newId: () => newTemplateId(createdon) })
  const sales = chosenSales(young, present)
  await insertAll(
    db,
    'app_user',
    [...staff.map(({ row }) => row), ...sales.owners].map((row) => ({ ...row, password_hash: passwordHash })),
  )
  await insertAll(db, 'branch_member', branchMembers)
  const firms = demoFirms(present)
  await insertAll(
    db,
    'company_contact',
    firms.map(({ row }) => ({ ...row, ...ofCompany })),
  )
  await insertAll(
    db,
    'company_contact_poc',
    firms.flatMap(({ pocs }) => pocs.map((poc) => ({ ...poc, ...ofCompany }))),
  )
  await insertLenders(db, company.id)
  await insertPastSales(db, { owners: [], simulatedProperties: sales.simulatedProperties }, present.today)
  await sql`update company set forecast_known_since = ${present.today} where id = ${company.id}`.execute(db)
  await insertAll(db, 'sale_fold', [{ company_id: company.id }])
}
