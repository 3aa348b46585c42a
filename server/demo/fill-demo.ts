import { productTemplate } from '@gya/domain/features/timeline/templates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import type { Clock } from '../platform/ids.ts'
import { hashPassword } from '../platform/secrets.ts'
import { demoPassword, demoSignIns } from './sign-ins.ts'

const lockKey = 4_729_002

/**
 * Fills an empty database (one without any account) with the demo company, in one transaction and under an advisory lock,
 * so that of several processes that start at once one fills and the others wait. True when the database is a demo
 * database, filled now or before; false, with nothing written, when it holds other data.
 */
export async function fillDemo(database: Database, clock: Clock, say: (line: string) => void): Promise<boolean> {
  return database.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
    if (await isDemo(db)) return true
    const [anybody] = await db.selectFrom('app_user').select('id').limit(1).execute()
    if (anybody) return false
    say('Filling the database with the demo company.')
    await insertDemo(db, clock)
    return true
  })
}

const isDemo = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').where('email', '=', demoSignIns[0].email).executeTakeFirst()) !== undefined

async function insertDemo(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  const timeline = JSON.stringify(productTemplate)
  const place = {
    line1: '1 School Road',
    town: 'Reading',
    county: 'Berkshire',
    postcode: 'RG30 6ZZ',
    tel: '0118 496 0100',
    createdon: now,
  }
  const companyId = clock.newId()
  const branchId = clock.newId()
  await db
    .insertInto('company')
    .values({ id: companyId, name: 'Larkmead', available_licenses: 15, brand_colour: '#1b2b4b', timeline, ...place })
    .execute()
  await db
    .insertInto('branch')
    .values({ id: branchId, company_id: companyId, name: 'Tilehurst', timeline_template: timeline, ...place })
    .execute()
  const types = {
    'GYA Admin': 'GYA_ADMIN',
    'Company Admin': 'COMPANY_ADMIN',
    'Branch Admin': 'BRANCH_ADMIN',
    'Branch Staff': 'BRANCH_STAFF',
    Vendor: 'VENDOR',
  }
  const passwordHash = await hashPassword(demoPassword)
  const users = demoSignIns.map(({ email, role }) => ({
    id: clock.newId(),
    company_id: role === 'GYA Admin' ? null : companyId,
    type: types[role],
    first_name: role.split(' ')[0] ?? role,
    last_name: 'Quillfeather',
    email,
    password_hash: passwordHash,
    activated: true,
    email_verified: true,
    createdon: now,
  }))
  await db.insertInto('app_user').values(users).execute()
  const members = users.filter(({ type }) => type === 'BRANCH_ADMIN' || type === 'BRANCH_STAFF')
  await db
    .insertInto('branch_member')
    .values(members.map(({ id }) => ({ company_id: companyId, branch_id: branchId, user_id: id })))
    .execute()
}
