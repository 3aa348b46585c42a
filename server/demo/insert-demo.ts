import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { insertStarterTemplates } from '../features/companies/insert-starter-templates.ts'
import { settleCustomers } from '../features/customer-checks/settle-customers.ts'
import { insertStarterReasons } from '../features/fall-offs/fall-off-reasons.repository.ts'
import { toReportRow } from '../features/properties/projections/report-row.ts'
import { type LoadedProperty, loadProperty } from '../features/properties/read/load-property.ts'
import { toOfferRow } from '../features/properties/write/offers.repository.ts'
import { toStepRow } from '../features/properties/write/steps.repository.ts'
import type { FileStore } from '../infra/files/file-store.ts'
import { assignSales } from './assign-sales.ts'
import { demoCompany, demoFirms, demoSignIns } from './company.ts'
import { demoApplications } from './demo-applications.ts'
import { assignProgressorSales, insertAreas } from './demo-areas.ts'
import { demoAudit } from './demo-audit.ts'
import { insertChecks } from './demo-checks.ts'
import { demoFeeds } from './demo-feeds.ts'
import { insertGates } from './demo-gates.ts'
import { demoKeys } from './demo-keys.ts'
import { insertPartyLinks } from './demo-party-links.ts'
import { demoProperties } from './demo-properties.ts'
import { demoTargets } from './demo-targets.ts'
import { demoTasks } from './demo-tasks.ts'
import { demoViews } from './demo-views.ts'
import { demoWeekMail } from './demo-week-mail.ts'
import { insertAll } from './insert-all.ts'
import { insertDay } from './insert-day.ts'
import { seededIds, seededRandom } from './seeded-random.ts'
import type { SimulatedProperty } from './simulated-property.ts'

export const idsOf = ({ property }: SimulatedProperty) => ({ companyId: property.company_id, propertyId: property.id })

const offerRows = (simulated: SimulatedProperty) =>
  simulated.offers.map(({ history: _history, createdon, ...offer }) => toOfferRow(idsOf(simulated), offer, createdon))

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
export async function insertProperties(db: Db, simulatedProperties: readonly SimulatedProperty[]): Promise<void> {
  await insertAll(
    db,
    'property',
    simulatedProperties.map((simulated) => simulated.property),
  )
  await insertAll(
    db,
    'property_step',
    simulatedProperties.flatMap((simulated) =>
      simulated.timeline.map((step) => toStepRow(simulated.property.company_id, simulated.property.id, step)),
    ),
  )
  await insertAll(
    db,
    'asking_price',
    simulatedProperties.flatMap((simulated) => simulated.askingPrices),
  )
  await insertAll(db, 'offer', simulatedProperties.flatMap(offerRows))
  await insertAll(db, 'offer_amount', simulatedProperties.flatMap(amountRows))
  await insertAll(db, 'sale_start', simulatedProperties.flatMap(saleStartRows))
  await insertAll(
    db,
    'viewing',
    simulatedProperties.flatMap((simulated) => simulated.viewings),
  )
  await insertAll(
    db,
    'relaunch',
    simulatedProperties.flatMap((simulated) => simulated.relaunches),
  )
  await insertAll(
    db,
    'note',
    simulatedProperties.flatMap((simulated) => simulated.notes),
  )
  const companyIds = new Set(simulatedProperties.map(({ property }) => property.company_id))
  for (const companyId of companyIds) await insertStarterReasons(db, companyId)
  await insertAll(db, 'fall_off', simulatedProperties.flatMap(fallOffRows))
  await insertAll(db, 'chain_item', simulatedProperties.flatMap(chainRows))
  await insertAll(db, 'property_contact', simulatedProperties.flatMap(partyRows))
  await insertAll(
    db,
    'event',
    simulatedProperties.flatMap((simulated) => simulated.events),
  )
}

type ReportRow = ReturnType<typeof toReportRow>

/** Tasks of the staff sign-in. */
function demoTasksOf({ company, staff }: ReturnType<typeof demoCompany>, reports: readonly ReportRow[], present: CurrentTime) {
  const user = staff.find(({ row }) => row.email === demoSignIns[3].email)
  if (!user) throw new Error('The demo has no member of staff.')
  const sales = reports.filter(({ phase, b_staff }) => phase === 'sold' && b_staff === user.id)
  return demoTasks({ companyId: company.id, userId: user.id }, sales, present)
}

/** Saved views of the staff sign-in, and one that the administrator of their branch shares. */
function demoViewsOf({ company, staff, branchMembers, branches }: ReturnType<typeof demoCompany>, present: CurrentTime) {
  const idOf = (email: string) => staff.find(({ row }) => row.email === email)?.id ?? ''
  const [staffId, adminId] = [idOf(demoSignIns[3].email), idOf(demoSignIns[2].email)]
  const branchId = branchMembers.find(({ user_id }) => user_id === staffId)?.branch_id ?? ''
  const branchName = Object.values(branches).find(({ id }) => id === branchId)?.name ?? ''
  return demoViews({ companyId: company.id, branchId, branchName, staffId, adminId }, present)
}

/** Inserts the demo company as of this time. All users have the same password. */
export async function insertDemo(
  db: Db,
  present: CurrentTime,
  { passwordHash, files, publicUrl }: { passwordHash: string; files: FileStore | null; publicUrl: string },
): Promise<void> {
  const demo = demoCompany(present)
  const { owners, simulatedProperties } = demoProperties(demo, present)
  assignSales(demo, simulatedProperties, present)
  assignProgressorSales(demo, simulatedProperties, present)
  await insertAll(db, 'company', [demo.company])
  await insertAll(db, 'branch', Object.values(demo.branches))
  const newTemplateId = seededIds(seededRandom('demo message templates'))
  const { createdon } = demo.company
  await insertStarterTemplates(db, demo.company.id, { now: createdon, newId: () => newTemplateId(createdon) })
  const accounts = [...demo.staff.map(({ row }) => row), ...owners]
  await insertAll(
    db,
    'app_user',
    accounts.map((row) => ({ ...row, password_hash: passwordHash })),
  )
  await insertAll(db, 'branch_member', demo.branchMembers)
  await insertAreas(db, demo, present, passwordHash)
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
  await insertProperties(db, simulatedProperties)
  // Without statistics on the new rows, every read would be a sequential scan.
  await sql`analyze app_user, property, property_step, asking_price, offer, offer_amount, viewing, relaunch, fall_off, company_contact, company_contact_poc, property_contact`.execute(
    db,
  )
  await insertChecks(db, demo, { owners, simulatedProperties }, { present, files })
  const properties: LoadedProperty[] = []
  for (const simulated of simulatedProperties) properties.push(await loadProperty(db, idsOf(simulated), present.today))
  await settleCustomers(
    properties.map((property, index) => {
      const on = simulatedProperties[index]?.property.withdrawn_on
      const events = on ? [{ kind: 'withdrawn' as const, data: { on } }] : []
      return { property, isDeleted: false, events, db, today: present.today }
    }),
  )
  const reports = properties.map((property) => toReportRow(property))
  await insertAll(db, 'property_report', reports)
  await insertAll(
    db,
    'property_day',
    simulatedProperties.flatMap((simulated) => simulated.days),
  )
  const tasks = demoTasksOf(demo, reports, present)
  await insertAll(db, 'task', tasks.tasks)
  await insertAll(db, 'event', tasks.events)
  const views = demoViewsOf(demo, present)
  await insertAll(db, 'saved_view', views.views)
  await insertAll(db, 'event', views.events)
  const idOf = (email: string) => demo.staff.find(({ row }) => row.email === email)?.id ?? ''
  await insertAll(db, 'target', demoTargets(demo, present))
  const [setter, ...readers] = ['branch@demo.example', 'staff@demo.example'].map(idOf)
  if (setter) await insertAll(db, 'week_mail', [demoWeekMail(demo, { setter, recipients: [setter, ...readers] }, present)])
  const apiKeys = demoKeys({ companyId: demo.company.id, adminId: idOf(demoSignIns[1].email) }, present)
  await insertAll(db, 'api_key', apiKeys.keys)
  await insertAll(db, 'event', apiKeys.events)
  const ids = { companyId: demo.company.id, adminId: idOf(demoSignIns[1].email), staffId: idOf(demoSignIns[3].email) }
  const applications = demoApplications(ids, present)
  await insertAll(db, 'connected_app', applications.apps)
  await insertAll(db, 'app_grant', applications.grants)
  // After the days, because events store the fee of their day.
  await sql`insert into property_happening select * from property_happening_derived`.execute(db)
  // A job folds the earlier days from the record.
  await sql`select keep_sale_days(company_id, array_agg(property_id), ${present.today}) from offer where state = 'A' group by company_id`.execute(
    db,
  )
  await sql`update company set forecast_known_since = ${present.today} where id = ${demo.company.id}`.execute(db)
  await insertAll(db, 'sale_fold', [{ company_id: demo.company.id }])
  await insertAll(db, 'calendar_feed', demoFeeds({ companyId: demo.company.id, staffId: idOf(demoSignIns[3].email) }, present))
  const team = { administratorId: idOf(demoSignIns[1].email), progressorId: idOf(demoSignIns[3].email) }
  await insertGates(db, { companyId: demo.company.id, ...team }, simulatedProperties, present)
  await insertAll(
    db,
    'audit',
    demoAudit(
      demo.company.id,
      demo.staff.filter(({ row }) => row.company_id !== null).map(({ id, row }) => ({ id, type: row.type })),
      present,
    ),
  )
  // For reads of links and proposals.
  await sql`analyze`.execute(db)
  const linksOf = { companyId: demo.company.id, staffId: team.progressorId, files, publicUrl }
  await insertPartyLinks(db, linksOf, properties, present)
  // An accepted proposal has changed a sale.
  const current: LoadedProperty[] = []
  for (const simulated of simulatedProperties) current.push(await loadProperty(db, idsOf(simulated), present.today))
  await insertDay(db, demo, { properties: current, tasks: tasks.tasks, files }, present)
}
