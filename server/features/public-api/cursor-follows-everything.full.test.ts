import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { startProductionApp } from '../../../test/support/production-app.ts'
import type { AppProcess } from '../../../test/support/start-app.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { hashToken } from '../../infra/secrets.ts'
import { newSecret } from '../api-keys/api-keys.routes.ts'
import { sealLeftOvers } from '../record/seal-entries.ts'
import { importClient } from './client/testing/import-client.ts'

/**
 * "A reader follows the cursor while 500 saves commit in 8 processes, some transactions held open: every property's last state is read,
 * none missing." [connect §9](docs/design/connect.md#9), story 13.
 */

const { createClient } = await importClient()

type Row = { deleted: true } | { _id: string; viewings: object[]; bedrooms: number | null }

const processes = 8
const saves = 500
const held = 10

let on: Awaited<ReturnType<typeof createTestDatabase>>
let fixtures: Fixtures
let apps: AppProcess[]
let places: PropertyPath[]
beforeAll(async () => {
  on = await createTestDatabase()
  fixtures = await openFixtures({ on })
  places = []
  for (let index = 0; index < 20; index += 1)
    places.push(await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, `${index + 1} Cursor Road`))
  apps = await Promise.all(
    Array.from({ length: processes }, () => startProductionApp({ DATABASE_URL: on.url, DATABASE_POOL: '4', MAIL: 'keep' })),
  )
}, 300_000)
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  await fixtures.close()
})

/** Inserts a key that is valid in real time, which the processes use. */
async function insertKey(scopes: string[]): Promise<string> {
  const { secret, prefix } = newSecret()
  await fixtures.database.pool.query(
    `insert into api_key (company_id, id, name, prefix, secret_hash, scopes, lasts_days, expires_on, created_by, createdon)
     values ($1, gen_random_uuid(), 'k', $2, $3, $4, 90, now() + interval '90 days', $5, now())`,
    [fixtures.a.companyId, prefix, hashToken(secret), scopes, fixtures.idOf.company],
  )
  return secret
}

/** Changes the bedrooms with an entry, like a save. Returns a function that commits. */
async function holdChange({ companyId, propertyId }: PropertyPath, bedrooms: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: on.url })
  await client.connect()
  await client.query('begin')
  await client.query(
    `insert into event (company_id, id, property_id, at, kind, data) values ($1, gen_random_uuid(), $2, now(), 'property-edited', '{}')`,
    [companyId, propertyId],
  )
  await client.query('update property set bedrooms = $3 where company_id = $1 and id = $2', [companyId, propertyId, bedrooms])
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

test('a cursor reader sees the last state of every property', { timeout: 300_000 }, async () => {
  const readers = createClient({ base: apps[0]?.address ?? '', key: await insertKey(['property:read']), tries: 100 })
  const seen = new Map<string, { viewings: number; bedrooms: number | null }>()
  let cursor: string | undefined
  const readToEnd = async () => {
    const input = { params: { companyId: fixtures.a.companyId }, query: { cursor } }
    for await (const { row: read, cursor: reached } of readers.readAll('readOpenProperties', input)) {
      const row = read as Row
      if (!('deleted' in row)) seen.set(row._id, { viewings: row.viewings.length, bedrooms: row.bedrooms })
      cursor = reached
    }
  }
  const changed = places.slice(0, places.length - held)
  const commits: (() => Promise<void>)[] = []
  for (const [index, place] of places.slice(-held).entries()) commits.push(await holdChange(place, index + 1))

  let done = 0
  const saveSome = async (app: AppProcess, key: string, first: number) => {
    const client = createClient({ base: app.address, key, tries: 100 })
    for (let number = first; number < saves; number += processes) {
      const params = changed[number % changed.length] as PropertyPath
      await client.call('addViewing', { params, body: { name: `Viewer ${number}`, when: '2026-03-11' } })
      done += 1
      // Held transactions commit one by one, long after later entries got their positions.
      if (done % Math.floor(saves / held) === 0) await commits.shift()?.()
    }
  }
  const keys = await Promise.all(apps.map(() => insertKey(['viewing:write'])))
  const saving = Promise.all(apps.map((app, index) => saveSome(app, keys[index] ?? '', index)))
  let isSaving = true
  const reading = (async () => {
    while (isSaving) await readToEnd()
  })()
  await saving
  for (const commit of commits) await commit()
  isSaving = false
  await reading
  // Seals remaining entries, as the job does every minute.
  await sealLeftOvers(fixtures)
  const { rows } = await fixtures.database.pool.query('select count(*)::int as left from event_unsealed')
  expect(rows).toEqual([{ left: 0 }])
  await readToEnd()

  const last = new Map<string, { viewings: number; bedrooms: number | null }>()
  for (const place of places) {
    const { viewings, bedrooms } = await fixtures.as('company').ok(readProperty, { params: place })
    last.set(place.propertyId, { viewings: viewings.length, bedrooms })
  }
  expect(done).toBe(saves)
  expect([...last.values()].reduce((sum, { viewings }) => sum + viewings, 0)).toBe(saves)
  expect(Object.fromEntries(places.map(({ propertyId }) => [propertyId, seen.get(propertyId)]))).toEqual(Object.fromEntries(last))
})
