import {
  listCheckpoints,
  readCompanyRecord,
  saveCheckpointAddresses,
  verifyCompanyRecord,
} from '@gya/domain/features/record/record.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { entryAt, insertEntries, newRecordKey, tamper } from '../../../test/support/tampering.ts'
import { sealLeftOvers } from './seal-entries.ts'
import { signCheckpoints, signerOf } from './sign-checkpoints.ts'
import { readNote } from './signed-note.ts'
import { verifyRecord } from './verify-record.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const params = () => ({ companyId: fixtures.a.companyId })
const record = () => fixtures.as('company').ok(readCompanyRecord, { params: params() })
const checkpoints = async () => (await fixtures.as('company').ok(listCheckpoints, { params: params() })).data
const verify = async (checkpoint?: string) => {
  fixtures.clock.advance({ seconds: 1 })
  await fixtures.as('company').ok(verifyCompanyRecord, { params: params(), body: checkpoint === undefined ? {} : { checkpoint } })
  await fixtures.runJobs()
  return (await record()).verification?.verdict
}
const mails = async () =>
  await fixtures.database.db
    .selectFrom('mail')
    .select(['recipients', 'body', 'subject'])
    .where('subject', 'like', 'Keep this: checkpoint%')
    .where('company_id', '=', fixtures.a.companyId)
    .orderBy('createdon')
    .execute()
const sign = (recordKeys = fixtures.config.recordKeys) =>
  signCheckpoints({ ...fixtures, config: { publicUrl: fixtures.config.publicUrl, recordKeys } })

describe('/company/:companyId/record', () => {
  test('GET returns length, unsealed entries and recipients of checkpoints; POST verify returns the verdict', async () => {
    expect(await record()).toMatchObject({ length: 0, checkpoint: null, recipients: [fixtures.emailOf('company')] })
    expect((await record()).unsealed).toBeGreaterThan(2)
    const verdict = await verify()
    const { length, unsealed, verification } = await record()
    expect({ length, unsealed }).toEqual({ length: verification?.total, unsealed: 0 })
    expect(verdict).toMatchObject({ whole: true, upTo: length, startedSealed: null })
    const { rows } = await fixtures.database.pool.query(
      `select kind, data->>'upTo' as up_to from audit where company_id = $1 and kind like 'record-%'`,
      [fixtures.a.companyId],
    )
    expect(rows).toEqual([{ kind: 'record-verified', up_to: String(length) }])
  })

  test('sign-checkpoints signs new entries once and e-mails the administrators; the e-mailed checkpoint verifies', async () => {
    await sign()
    await sign()
    const [checkpoint, ...others] = await checkpoints()
    expect(others).toEqual([])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.recipients).toEqual([fixtures.emailOf('company')])
    expect(mail?.body).toContain(checkpoint?.note.trimEnd())
    expect((await record()).checkpoint).toMatchObject({ position: checkpoint?.position, mailedOn: fixtures.clock.now() })
    const quoted = String(mail?.body).replaceAll(/^/gm, '> ')
    expect(await verify(quoted)).toMatchObject({ whole: true, compared: { position: checkpoint?.position } })
  })

  test('sign-checkpoints signs the first checkpoint after a rotation with both keys', async () => {
    await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Rotated Road')
    fixtures.clock.advance({ days: 1 })
    const key = newRecordKey()
    await sign([key, ...fixtures.config.recordKeys])
    await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '2 Rotated Road')
    fixtures.clock.advance({ days: 1 })
    await sign([key, ...fixtures.config.recordKeys])
    const [third, second] = (await checkpoints()).map(({ note }) => readNote(note)?.signatures.length)
    expect([second, third]).toEqual([2, 1])
    // A process with only the new key relies on its confirmation of the earlier one.
    const { publicUrl } = fixtures.config
    const options = { now: fixtures.clock.now(), signer: signerOf({ publicUrl, recordKeys: [key] }) }
    const { companyId } = fixtures.a
    expect(await verifyRecord(fixtures.database, companyId, options)).toMatchObject({ whole: true, unknownKeys: [] })
    const stranger = { ...options, signer: signerOf({ publicUrl, recordKeys: [newRecordKey()] }) }
    expect(await verifyRecord(fixtures.database, companyId, stranger)).toMatchObject({ whole: false, what: 'signature-wrong' })
    // The process of the following tests has only the earlier key.
    const last = `select max(position) from record_checkpoint where company_id = '${companyId}'`
    await tamper(
      fixtures.database.pool,
      `delete from record_checkpoint where company_id = '${companyId}' and position = (${last})`,
    )
  })

  test('PUT addresses: sets the recipients of the next checkpoint; refuses a stale version', async () => {
    const company = fixtures.as('company')
    const { version } = await record()
    const addresses = ['kept@elsewhere.example', 'kept@elsewhere.example', 'second@elsewhere.example']
    await company.ok(saveCheckpointAddresses, { params: params(), body: { addresses, version } })
    expect(await record()).toMatchObject({ addresses: addresses.slice(1), recipients: addresses.slice(1) })
    const stale = await company.refusal(saveCheckpointAddresses, { params: params(), body: { addresses: [], version } })
    expect(stale.code).toBe('STALE_VERSION')
    fixtures.clock.advance({ days: 3 })
    await sign()
    expect((await mails()).at(-1)?.recipients).toEqual(addresses.slice(1))
  })

  test('POST verify joins a verification that runs: 40 calls make one job, and all read its verdict', async () => {
    const call = async () => (await fixtures.as('company').ok(verifyCompanyRecord, { params: params(), body: {} }))._id
    const started = await Promise.all(Array.from({ length: 40 }, call))
    expect(new Set(started).size).toBe(1)
    const { rows } = await fixtures.database.pool.query(
      "select from graphile_worker.jobs where task_identifier = 'verify-record'",
    )
    expect(rows).toHaveLength(1)
    await fixtures.runJobs()
    expect((await record()).verification).toMatchObject({ _id: started[0], verdict: { whole: true } })
    const next = await call()
    expect(next).not.toBe(started[0])
    // One that was given up is not joined.
    await fixtures.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
    expect(await call()).not.toBe(next)
    await fixtures.runJobs()
  })

  test('POST verify: refuses other text and checkpoints of another company', async () => {
    await sealLeftOvers(fixtures)
    fixtures.clock.advance({ days: 5 })
    await sign()
    const [own] = await checkpoints()
    const refused = (checkpoint: string) =>
      fixtures.as('company').refusal(verifyCompanyRecord, { params: params(), body: { checkpoint } })
    for (const text of ['', 'hello', String(own?.note).replace(fixtures.a.companyId, fixtures.b.companyId)])
      expect(await refused(text)).toMatchObject({ code: 'NOT_A_CHECKPOINT', message: 'This is not a checkpoint of Alder & Ash.' })
  })

  test('sign-checkpoints does not sign a record that was sealed again since its last checkpoint', async () => {
    const { companyId } = fixtures.b
    const { pool } = fixtures.database
    const positions = async () =>
      (await pool.query('select position from record_checkpoint where company_id = $1', [companyId])).rows.length
    await sign()
    const before = await positions()
    expect(before).toBeGreaterThan(0)
    await tamper(
      pool,
      `update event set data = data || '{"forged": true}' where ${entryAt(companyId, 1)}`,
      `insert into event_unsealed select company_id, event_id from event_seal where company_id = '${companyId}'`,
      `delete from event_seal where company_id = '${companyId}'`,
    )
    await insertEntries(pool, companyId, 1)
    fixtures.clock.advance({ days: 1 })
    await sign()
    expect(await positions()).toBe(before)
    const { rows } = await pool.query(`select data from audit where company_id = $1 and kind = 'record-not-whole'`, [companyId])
    expect(rows).toMatchObject([{ data: { what: 'checkpoint-differs' } }])
  })

  test('POST verify: returns a changed entry and records it in the audit log', async () => {
    await sealLeftOvers(fixtures)
    await tamper(
      fixtures.database.pool,
      `update event set data = '{"changed": true}' where company_id = '${fixtures.a.companyId}'
       and id = (select event_id from event_seal where company_id = '${fixtures.a.companyId}' and position = 3)`,
    )
    expect(await verify()).toMatchObject({ whole: false, holdsUpTo: 2, brokenAt: 3, what: 'entry-changed' })
    const { rows } = await fixtures.database.pool.query(
      `select data->>'what' as what from audit where company_id = $1 and kind = 'record-not-whole'`,
      [fixtures.a.companyId],
    )
    expect(rows).toEqual([{ what: 'entry-changed' }])
  })
})
