import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { tablesByName } from '../../db/tables.ts'
import { FileNotFoundError } from '../../infra/files/file-store.ts'
import { sealEntries } from '../record/seal-entries.ts'
import { MissingFileError, writeArchive } from './write-archive.ts'

let fixtures: Fixtures
let folder: string
beforeAll(async () => {
  fixtures = await openFixtures()
  folder = await mkdtemp(join(tmpdir(), 'gya-archive-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await fixtures.close()
})

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await fixtures.database.pool.query<Row>(text, values)).rows

describe('the registry', () => {
  test('lists every table', async () => {
    const tables = await query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    expect(Object.keys(tablesByName).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  test('leaves out existing columns only, and all generated ones', async () => {
    const columns = await query<{ name: string; generated: boolean }>(
      `select table_name || '.' || column_name as name, is_generated = 'ALWAYS' as generated from information_schema.columns where table_schema = 'public'`,
    )
    const leftOut = Object.entries(tablesByName).flatMap(([table, of]) =>
      of.as === 'archived' ? Object.keys(of.without ?? {}).map((column) => `${table}.${column}`) : [],
    )
    expect(leftOut.filter((name) => !columns.some((column) => column.name === name))).toEqual([])
    const archived = columns.filter(({ name }) => tablesByName[name.split('.')[0] ?? '']?.as === 'archived')
    expect(archived.filter(({ name, generated }) => generated && !leftOut.includes(name))).toEqual([])
    expect(archived.filter(({ name }) => /hash|secret|token|encrypted/.test(name) && !leftOut.includes(name))).toEqual([])
  })
})

const logo = '0198c0de-0000-4000-8000-00000000a11f'

async function archive(
  companyId: string,
  { withFiles = false, read = async (key: string) => Readable.from([Buffer.from(key)]) } = {},
) {
  const target = await mkdtemp(join(folder, 'made-'))
  const request = { companyId, withFiles, now: fixtures.clock.now() }
  const path = join(target, 'archive.zip')
  const manifest = await writeArchive({ database: fixtures.database, files: { read } }, request, {
    folder: join(target, 'parts'),
    path,
  })
  const entries = unzipSync(await readFile(path))
  return { manifest, entries, text: (name: string) => strFromU8(entries[name] ?? new Uint8Array()) }
}

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('an archive', () => {
  test('has all rows of the company and none of another, with the checksum of every file', async () => {
    const { companyId } = fixtures.a
    await query(`update branch set name = '=1+1' where id = $1`, [fixtures.second.branchId])
    await sealEntries(fixtures.database, companyId)
    const { manifest, entries, text } = await archive(companyId)
    for (const [name, sum] of text('SHA256SUMS')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('  ').toReversed()))
      expect([
        name,
        createHash('sha256')
          .update(entries[name ?? ''] ?? '')
          .digest('hex'),
      ]).toEqual([name, sum])
    expect(text('SHA256SUMS').split('\n')).toHaveLength(Object.keys(entries).length)

    expect(
      linesOf(text('tables/property.jsonl'))
        .map((row) => (row as { id: string }).id)
        .toSorted(),
    ).toEqual([fixtures.first.propertyId, fixtures.second.propertyId].toSorted())
    for (const [table, of] of Object.entries(tablesByName)) {
      if (of.as !== 'archived') continue
      const [row] = await query<{ count: number }>(
        `select count(*)::int as count from ${table} where ${table === 'company' ? 'id' : 'company_id'} = $1`,
        [companyId],
      )
      expect([table, manifest.tables[table]?.rows, linesOf(text(`tables/${table}.jsonl`)).length]).toEqual([
        table,
        row?.count,
        row?.count,
      ])
    }
    const everything = Object.keys(entries).map(text).join('\n')
    expect(everything).not.toContain(fixtures.b.companyId)
    expect(everything).not.toContain('$argon2')
    expect(text('tables/branch.csv')).toContain(",'=1+1,")
    expect(text('tables/branch.jsonl')).toContain('"name":"=1+1"')
    expect(manifest.position).toBe(linesOf(text('record/entries.jsonl')).length)
    expect(manifest.position).toBeGreaterThan(0)
    expect(entries['record/leaves.bin']).toHaveLength(manifest.position * 32)
    expect(manifest.leftOut).toMatchObject({ session: 'sessions', 'app_user.password_hash': 'passwords stay here' })
  })

  test('is identical byte for byte when it is created again', async () => {
    const sums = async () => (await archive(fixtures.a.companyId)).text('SHA256SUMS')
    expect(await sums()).toBe(await sums())
  })

  test('contains the files of its rows; a missing file makes the export fail', async () => {
    await query('update branch set logo = $2 where id = $1', [fixtures.first.branchId, logo])
    const { manifest, text } = await archive(fixtures.a.companyId, { withFiles: true })
    expect(manifest.files).toBe(3)
    expect(text(`pictures/${logo}-card.webp`)).toContain(logo)
    const read = (key: string) => Promise.reject(new FileNotFoundError(key))
    await expect(archive(fixtures.a.companyId, { withFiles: true, read })).rejects.toBeInstanceOf(MissingFileError)
  })
})
