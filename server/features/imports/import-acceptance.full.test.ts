import { readdirSync, readFileSync } from 'node:fs'
import { downloadImportReport } from '@gya/domain/features/imports/imports.contract.ts'
import { isErrorsColumn } from '@gya/domain/features/imports/recognise-columns.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { ImportClient } from './testing/import-client.ts'

/** Stories of imports over every file with faults: [seat §19](docs/design/seat.md#19), 7, and [seat §6](docs/design/seat.md#6), 19 and 20. */

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
/** Three imports of a company may be open. */
afterEach(async () => {
  await fixtures.database.pool.query("delete from import where state not in ('done', 'undone')")
})
afterAll(() => fixtures.close())

const folder = new URL('testing/', import.meta.url)
const contentOf = (name: string): Buffer => readFileSync(new URL(name, folder))
const files = [
  'messy-sales.csv',
  'libreoffice.xlsx',
  'feed-2013.blm',
  ...readdirSync(new URL('faults/', folder)).map((name) => `faults/${name}`),
]

/** Uploads a file, whose branches are the first one. `isStrict`: every unreadable cell is an error of its row. */
async function uploaded(name: string, content: Buffer | string, isStrict: boolean): Promise<ImportClient> {
  const client = await ImportClient.open(fixtures)
  await client.upload({ name, content })
  for (const { _id, columns } of (await client.read()).files) {
    const named = columns.filter(({ field }) => field === 'branch')
    const codes = named.map((column) => [
      column.name,
      Object.fromEntries(column.codes.map(({ value }) => [value, fixtures.first.branchId])),
    ])
    await client.map(_id, {
      codes: Object.fromEntries(codes),
      ...(isStrict && { strict: columns.map((column) => column.name) }),
    })
  }
  return client
}

async function checkedStrictly(name: string, content: Buffer | string): Promise<ImportClient> {
  const client = await uploaded(name, content, true)
  await client.check()
  return client
}

type Errors = { fileId: string; kind: string | null; body: string; cells: string[][]; said: unknown[] }

async function errorsOf(client: ImportClient): Promise<Errors[]> {
  const rows = await client.rows({ decision: 'error' })
  const { files: read } = await client.read()
  const downloads: Errors[] = []
  for (const { _id, kind, columns, errors } of read.filter((file) => file.errors > 0)) {
    const url = `${addressOf(downloadImportReport.path, client.params)}?errorsOf=${_id}`
    const { body } = await fixtures.as('company').inject({ method: 'GET', url })
    const own = rows.filter(({ fileId }) => fileId === _id)
    expect(own.length).toBe(errors)
    const at = columns.findIndex((column) => isErrorsColumn(column.name))
    const cells = own.map((row) => row.cells.filter((_cell, n) => n !== at))
    downloads.push({ fileId: _id, kind, body, cells, said: own.map(({ issues }) => issues.map(({ message }) => message)) })
  }
  return downloads
}

describe.each(files)('%s', (name) => {
  test('the counts of the check add up, and so do those after the run', async () => {
    const client = await uploaded(name.replace('faults/', ''), contentOf(name), false)
    const { counts } = await client.check()
    const { create, update, duplicate, same, error, skip } = counts
    expect(counts.rows).toBeGreaterThan(0)
    expect(create + update + duplicate + same + error + skip).toBe(counts.rows)
    if (counts.confirmed === 0) return client.remove()
    const { counts: after } = await client.run()
    const of = async (outcome: 'written' | 'held-back' | 'stay-out') => (await client.rows({ outcome })).length
    expect([await of('written'), await of('held-back')]).toEqual([after.written, after.heldBack])
    expect(after.written + after.heldBack + (await of('stay-out'))).toBe(counts.rows)
    await client.undo()
  })

  test('what has errors, uploaded unchanged, has the same errors and cells; with one cell mended one row more is written', async () => {
    const client = await checkedStrictly(name.replace('faults/', ''), contentOf(name))
    for (const { fileId, kind, body, cells, said } of await errorsOf(client)) {
      const again = await checkedStrictly('again.csv', body)
      const [errors, ...others] = await errorsOf(again)
      expect(others).toEqual([])
      expect([errors?.kind, errors?.cells, errors?.said]).toEqual([kind, cells, said])
      await again.remove()
      const lines: string[][] = parse(body, { bom: true })
      const head = lines[0] ?? []
      const rows = (await client.rows({ decision: 'error' })).filter((row) => row.fileId === fileId)
      const one = rows.findIndex(({ issues }) => issues.length === 1 && issues[0]?.code === 'unreadable')
      if (one === -1 || kind === null) continue
      const at = head.indexOf(rows[one]?.issues[0]?.column ?? '')
      const mended = lines.map((line, n) => line.map((cell, column) => (n === one + 1 && column === at ? '' : cell)))
      const content = mended.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
      const mendedImport = await checkedStrictly('mended.csv', content)
      // The property of a row may be in another sheet, which is not uploaded again.
      const inError = (await mendedImport.rows({ decision: 'error' })).filter(({ issues }) => issues[0]?.code !== 'no-property')
      const left = inError.map(({ issues }) => issues.map(({ message }) => message))
      expect(left).toEqual(said.filter((_messages, n) => n !== one))
      await mendedImport.remove()
    }
    await client.remove()
  })
})
