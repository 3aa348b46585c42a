import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { MarketChange } from '@gya/domain/features/sale-now/sentences.ts'
import { spokenFactsOf } from '@gya/domain/features/sale-now/spoken-facts.ts'
import { maxNewsMailsPerHour } from '@gya/domain/features/vendor-portal/vendor-news.rules.ts'
import { type StepChange, vendorNews, vendorPortalSale } from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { queueMailStatement } from '../../emails/outbox.ts'
import { vendorNewsEmail } from '../../emails/vendor-news.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated, inWindows } from '../../jobs/for-each-isolated.ts'
import { loadProperties } from '../properties/read/load-property.ts'
import { wantsNews } from './notify-vendor.ts'
import { isPassedStep, marketChange } from './passed-step.ts'

type JobContext = { database: Database; clock: Clock; publicUrl: string }

const salesPerWindow = 500

/**
 * "Changes of one sale in that time become one message; undone ones are left out; nothing left, nothing sent."
 * [day §4](docs/design/day.md#4). Each sale has a transaction of its own.
 */
export async function sendVendorNews(context: JobContext): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  await forEachIsolated(context, {
    job: 'send-vendor-news',
    items: inWindows<Due>(salesPerWindow, (after) => listDue(database.db, now, after)),
    idOf: ({ companyId, propertyId }) => ({ companyId, key: `${companyId} ${propertyId}` }),
    work: (due) => sendNewsOf(context, due),
  })
}

type Due = Ids & { sendAfter: Instant }

async function listDue(db: Db, now: Instant, after: Due | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select company_id as "companyId", property_id as "propertyId", to_json(send_after) #>> '{}' as "sendAfter" from vendor_news
    where send_after <= ${now}
      and (${after === null} or (send_after, company_id, property_id) > (${after?.sendAfter}::timestamptz, ${after?.companyId}::uuid, ${after?.propertyId}::uuid))
    order by send_after, company_id, property_id limit ${salesPerWindow}`.execute(db)
  return rows
}

type Ids = { companyId: string; propertyId: string }

/** The waiting row is removed and the e-mail is written in one transaction, so that a crash leaves both or neither. */
async function sendNewsOf({ database, clock, publicUrl }: JobContext, ids: Ids): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const now = clock.now()
    const since = await takeWaiting(db, ids, now)
    if (since === null) return
    const [property] = await loadProperties(db, ids.companyId, [ids.propertyId], londonDay(now))
    if (!property || !wantsNews(property)) return
    const { detail, timeline, sale, agencyContacts } = property
    const news = vendorNews(await listChanges(db, ids, since), await listMarketChanges(db, ids, since))
    if (news.length === 0) return
    const { standing, done, total } = vendorPortalSale(spokenFactsOf(detail, timeline, londonDay(now)), sale)
    const message = vendorNewsEmail(detail.owner, {
      companyId: ids.companyId,
      companyName: detail.company.name,
      propertyId: ids.propertyId,
      line1: detail.address.line1,
      news,
      standing: standing && news.reduce((text, said) => text.replace(said, ''), standing).trim(),
      done,
      total,
      contact: agencyContacts.contact,
      branch: agencyContacts.branch.name,
      publicUrl,
    })
    const limit = { key: `news-to:${detail.owner._id}`, maxPerHour: maxNewsMailsPerHour }
    await db.executeQuery(queueMailStatement({ db, now, newId: () => clock.newId() }, message, limit))
  })
}

/** Null if another process sends it, if a change is being saved, or if the property was deleted. */
async function takeWaiting(db: Db, { companyId, propertyId }: Ids, now: Instant): Promise<Instant | null> {
  const { rows } = await sql<{ since: Instant; exists: boolean }>`
    delete from vendor_news n using (
      select w.company_id, w.property_id from vendor_news w
      where w.company_id = ${companyId} and w.property_id = ${propertyId} and w.send_after <= ${now}::timestamptz
      for update skip locked) w
    where n.company_id = w.company_id and n.property_id = w.property_id and n.company_id = ${companyId}
    returning n.since, exists (select from property p join branch b on b.company_id = p.company_id and b.id = p.branch_id
      join company c on c.id = p.company_id
      where p.company_id = n.company_id and p.id = n.property_id and p.deleted_on is null and b.deleted_on is null
        and c.deleted_on is null) as exists`.execute(db)
  const [row] = rows
  return row?.exists ? row.since : null
}

async function listChanges(db: Db, { companyId, propertyId }: Ids, since: Instant): Promise<StepChange[]> {
  const { rows } = await sql<StepChange>`
    select (e.data ->> 'key')::int as key, e.data ->> 'from' as "from", e.data ->> 'to' as "to",
      e.data ->> 'because' as because
    from event e
    where e.company_id = ${companyId} and e.property_id = ${propertyId} and e.kind = 'step-changed' and e.at >= ${since}::timestamptz
      and e.via <> 'import' and not ${isPassedStep(companyId)}
    order by e.at, e.id`.execute(db)
  return rows
}

async function listMarketChanges(db: Db, { companyId, propertyId }: Ids, since: Instant): Promise<MarketChange[]> {
  const rows = await db
    .selectFrom('event as e')
    .select(marketChange(companyId).as('change'))
    .where('e.company_id', '=', companyId)
    .where('e.property_id', '=', propertyId)
    .where('e.kind', 'in', ['withdrawn', 'reinstated'])
    .where('e.at', '>=', since)
    .where('e.via', '!=', 'import')
    .orderBy('e.at')
    .orderBy('e.id')
    .execute()
  return rows.map(({ change }) => change)
}
