import type { Instant } from '@gya/domain/common/dates.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { type OpenEventType, openTypesOf, recordKindsOf } from '@gya/domain/features/public-api/open-event-kinds.ts'
import { maxTries } from '@gya/domain/features/webhooks/webhooks.rules.ts'
import { type Insertable, sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/pool.ts'
import type { Webhook, WebhookMessage } from '../db/schema.ts'
import { demoReceiverAddress, failingReceiver } from '../features/webhooks/demo-receiver-address.ts'
import { encryptWebhookSecret, newWebhookSecret } from '../features/webhooks/webhook-secrets.ts'
import type { Clock } from '../infra/clock.ts'
import type { SecretBox } from '../infra/encrypted-secrets.ts'
import { demoSignIns } from './company.ts'
import { insertAll } from './insert-all.ts'

type DemoContext = { database: Database; clock: Clock; secrets: SecretBox; config: Pick<Config, 'publicUrl'> }

const hourMs = 3_600_000
const hoursBefore = (now: Instant, hours: number): Instant => new Date(Date.parse(now) - hours * hourMs).toISOString()

/**
 * "Three endpoints into the demo's own receiver page: one green, one failing with 4 dead, one off"
 * ([connect §8](docs/design/connect.md#8)), with messages of the latest record entries. Filled once the record is sealed. Does nothing if
 * there are endpoints.
 */
export async function fillDemoWebhooks({ database, clock, secrets, config }: DemoContext): Promise<void> {
  const admin = await database.db
    .selectFrom('app_user')
    .select(['id', 'company_id'])
    .where('email', '=', demoSignIns[1].email)
    .executeTakeFirstOrThrow()
  const { id: adminId, company_id: companyId } = admin
  if (!companyId) return
  const now = clock.now()
  await database.db.transaction().execute(async (db) => {
    await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
    if (await db.selectFrom('webhook').select('id').where('company_id', '=', companyId).executeTakeFirst()) return
    const make = (name: string, description: string, over: Partial<Insertable<Webhook>>): Insertable<Webhook> => {
      const webhookId = clock.newId()
      return {
        company_id: companyId,
        id: webhookId,
        url: demoReceiverAddress(config.publicUrl, name),
        description,
        kinds: ['*'],
        secret_encrypted: encryptWebhookSecret(secrets, { companyId, webhookId }, newWebhookSecret()),
        created_by: adminId,
        createdon: hoursBefore(now, 24 * 10),
        ...over,
      }
    }
    const latest = await readLatest(db, companyId)
    const website = make('website', 'Website', { last_success_on: hoursBefore(now, 0.2) })
    const accounts = make(failingReceiver, 'Accounts', {
      kinds: ['step.changed', 'sale.exchanged', 'sale.completed'],
      state: 'failing',
      failing_since: hoursBefore(now, 80),
      last_success_on: hoursBefore(now, 81),
    })
    const old = make('old-website', 'Old website', {
      state: 'off',
      off_because: 'by-hand',
      cursor: latest.at(-1)?.position ?? 0,
      last_success_on: hoursBefore(now, 24 * 9),
    })
    await insertAll(db, 'webhook', [website, accounts, old])
    await insertAll(db, 'webhook_message', [...deliveredTo(website, latest, now), ...failedAt(accounts, latest, now)])
  })
}

type Latest = { position: number; id: string; propertyId: string | null; type: OpenEventType }

/** The latest entries that are sent, latest first. */
async function readLatest(db: Db, companyId: string): Promise<Latest[]> {
  const { rows } = await sql<Omit<Latest, 'type'> & { kind: string; data: EventData }>`
    select s.position, e.id, e.property_id as "propertyId", e.kind, e.data
    from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
    where s.company_id = ${companyId} and e.kind = any(${recordKindsOf()}::text[])
    order by s.position desc limit 200`.execute(db)
  return rows.flatMap(({ kind, data, ...entry }) => openTypesOf(kind, data).map((type) => ({ ...entry, type })))
}

const messageOf = (
  { company_id, id }: Insertable<Webhook>,
  { position, id: eventId, propertyId, type }: Latest,
  createdon: Instant,
): Insertable<WebhookMessage> => ({
  company_id,
  webhook_id: id,
  position,
  type,
  event_id: eventId,
  property_id: propertyId,
  next_try_on: createdon,
  createdon,
})

const shown = 30

/** Delivered at the first attempt, except for one at the second. */
const deliveredTo = (endpoint: Insertable<Webhook>, latest: readonly Latest[], now: Instant): Insertable<WebhookMessage>[] =>
  latest.slice(0, shown).map((entry, index) => {
    const at = hoursBefore(now, 0.2 + index * 0.7)
    const ended = { state: 'delivered', delivered_on: at, ended_on: at, last_status: 204, last_ms: 9 + ((index * 7) % 23) }
    return { ...messageOf(endpoint, entry, at), ...ended, attempts: index === 4 ? 2 : 1 }
  })

/** Four dead messages and one that still waits, each of a different property. */
function failedAt(endpoint: Insertable<Webhook>, latest: readonly Latest[], now: Instant): Insertable<WebhookMessage>[] {
  const asked = latest.filter(({ type }) => endpoint.kinds.includes(type))
  const first = asked.filter(({ propertyId }, index) => asked.findIndex((other) => other.propertyId === propertyId) === index)
  const answer = { last_status: 500, last_words: 'It answered 500.', last_ms: 14 }
  return first.slice(0, 5).map((entry, index) => {
    if (index === 0)
      return { ...messageOf(endpoint, entry, hoursBefore(now, 30)), ...answer, attempts: 7, next_try_on: hoursBefore(now, -6) }
    const gaveUp = { state: 'dead', ended_on: hoursBefore(now, index * 0.8), attempts: maxTries }
    return { ...messageOf(endpoint, entry, hoursBefore(now, 76 + index * 0.8)), ...answer, ...gaveUp }
  })
}
