import { sign, verify } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'
import type { Signer } from './checkpoints.ts'
import { isSignedBy, keyIdOf, publicKeyObject, type SignedNote, type SigningKey } from './signed-note.ts'

/**
 * The keys whose signatures count: those that this process holds, and those that such a key has confirmed. A row of `record_key` alone does
 * not: whoever can write to the database can add one and sign every stored checkpoint again.
 */
export type TrustedKeys = {
  publicKeys: readonly Buffer[]
  /** Ids of stored keys that are not confirmed. */
  unknown: readonly string[]
}

/** A key belongs to the installation, or to a company that was restored from the archive of another installation. */
type Scope = 'installation' | { companyId: string }

const statementOf = (publicKey: Uint8Array, scope: Scope): Buffer =>
  Buffer.concat([Buffer.from(`gya-record-key-1\n${scope === 'installation' ? scope : scope.companyId}\n`), publicKey])

/** Confirms a public key with the current signing key. */
export const endorse = ({ privateKey }: SigningKey, publicKey: Uint8Array, scope: Scope): Buffer =>
  sign(null, statementOf(publicKey, scope), privateKey)

type StoredKey = {
  id: string
  publicKey: Buffer
  endorsement: Buffer | null
  since: Instant
  until: Instant | null
  scope: Scope
}

/** Returns the stored keys of this installation, and those of the one from which the company was restored. */
export async function findStoredKeys(db: Db, companyId: string): Promise<StoredKey[]> {
  const own = await db.selectFrom('record_key').select(['id', 'public_key', 'since', 'until', 'endorsement']).execute()
  const brought = await db
    .selectFrom('company_record_key')
    .select(['key_id as id', 'public_key', 'since', 'until', 'endorsement'])
    .where('company_id', '=', companyId)
    .execute()
  const asKey =
    (scope: Scope) =>
    ({ public_key, ...row }: (typeof own)[number]): StoredKey => ({ ...row, publicKey: public_key, scope })
  return [...own.map(asKey('installation')), ...brought.map(asKey({ companyId }))]
}

/** `signer`: `null` for an archive, whose own keys count. */
export async function findTrustedKeys(db: Db, companyId: string, signer: Pick<Signer, 'keys'> | null): Promise<TrustedKeys> {
  const stored = await findStoredKeys(db, companyId)
  if (!signer) return { publicKeys: stored.map(({ publicKey }) => publicKey), unknown: [] }
  const trusted = signer.keys.map(({ publicKey }) => publicKey)
  const isTrusted = ({ publicKey }: StoredKey) => trusted.some((one) => one.equals(publicKey))
  let waiting = stored.filter((key) => !isTrusted(key))
  for (;;) {
    const confirmed = waiting.filter((key) => trusted.some((by) => isEndorsedBy(key, by)))
    if (confirmed.length === 0) break
    trusted.push(...confirmed.map(({ publicKey }) => publicKey))
    waiting = waiting.filter((key) => !isTrusted(key))
  }
  return { publicKeys: trusted, unknown: [...new Set(waiting.map(({ id }) => id))] }
}

const isEndorsedBy = ({ publicKey, endorsement, scope }: StoredKey, by: Buffer): boolean =>
  endorsement !== null && verify(null, statementOf(publicKey, scope), publicKeyObject(by), endorsement)

/** Whether a trusted key signed a checkpoint. Signatures of other keys are ignored: anybody can append one. */
export const isTrustedNote = (note: SignedNote, { publicKeys }: TrustedKeys): boolean =>
  publicKeys.some((publicKey) => {
    const id = keyIdOf(note.host, publicKey)
    return note.signatures.some(({ keyId, signature }) => keyId === id && isSignedBy(note, publicKey, signature))
  })

/** Stores the public key of a new signing key, ends the previous keys, and confirms those that the process holds. */
export async function registerKeys(db: Db, { keys: [key, ...older] }: Signer, now: Instant): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('record_key')
    .values({ id: key.id, public_key: key.publicKey, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows)
    await db.updateTable('record_key').set({ until: now }).where('id', '<>', key.id).where('until', 'is', null).execute()
  for (const { id, publicKey } of older) {
    const endorsement = endorse(key, publicKey, 'installation')
    await db
      .insertInto('record_key')
      .values({ id, public_key: publicKey, since: now, until: now, endorsement })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ endorsement }))
      .execute()
  }
}

/** Confirms the keys that a company brought in its archive, which was verified. */
export async function endorseBroughtKeys(db: Db, companyId: string, { keys: [key] }: Signer): Promise<void> {
  for (const { id, publicKey, scope } of await findStoredKeys(db, companyId))
    if (scope !== 'installation')
      await db
        .updateTable('company_record_key')
        .set({ endorsement: endorse(key, publicKey, scope) })
        .where('company_id', '=', companyId)
        .where('key_id', '=', id)
        .execute()
}

/** Confirms a stored key whose private half is lost. False if there is none with this id. */
export async function confirmKey(db: Db, id: string, { keys: [key] }: Signer): Promise<boolean> {
  const row = await db.selectFrom('record_key').select('public_key').where('id', '=', id).executeTakeFirst()
  if (!row) return false
  const endorsement = endorse(key, row.public_key, 'installation')
  await db.updateTable('record_key').set({ endorsement }).where('id', '=', id).execute()
  return true
}
