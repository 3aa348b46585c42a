import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Database, Db } from '../../db/pool.ts'
import { checkpointEmail } from '../../emails/checkpoint.ts'
import { queueMail } from '../../emails/outbox.ts'
import { insertSecurityEvent } from '../../http/access/security-events.ts'
import type { Clock } from '../../infra/clock.ts'
import { companyItem, forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { findLastCheckpoint, makeCheckpoint, type Signer, type StoredCheckpoint } from './checkpoints.ts'
import { findCheckpointRecipients } from './record.repository.ts'
import { findCheckpoints } from './record-reader.ts'
import { sealEntries } from './seal-entries.ts'
import { readNote, signingKeyOf } from './signed-note.ts'
import { findTrustedKeys, isTrustedNote } from './trusted-keys.ts'

type SignContext = { database: Database; clock: Clock; config: Pick<Config, 'publicUrl' | 'recordKeys'> }

/** Returns the signing keys of the configuration, for the host of PUBLIC_URL. */
export function signerOf({ publicUrl, recordKeys }: SignContext['config']): Signer {
  const { host } = new URL(publicUrl)
  const [key, ...older] = recordKeys.map((one) => signingKeyOf(host, one))
  if (!key) throw new Error('There is no key to sign checkpoints.')
  return { host, keys: [key, ...older] }
}

/**
 * "Checkpoint: daily 02:00 UTC for each company with new entries." [trust §1.2](docs/design/trust.md#1.2), rule 6. Each company has its own
 * transaction, so that an interrupted run continues with the next company.
 */
export async function signCheckpoints(context: SignContext): Promise<void> {
  await forEachIsolated(context, {
    job: 'sign-checkpoints',
    items: await findSealedCompanies(context.database.db),
    idOf: companyItem,
    work: async (companyId) => {
      await sealEntries(context.database, companyId)
      await context.database.db.transaction().execute(async (db) => {
        if (await hasNewEntries(db, companyId)) await signCheckpoint({ ...context, db }, companyId)
      })
    },
  })
}

/**
 * Signs the end of a record, e-mails the checkpoint and records it. Returns `null` if the record is empty. A record that no longer is the one
 * of its last checkpoint that counts is not signed: a signature would hide the change.
 */
export async function signCheckpoint(
  { db, clock, config }: Omit<SignContext, 'database'> & { db: Db },
  companyId: string,
): Promise<StoredCheckpoint | null> {
  const now = clock.now()
  const before = await findLastCheckpoint(db, companyId)
  const newId = () => clock.newId()
  const signer = signerOf(config)
  const differing = await findDifferingCheckpoint(db, companyId, signer)
  if (differing) {
    const data = { brokenAt: differing.position, what: 'checkpoint-differs' }
    await insertSecurityEvent({ db, now, newId }, byRule, { kind: 'record-not-whole', companyId, ...nobody, data })
    return differing
  }
  const made = await makeCheckpoint(db, signer, companyId, now)
  if (!made || made.position === before?.position) return made
  const { companyName, recipients } = await findCheckpointRecipients(db, companyId)
  if (recipients.length > 0) {
    const { position, at, note } = made
    const sent = { companyId, companyName, position, at, note, publicUrl: config.publicUrl }
    await queueMail({ db, now, newId, addJob: jobAdder(db) }, checkpointEmail(recipients, sent))
    await markMailed(db, companyId, made.position, now)
  } else
    await insertSecurityEvent({ db, now, newId }, byRule, {
      kind: 'checkpoint-not-sent',
      companyId,
      ...nobody,
      data: { position: made.position },
    })
  await recordCompanyEvents(db, { companyId, userId: null, at: now, newId }, [
    { kind: 'checkpoint-signed', data: { position: made.position } },
  ])
  return made
}

const byRule = { network: null, userAgent: '', requestId: null }
const nobody = { userId: null, aboutUserId: null, sessionLogId: null }

/** The last stored checkpoint that counts, if the record has another hash at its position, or ends before it. */
async function findDifferingCheckpoint(db: Db, companyId: string, signer: Signer): Promise<StoredCheckpoint | null> {
  const keys = await findTrustedKeys(db, companyId, signer)
  const stored = await findCheckpoints(db, companyId)
  const last = stored.findLast(({ position, hash, note }) => {
    const read = readNote(note)
    const isOwn = read?.companyId === companyId && read.position === position && read.hash.equals(hash)
    return isOwn && isTrustedNote(read, keys)
  })
  if (!last) return null
  const { key_id: keyId, position, at, hash, note } = last
  const seal = await db
    .selectFrom('event_seal')
    .select('hash')
    .where('company_id', '=', companyId)
    .where('position', '=', position)
    .executeTakeFirst()
  return seal?.hash.equals(hash) ? null : { position, at, hash, note, keyId }
}

const markMailed = (db: Db, companyId: string, position: number, now: Instant) =>
  db
    .updateTable('record_checkpoint')
    .set({ mailed_on: now })
    .where('company_id', '=', companyId)
    .where('position', '=', position)
    .where('mailed_on', 'is', null)
    .execute()

/** Whether there are entries since the last checkpoint, apart from its own. */
async function hasNewEntries(db: Db, companyId: string): Promise<boolean> {
  const last = await findLastCheckpoint(db, companyId)
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
      where s.company_id = ${companyId} and e.company_id = ${companyId} and s.position > ${last?.position ?? 0}
        and e.kind <> 'checkpoint-signed') as found`.execute(db)
  return rows[0]?.found === true
}

/** Companies with a record, without deleted ones. */
async function findSealedCompanies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from company c
    where c.deleted_on is null and (exists (select from event_seal s where s.company_id = c.id)
      or exists (select from event_unsealed u where u.company_id = c.id))
    order by c.id`.execute(db)
  return rows.map(({ id }) => id)
}
