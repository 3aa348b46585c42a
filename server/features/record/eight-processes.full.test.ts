import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { expect, test } from 'vitest'
import { addressAt, createTestCompany } from '../../../test/resilience/faults/test-company.ts'
import { type AppProcess, startApp } from '../../../test/support/start-app.ts'
import { newRecordKey } from '../../../test/support/tampering.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { freePort } from '../../db/embedded/postmaster.ts'
import { openPool } from '../../db/pool.ts'
import { verifyRecord } from './verify-record.ts'

const processes = 8
const saves = 1_000

test('story 1: 1,000 saves from 8 processes are sealed at positions 1 to n without gaps, and the record verifies', async () => {
  const { url, drop } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'gya-eight-'))
  const keys = { RECORD_KEY: newRecordKey(), SECRET_KEY: randomBytes(32).toString('base64') }
  const apps: AppProcess[] = []
  const database = openPool(url, 2, () => {})
  try {
    for (let index = 0; index < processes; index += 1)
      apps.push(await startApp({ port: await freePort(), env: { DATABASE_URL: url, DATA_DIR: folder, ...keys } }))
    const [first, ...others] = apps.map(({ address }) => address)
    if (first === undefined) throw new Error('No process was started.')
    const company = await createTestCompany(url, [first, ...others], processes)
    const { companyId } = company.branch
    try {
      await Promise.all(
        company.people.map(async (person, index) => {
          const owner = { _id: company.vendorId }
          const body = { address: addressAt(`${index + 1} Process Place`), owner, ownership: 'freehold' } as const
          const { _id: propertyId } = await person.sure(createProperty, { params: company.branch, body })
          for (let save = 1; save <= saves / processes; save += 1)
            await person.sure(addNote, { params: { ...company.branch, propertyId }, body: { message: `Note ${save}` } })
        }),
      )
      // The server processes seal after their commits; the test does not.
      const unsealed = async () => {
        const { rows } = await database.pool.query<{ count: number }>(
          'select count(*)::int as count from event_unsealed where company_id = $1',
          [companyId],
        )
        return rows[0]?.count
      }
      await expect.poll(unsealed, { timeout: 120_000, interval: 200 }).toBe(0)
    } finally {
      await company.database.close()
    }
    const { rows } = await database.pool.query<{ position: number; kind: string }>(
      `select s.position, e.kind from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
       where s.company_id = $1 order by s.position`,
      [companyId],
    )
    expect(rows.map(({ position }) => position)).toEqual(Array.from(rows, (_, index) => index + 1))
    expect(rows.filter(({ kind }) => kind === 'note-added')).toHaveLength(saves)
    const verdict = await verifyRecord(database, companyId, { now: new Date().toISOString(), signer: null })
    expect(verdict).toMatchObject({ whole: true, upTo: rows.length })
  } finally {
    await Promise.all(apps.map((app) => app.stop()))
    await database.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
  // Starting eight processes takes minutes on a loaded machine.
}, 600_000)
