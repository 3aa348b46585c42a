import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { loadProperty } from '../features/properties/property.read-model.ts'
import { toReportRow } from '../features/report/report-row.repository.ts'
import { demoCompany } from './company.ts'
import { demoProperties } from './demo-properties.ts'
import { demoFirms } from './firms.ts'
import { idsOf, insertAll, insertProperties } from './insert-lives.ts'

/** Writes the demo company as it stands at this moment. Everybody in it has the same password. */
export async function insertDemo(db: Db, present: CurrentTime, passwordHash: string): Promise<void> {
  const demo = demoCompany(present)
  const { owners, lives } = demoProperties(demo, present)
  await insertAll(db, 'company', [demo.company])
  await insertAll(db, 'branch', Object.values(demo.branches))
  const accounts = [...demo.staff.map(({ row }) => row), ...owners]
  await insertAll(
    db,
    'app_user',
    accounts.map((row) => ({ ...row, password_hash: passwordHash })),
  )
  await insertAll(db, 'branch_member', demo.branchMembers)
  const firms = demoFirms(present)
  const ofCompany = { company_id: demo.company.id }
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
  await insertProperties(db, lives)
  // Without figures about what has just been written, every read would scan whole tables.
  await sql`analyze app_user, property, property_step, asking_price, offer, offer_amount, viewing, relaunch, fall_off, company_contact, company_contact_poc, property_contact`.execute(
    db,
  )
  const reports = []
  for (const life of lives) reports.push(toReportRow(await loadProperty(db, idsOf(life), present.today)))
  await insertAll(db, 'property_report', reports)
  await insertAll(
    db,
    'property_day',
    lives.flatMap((life) => life.days),
  )
  // After the days: what happened keeps the fee of its day.
  await sql`insert into property_happening select * from property_happening_derived`.execute(db)
}
