import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openImportFile } from './open-import-file.ts'

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

/** `CSV:44,34,76,1`: comma, quotes, UTF-8, from line 1. */
const csvFilter = '--infilter=CSV:44,34,76,1'

test.runIf(hasLibreOffice)('a workbook written by LibreOffice is read like the CSV from which it was made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gya-import-'))
  const csv = join(folder, 'homes.csv')
  await writeFile(csv, 'Ref,Taken on,Price,Note\nP1,2026-10-03,259950.5,"two\nlines"\nP2,2026-10-04,310000,\u00E9\u00A3\n')
  const profile = `-env:UserInstallation=file://${folder}/profile`
  spawnSync('soffice', [profile, '--headless', '--convert-to', 'xlsx', csvFilter, '--outdir', folder, csv])
  const { head, rows } = await openImportFile(join(folder, 'homes.xlsx'))
  expect(head).toMatchObject({ format: 'xlsx', sheet: 'homes', rowCount: 2 })
  expect([...rows()].map(({ rowNo, cells }) => [rowNo, ...cells])).toEqual([
    [2, 'P1', '2026-10-03', '259950.5', 'two\nlines'],
    [3, 'P2', '2026-10-04', '310000', '\u00E9\u00A3'],
  ])
  await rm(folder, { recursive: true, force: true })
})
