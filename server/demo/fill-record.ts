import { addDays, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { productTemplate } from '@gya/domain/features/timeline/templates.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/pool.ts'
import { checkpointEmail } from '../emails/checkpoint.ts'
import { queueMail } from '../emails/outbox.ts'
import { insertCheckpoint, type Signer } from '../features/record/checkpoints.ts'
import { findCheckpointRecipients } from '../features/record/record.repository.ts'
import { lockSeals, sealEntries } from '../features/record/seal-entries.ts'
import { signCheckpoint, signerOf } from '../features/record/sign-checkpoints.ts'
import type { Clock } from '../infra/clock.ts'
import { jobAdder } from '../jobs/queue.ts'
import { demoSignIns } from './company.ts'

type DemoContext = { database: Database; clock: Clock; config: Pick<Config, 'publicUrl' | 'recordKeys'> }

const nights = 6
const tamperedName = 'Tampered & Sons'
const tamperedEntries = 60
const changedEntry = 41

/**
 * What the demo shows of the sealed record: a checkpoint of each of the last six nights in the mailbox, and a company whose
 * entry 41 was changed on purpose. Filled after the start, which would otherwise wait for the sealing. Does nothing if it is
 * there. Trust design, section 9.
 */
export async function fillDemoRecord(context: DemoContext): Promise<void> {
  const { database, clock } = context
  const { company_id: companyId } = await database.db
    .selectFrom('app_user')
    .select('company_id')
    .where('email', '=', demoSignIns[1].email)
    .executeTakeFirstOrThrow()
  if (!companyId) return
  await seal(database, companyId)
  const tampered = await database.db.transaction().execute(async (db) => {
    await lockSeals(db, companyId)
    if (await isFilled(db)) return null
    await insertCheckpoints({ ...context, db }, companyId)
    return insertTampered(db, clock)
  })
  if (tampered === null) return
  await seal(database, tampered)
  await database.db.transaction().execute((db) => signCheckpoint({ ...context, db }, tampered))
  await database.db.transaction().execute((db) => changeEntry(db, tampered))
}

/** Several processes may seal: what another one is sealing is waited for. */
async function seal(database: Database, companyId: string): Promise<void> {
  while (!(await sealEntries(database, companyId))) {
    await database.db.transaction().execute((db) => lockSeals(db, companyId))
  }
}

const isFilled = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('company').select('id').where('name', '=', tamperedName).executeTakeFirst()) !== undefined

/** A checkpoint of each of the last nights, as the job at 02:00 UTC would have signed and mailed it. */
async function insertCheckpoints({ db, clock, config }: DemoContext & { db: Db }, companyId: string): Promise<void> {
  const signer: Signer = signerOf(config)
  const { companyName, recipients } = await findCheckpointRecipients(db, companyId)
  const today = londonDay(clock.now())
  let last = 0
  for (let ago = nights; ago > 0; ago -= 1) {
    const at: Instant = `${addDays(today, 1 - ago)}T02:00:00.000Z`
    if (at > clock.now()) return
    const end = await endOfRecord(db, companyId, at)
    if (!end || end.position <= last) continue
    last = end.position
    const made = await insertCheckpoint(db, signer, { companyId, at, ...end, mailedOn: at })
    const mail = checkpointEmail(recipients, { ...made, companyId, companyName, publicUrl: config.publicUrl })
    await queueMail({ db, now: at, newId: () => clock.newId(), addJob: jobAdder(db) }, mail)
  }
}

const endOfRecord = async (db: Db, companyId: string, until: Instant) =>
  db
    .selectFrom('event_seal as s')
    .innerJoin('event as e', (join) => join.onRef('e.company_id', '=', 's.company_id').onRef('e.id', '=', 's.event_id'))
    .select(['s.position', 's.hash'])
    .where('s.company_id', '=', companyId)
    .where('e.at', '<', until)
    .orderBy('s.position', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A company without people: only platform admins open it. */
async function insertTampered(db: Db, clock: Clock): Promise<string> {
  const id = clock.newId()
  const now = clock.now()
  await db
    .insertInto('company')
    .values({
      id,
      name: tamperedName,
      available_licenses: 1,
      line1: '1 Altered Row',
      town: 'Reading',
      postcode: 'RG1 1AA',
      timeline: JSON.stringify(productTemplate),
      createdon: now,
    })
    .execute()
  await sql`
    insert into event (company_id, id, property_id, user_id, at, kind, data)
    select ${id}, gen_random_uuid(), null, null,
      ${now}::timestamptz - interval '30 days' + n * interval '9 hours', 'company-edited',
      jsonb_build_object('fields', jsonb_build_array('feeDeduction'), 'feeDeduction', n)
    from generate_series(1, ${tamperedEntries}::int) n`.execute(db)
  return id
}

/** What somebody with the database would do: change an entry after it was sealed, with the triggers off. */
async function changeEntry(db: Db, companyId: string): Promise<void> {
  await sql`alter table event disable trigger user`.execute(db)
  await sql`
    update event e set data = jsonb_set(e.data, '{feeDeduction}', '99')
    from event_seal s
    where s.company_id = ${companyId}::uuid and s.position = ${changedEntry} and e.company_id = s.company_id and e.id = s.event_id`.execute(
    db,
  )
  await sql`alter table event enable trigger user`.execute(db)
}
