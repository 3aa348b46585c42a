import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import type { readReport } from '@gya/domain/features/report/report.contract.ts'
import { type Database, openPool } from '../../server/db/pool.ts'
import { fillDemo } from '../../server/demo/fill-demo.ts'
import { systemClock } from '../../server/infra/clock.ts'
import { createFreshDatabase } from '../../test/support/fresh-database.ts'
import { signInHeaders } from '../served/ask.ts'
import { startProcess } from '../served/start-process.ts'
import { escapeFormula, listCells, readSheet, reportCells, type SheetCell } from './expected-cells.ts'

const run = promisify(execFile)

/** Texts that spreadsheet programs would run or misinterpret. */
const maliciousTexts = [
  '=HYPERLINK("https://bad.example";"Click me")',
  "=cmd|' /C calc'!A0",
  '=1+1',
  '+44 7700 900123',
  '-2+3',
  '@SUM(1;2)',
  '＝1+1',
  "'apostrophe",
  '"=1+1"',
  'comma, "quoted" and semi;colon',
  '1e5',
  '007',
  '10/03/2026',
  'TRUE',
  '{=1+1}',
  'two  spaces',
  '<b>tags</b> & entities &amp;',
  'back\\slash',
  'Łódź Жизнь 日本 🏡',
  'Ünïcode Straße العربية',
]

type Compared = { name: string; rows: number; cells: number; neutralised: number }
export type CsvChecked = { program: string; files: Compared[] } | { program: null }

/**
 * Opens both exports in LibreOffice and compares every cell with the API: the demo company with malicious addresses and branch
 * names, in its own database. @throws Error that names the first differing cell, or a formula. Without LibreOffice it prints a
 * message and compares nothing.
 */
export async function checkCsv(serverUrl: string, print: (line: string) => void): Promise<CsvChecked> {
  const program = await libreOffice()
  if (program === null) {
    print(
      'LibreOffice is not installed (there is no soffice on the path): the spreadsheets were not opened, nothing was compared.',
    )
    return { program }
  }
  const url = await createFreshDatabase(serverUrl, 'gya_bench_csv')
  const database = openPool(url, 2, (error) => print(error.message))
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const folder = await mkdtemp(join(tmpdir(), 'gya-csv-'))
  try {
    await fillDemo(database, systemClock, () => {})
    const { companyId, branchIds, vendorId } = await demoIds(database)
    const headers = { ...(await signInHeaders(database, companyId)), 'x-client': 'Web' }
    const api = apiOf(`${app.address}/api/`, headers)
    await addMaliciousTexts(api, { companyId, branchIds, vendorId })
    const open = (name: string, address: string, wanted: Wanted) =>
      compare({ name, csv: () => api.text(address), wanted, folder })
    const files = [
      await open(
        'Properties.csv',
        `company/properties/csv/${companyId}`,
        await listWanted(api, `company/properties/${companyId}`, 'company'),
      ),
    ]
    for (const branchId of branchIds.slice(0, 2))
      files.push(
        await open(
          'Properties.csv of a branch',
          `property/list/csv/${companyId}/${branchId}`,
          await listWanted(api, `property/list/${companyId}/${branchId}`, 'branch'),
        ),
      )
    files.push(
      await open(
        'Workflow.csv',
        `property/mi/report/csv/${companyId}`,
        await reportWanted(api, `property/mi/report/${companyId}`),
      ),
    )
    return { program, files }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await app.stop()
    await database.close()
  }
}

const libreOffice = (): Promise<string | null> =>
  run('soffice', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )

type Api = ReturnType<typeof apiOf>

function apiOf(root: string, headers: Record<string, string>) {
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(root + path, {
      ...init,
      headers: { ...headers, ...(init.body ? { 'content-type': 'application/json' } : {}) },
    })
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} for ${path}: ${body.slice(0, 300)}`)
    return body
  }
  return {
    text: (path: string) => send(path),
    read: async <T>(path: string) => JSON.parse(await send(path)) as T,
    save: (method: 'POST' | 'PUT', path: string, body: object) => send(path, { method, body: JSON.stringify(body) }),
  }
}

async function demoIds({ pool }: Database): Promise<{ companyId: string; branchIds: string[]; vendorId: string }> {
  const { rows } = await pool.query<{ companyId: string; branchIds: string[]; vendorId: string }>(`
    select b.company_id as "companyId", array_agg(b.id::text order by b.id) as "branchIds",
           (select u.id from app_user u where u.company_id = b.company_id and u.type = 'VENDOR' order by u.id limit 1) as "vendorId"
    from branch b group by b.company_id order by count(*) desc limit 1`)
  if (!rows[0]) throw new Error('The demo has no company.')
  return rows[0]
}

async function addMaliciousTexts(
  api: Api,
  { companyId, branchIds, vendorId }: Awaited<ReturnType<typeof demoIds>>,
): Promise<void> {
  const [first = ''] = branchIds
  for (const line1 of maliciousTexts) {
    const address = { line1, line2: '', town: 'Sampleton', county: '', country: '', postcode: 'ZZ1 1ZZ' }
    await api.save('POST', `property/${companyId}/${first}`, { address, owner: { _id: vendorId } })
  }
  for (const [index, _id] of branchIds.entries())
    await api.save('PUT', `branch/${companyId}`, { _id, name: `${maliciousTexts[index]} ${index}` })
}

type Wanted = { heads: number; rows: SheetCell[][] }
type Answer<Row> = { data: Row[]; paging: { totalPages: number } }

/** All rows of a list, page by page, in the order of its spreadsheet. */
async function everyRow<Row>(api: Api, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const answer = await api.read<Answer<Row>>(`${path}?itemsPerPage=100&currentPage=${page}`)
    rows.push(...answer.data)
    pages = answer.paging.totalPages
  }
  return rows
}

async function listWanted(api: Api, path: string, level: 'company' | 'branch'): Promise<Wanted> {
  const rows = await everyRow<Wire<typeof listCompanyProperties, 'response'>['data'][number]>(api, path)
  return { heads: level === 'company' ? 12 : 11, rows: rows.map((row) => listCells(row, level)) }
}

async function reportWanted(api: Api, path: string): Promise<Wanted> {
  const rows = await everyRow<Wire<typeof readReport, 'response'>['data'][number]>(api, path)
  const today = londonDay(new Date().toISOString())
  return { heads: 22, rows: rows.map((row) => reportCells(row, today)) }
}

type Comparison = { name: string; csv: () => Promise<string>; wanted: Wanted; folder: string }

async function compare({ name, csv, wanted, folder }: Comparison): Promise<Compared> {
  const file = join(folder, 'export.csv')
  await writeFile(file, await csv())
  // 44: comma; 34: quote; 76: UTF-8; from line 1; 2057: English (UK); quoted cells are not forced to text; dates and numbers
  // are detected.
  await run('soffice', [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--headless',
    '--infilter=CSV:44,34,76,1,,2057,false,true',
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    file,
  ])
  const { rows, formulas } = readSheet(await readFile(join(folder, 'export.fods'), 'utf8'), wanted.heads)
  if (formulas.length > 0) throw new Error(`${name}: LibreOffice found a formula: ${formulas[0]}`)
  const [, ...found] = rows
  if (found.length !== wanted.rows.length) throw new Error(`${name}: ${found.length} rows for ${wanted.rows.length} properties`)
  let neutralised = 0
  for (const [index, row] of wanted.rows.entries())
    for (const [column, cell] of row.entries()) {
      const seen = found[index]?.[column] ?? null
      if (!isDeepStrictEqual(seen, cell))
        throw new Error(
          `${name}, row ${index + 2}, column ${column + 1}: LibreOffice has ${JSON.stringify(seen)}, the API says ${JSON.stringify(cell)}`,
        )
      if (typeof cell === 'string' && cell.startsWith("'") && escapeFormula(cell.slice(1)) === cell) neutralised += 1
    }
  return { name, rows: found.length, cells: found.length * wanted.heads, neutralised }
}

export function printCsv(checked: CsvChecked, print: (line: string) => void): void {
  if (checked.program === null) return
  print(`\nOpened in ${checked.program}; every cell equals the API response, and none is a formula:`)
  for (const { name, rows, cells, neutralised } of checked.files)
    print(`  ${name}: ${rows} rows, ${cells} cells, ${neutralised} of them escaped with an apostrophe`)
}
