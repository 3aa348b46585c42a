import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertEntries, newRecordKey, tamper } from '../test/support/tampering.ts'
import { createTestDatabase } from '../test/support/test-database.ts'
import { type Database, openPool } from './db/pool.ts'
import { makeCheckpoint } from './features/record/checkpoints.ts'
import { sealEntries } from './features/record/seal-entries.ts'
import { signingKeyOf } from './features/record/signed-note.ts'

const host = 'gya.example'
const [whole, changed, cut] = [randomUUID(), randomUUID(), randomUUID()]

let place: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let folder: string
const recordKey = newRecordKey()
beforeAll(async () => {
  place = await createTestDatabase()
  database = openPool(place.url, 2, () => {})
  folder = await mkdtemp(join(tmpdir(), 'gya-verify-company-'))
  const keys = [signingKeyOf(host, recordKey)] as const
  for (const companyId of [whole, changed, cut]) {
    await insertEntries(database.pool, companyId, 8)
    await sealEntries(database, companyId)
    const at = '2026-01-06T02:00:00Z'
    const made = await database.db.transaction().execute((db) => makeCheckpoint(db, { host, keys }, companyId, at))
    await writeFile(join(folder, companyId), `Keep this e-mail.\n\n${made?.note}`)
  }
  const last = (companyId: string, since: number) =>
    `company_id = '${companyId}' and id in (select event_id from event_seal where company_id = '${companyId}' and position >= ${since})`
  await tamper(database.pool, `update event set data = data || '{"amount": 1}' where ${last(changed, 6)}`)
  await tamper(
    database.pool,
    `delete from event where ${last(cut, 7)}`,
    `delete from event_seal where company_id = '${cut}' and position >= 7`,
    `delete from record_checkpoint where company_id = '${cut}'`,
  )
})
afterAll(async () => {
  await database.close()
  await place.drop()
  await rm(folder, { recursive: true })
})

async function verifyRecord(...args: string[]) {
  const command = join(import.meta.dirname, 'verify-record.ts')
  const env = { PATH: process.env.PATH, DATABASE_URL: place.url, RECORD_KEY: recordKey }
  const run = await promisify(execFile)(process.execPath, [command, ...args], { env }).catch((error: unknown) => error)
  const { code = 0, stdout, stderr } = run as { code?: number; stdout: string; stderr: string }
  return { code, lines: stdout.split('\n'), error: stderr }
}

test('npm run verify-record -- --company ID: exits with 0 for a whole record, 1 with the position of the fault on the first line', async () => {
  const [sound, broken] = await Promise.all([verifyRecord('--company', whole), verifyRecord('--company', changed)])
  expect([sound.code, sound.lines[0]]).toEqual([0, 'Whole up to entry 8'])
  expect(broken.code).toBe(1)
  expect(broken.lines[0]).toMatch(/^The record holds up to entry 5 \(.*\)\. Entry 6 was changed after it was written\.$/)
  expect(broken.lines).toEqual(
    expect.arrayContaining(['Entry 7 was changed after it was written.', 'Entry 8 was changed after it was written.']),
  )
})

test('npm run verify-record -- --company ID --checkpoint FILE: detects a truncated record; exits with 2 for a checkpoint of another company', async () => {
  const [compared, foreign] = await Promise.all([
    verifyRecord('--company', cut, '--checkpoint', join(folder, cut)),
    verifyRecord('--company', cut, '--checkpoint', join(folder, whole)),
  ])
  expect(compared.code).toBe(1)
  expect(compared.lines[0]).toContain('Its end was cut off after entry 6.')
  expect([foreign.code, foreign.error]).toEqual([2, 'This file contains no checkpoint of this company.\n'])
})
