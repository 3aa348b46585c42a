import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { DB } from '../db/schema.ts'
import { toOfferRow } from '../features/offers/offers.repository.ts'
import { toReportRow } from '../features/properties/projections/report-row.ts'
import { loadProperty } from '../features/properties/read/property.read-model.ts'
import { toStepRow } from '../features/properties/write/steps.repository.ts'
import { demoCompany, demoFirms } from './company.ts'
import { demoProperties } from './demo-properties.ts'
import type { SimulatedProperty } from './simulated-property.ts'

/** Rows per statement: PostgreSQL accepts at most 65,535 parameters. */
const chunkRows = 800

export async function insertAll<T extends keyof DB>(db: Db, table: T, rows: readonly Insertable<DB[T]>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkRows)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + chunkRows))
      .execute()
}

export const idsOf = ({ property }: SimulatedProperty) => ({ companyId: property.company_id, propertyId: property.id })

const offerRows = (life: SimulatedProperty) =>
  life.offers.map(({ history: _history, createdon, ...offer }) => toOfferRow(idsOf(life), offer, createdon))

const amountRows = ({ property, offers }: SimulatedProperty) =>
  offers.flatMap(({ _id, history }) =>
    history
      .toReversed()
      .map((entry, index) => ({ company_id: property.company_id, offer_id: _id, position: index + 1, ...entry })),
  )

const saleStartRows = ({ property, saleStart }: SimulatedProperty) =>
  saleStart
    ? [
        {
          company_id: property.company_id,
          property_id: property.id,
          offer_id: saleStart.offerId,
          timeline: JSON.stringify(saleStart.timeline),
        },
      ]
    : []

const fallOffRows = ({ fallOffs }: SimulatedProperty) => fallOffs.map((row) => ({ ...row, archive: JSON.stringify(row.archive) }))

const chainRows = ({ chain, property }: SimulatedProperty) =>
  chain.map((item, index) => ({
    ...item,
    // The database would generate a random id; the demo must be deterministic.
    id: `${property.id.slice(0, -2)}${String(index).padStart(2, '0')}`,
    company_id: property.company_id,
    property_id: property.id,
    position: index + 1,
  }))

const partyRows = ({ parties, property }: SimulatedProperty) =>
  parties.map(({ role, contact, poc }) => ({
    company_id: property.company_id,
    property_id: property.id,
    role,
    contact_id: contact._id,
    poc_id: poc._id,
  }))

/** Inserts the rows and events of properties, without the derived rows. */
export async function insertProperties(db: Db, lives: readonly SimulatedProperty[]): Promise<void> {
  await insertAll(
    db,
    'property',
    lives.map((life) => life.property),
  )
  await insertAll(
    db,
    'property_step',
    lives.flatMap((life) => life.timeline.map((step) => toStepRow(life.property.company_id, life.property.id, step))),
  )
  await insertAll(
    db,
    'asking_price',
    lives.flatMap((life) => life.askingPrices),
  )
  await insertAll(db, 'offer', lives.flatMap(offerRows))
  await insertAll(db, 'offer_amount', lives.flatMap(amountRows))
  await insertAll(db, 'sale_start', lives.flatMap(saleStartRows))
  await insertAll(
    db,
    'viewing',
    lives.flatMap((life) => life.viewings),
  )
  await insertAll(
    db,
    'relaunch',
    lives.flatMap((life) => life.relaunches),
  )
  await insertAll(
    db,
    'note',
    lives.flatMap((life) => life.notes),
  )
  await insertAll(db, 'fall_off', lives.flatMap(fallOffRows))
  await insertAll(db, 'chain_item', lives.flatMap(chainRows))
  await insertAll(db, 'property_contact', lives.flatMap(partyRows))
  await insertAll(
    db,
    'event',
    lives.flatMap((life) => life.events),
  )
}

/** Inserts the demo company as of this time. All users have the same password. */
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
  // Without statistics on the new rows every read would be a sequential scan.
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
  // After the days, because events keep the fee of their day.
  await sql`insert into property_happening select * from property_happening_derived`.execute(db)
}
