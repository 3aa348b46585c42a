import { type Verdict, verdictRemarks } from '@gya/domain/features/record/verdict.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { entryAt as entry, insertEntries, newRecordKey, sealAt as seal, tamper } from '../../../test/support/tampering.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { sealEntries } from './seal-entries.ts'
import { noteText, readNote, type SignedNote, signingKeyOf, signNote } from './signed-note.ts'
import { endorse } from './trusted-keys.ts'
import { verifyRecord } from './verify-record.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const host = 'gya.example'
const pool = () => fixtures.database.pool
const key = signingKeyOf(host, newRecordKey())
const checkpoint = async (companyId: string) => {
  const made = await fixtures.database.db
    .transaction()
    .execute((db) => makeCheckpoint(db, { host, keys: [key] }, companyId, fixtures.clock.now()))
  return readNote(made?.note ?? '')
}
const verify = (companyId: string, note = null as ReturnType<typeof readNote>) =>
  verifyRecord(fixtures.database, companyId, { now: '2026-07-01T00:00:00Z', signer: { keys: [key] }, checkpoint: note })
const short = (verdict: Verdict) =>
  verdict.whole ? `whole ${verdict.upTo}` : `${verdict.holdsUpTo} ${verdict.brokenAt} ${verdict.what}`

/** Creates a company with 40 sealed entries, and checkpoints at 20 and 40. */
async function record(): Promise<string> {
  const companyId = fixtures.clock.newId()
  await insertEntries(pool(), companyId, 20)
  await sealEntries(fixtures.database, companyId)
  await checkpoint(companyId)
  await insertEntries(pool(), companyId, 20, '2026-02-05T09:00:00Z')
  await sealEntries(fixtures.database, companyId)
  return companyId
}

describe('a changed entry with everything sealed and signed again by another key', () => {
  const forger = signingKeyOf(host, newRecordKey())
  const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'::bytea`

  /** Changes entry 10, and seals and signs everything again. Returns the genuine checkpoint of the end, as it was e-mailed. */
  async function forge(companyId: string, noteOf: (genuine: SignedNote, forged: string) => string = (_, forged) => forged) {
    const mailed = await checkpoint(companyId)
    const genuine = await fixtures.database.db
      .selectFrom('record_checkpoint')
      .select(['position', 'note'])
      .where('company_id', '=', companyId)
      .execute()
    await tamper(
      pool(),
      `update event set data = data || '{"amount": 1}' where ${entry(companyId, 10)}`,
      `insert into event_unsealed select company_id, event_id from event_seal where company_id = '${companyId}'`,
      `delete from event_seal where company_id = '${companyId}'`,
      `delete from record_checkpoint where company_id = '${companyId}'`,
    )
    await sealEntries(fixtures.database, companyId)
    for (const { position, note } of genuine) {
      const read = readNote(note)
      if (!read) throw new Error('no note')
      const row = await pool().query<{ hash: Buffer }>(`select hash from event_seal where ${seal(companyId, position)}`)
      const chained = row.rows[0]?.hash ?? Buffer.alloc(32)
      const forged = noteOf(read, signNote({ ...read, hash: chained }, [forger]))
      await pool().query(
        `insert into record_checkpoint (company_id, position, at, hash, note, key_id) values ($1, $2, $3, $4, $5, $6)`,
        [companyId, position, read.at, chained, forged, forger.id],
      )
    }
    return mailed
  }
  const addKey = (id: string, publicKey: Buffer, endorsement: Buffer | null = null) =>
    pool().query(
      `insert into record_key (id, public_key, since, endorsement)
       values ('${id}', ${hex(publicKey)}, '2026-01-01', ${endorsement === null ? 'null' : hex(endorsement)})
       on conflict (id) do update set public_key = excluded.public_key, endorsement = excluded.endorsement`,
    )
  const restoreKeys = () => pool().query(`delete from record_key where public_key <> ${hex(key.publicKey)}`)

  test.each<[name: string, act: () => Promise<unknown>]>([
    ['without its key in the table', async () => {}],
    ['with its key in the table', () => addKey(forger.id, forger.publicKey)],
    [
      'with its key confirmed by itself',
      () => addKey(forger.id, forger.publicKey, endorse(forger, forger.publicKey, 'installation')),
    ],
    ['with its key in place of the genuine one', () => addKey(key.id, forger.publicKey)],
  ])('%s', async (_name, act) => {
    const companyId = await record()
    const mailed = await forge(companyId)
    await act()
    expect(short(await verify(companyId))).toBe('0 20 signature-wrong')
    expect(short(await verify(companyId, mailed))).toBe('0 20 signature-wrong')
    await restoreKeys()
  })

  test('a key in the table that is not confirmed is named, even if nothing was signed with it', async () => {
    const companyId = await record()
    await addKey(forger.id, forger.publicKey)
    const verdict = await verify(companyId)
    expect(verdict).toMatchObject({ whole: true, unknownKeys: [forger.id], signedUpTo: 20 })
    expect(verdictRemarks(verdict).slice(0, 2)).toEqual([
      'The last checkpoint that confirms it is at entry 20.',
      `The database contains a key that this installation does not hold and has not confirmed: ${forger.id}. What it has signed does not count.`,
    ])
    await restoreKeys()
  })

  test('a genuine signature copied to a forged checkpoint, or a forged one added to a genuine, confirms nothing', async () => {
    const copied = await record()
    await forge(copied, (genuine, forged) => {
      const note = readNote(forged)
      return note ? noteText({ ...note, signatures: [...genuine.signatures, ...note.signatures] }) : ''
    })
    expect(short(await verify(copied))).toBe('0 20 signature-wrong')
    // The genuine checkpoints, put back beside a record that was sealed again, differ from it.
    const kept = await record()
    const mailed = await forge(kept, (genuine, forged) => {
      const [signature] = readNote(forged)?.signatures ?? []
      return noteText({ ...genuine, signatures: [...genuine.signatures, ...(signature ? [signature] : [])] })
    })
    expect(short(await verify(kept, mailed))).toBe('0 20 signature-wrong')
  })

  test('without stored checkpoints nothing confirms the record, and the e-mailed one differs', async () => {
    const companyId = await record()
    const mailed = await forge(companyId)
    await tamper(pool(), `delete from record_checkpoint where company_id = '${companyId}'`)
    expect(await verify(companyId)).toMatchObject({ whole: true, signedUpTo: 0 })
    expect(short(await verify(companyId, mailed))).toBe('0 40 checkpoint-differs')
  })

  test('an earlier key counts while the process holds it, and afterwards if the new one has confirmed it', async () => {
    const companyId = await record()
    const next = signingKeyOf(host, newRecordKey())
    const verifyWith = (keys: [typeof key, ...(typeof key)[]]) =>
      verifyRecord(fixtures.database, companyId, { now: '2026-07-01T00:00:00Z', signer: { keys } })
    expect(short(await verifyWith([next]))).toBe('0 20 signature-wrong')
    expect(short(await verifyWith([next, key]))).toBe('whole 40')
    await fixtures.database.db
      .transaction()
      .execute((db) => makeCheckpoint(db, { host, keys: [next, key] }, companyId, fixtures.clock.now()))
    expect(short(await verifyWith([next]))).toBe('whole 40')
    await restoreKeys()
  })
})
