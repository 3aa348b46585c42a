import type { Instant } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'
import { type SigningKey, signNote } from './signed-note.ts'
import { registerKeys } from './trusted-keys.ts'

/** The signing keys: the current one and, after a rotation, the previous one. */
export type Signer = { host: string; keys: readonly [SigningKey, ...SigningKey[]] }

export type StoredCheckpoint = { position: number; at: Instant; hash: Buffer; note: string; keyId: string }

/**
 * Signs the end of a company's record, unless the last checkpoint covers it. Returns `null` if the record is empty. "Rotation adds a
 * `record_key`, the first checkpoint after it is signed by both." [trust §1.2](docs/design/trust.md#1.2), rules 6 and 7.
 */
export async function makeCheckpoint(db: Db, signer: Signer, companyId: string, now: Instant): Promise<StoredCheckpoint | null> {
  const end = await db
    .selectFrom('event_seal')
    .select(['position', 'hash'])
    .where('company_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!end) return null
  const last = await findLastCheckpoint(db, companyId)
  if (last?.position === end.position) return last
  return insertCheckpoint(db, signer, { companyId, at: now, ...end, last })
}

type NewCheckpoint = {
  companyId: string
  position: number
  hash: Buffer
  at: Instant
  last?: Pick<StoredCheckpoint, 'keyId'> | undefined
  mailedOn?: Instant
}

/** Signs a position of a record and stores the checkpoint. */
export async function insertCheckpoint(
  db: Db,
  signer: Signer,
  { companyId, position, hash, at, last, mailedOn }: NewCheckpoint,
): Promise<StoredCheckpoint> {
  const [key, ...older] = signer.keys
  await registerKeys(db, signer, at)
  const isFirstOfKey = last !== undefined && last.keyId !== key.id
  const note = signNote(
    { host: signer.host, companyId, at, position, hash },
    isFirstOfKey ? [key, ...older.filter(({ id }) => id === last.keyId)] : [key],
  )
  await db
    .insertInto('record_checkpoint')
    .values({ company_id: companyId, position, at, hash, note, key_id: key.id, mailed_on: mailedOn ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { position, at, hash, note, keyId: key.id }
}

export const findLastCheckpoint = (db: Db, companyId: string): Promise<StoredCheckpoint | undefined> =>
  db
    .selectFrom('record_checkpoint')
    .select(['position', 'at', 'hash', 'note', 'key_id as keyId'])
    .where('company_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
