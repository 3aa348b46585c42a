import { checkImport, runImport, undoImport } from '@gya/domain/features/imports/imports.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { isJobRunning, killRepeatedly, until } from '../../../test/support/kill-repeatedly.ts'
import { startProductionApp } from '../../../test/support/production-app.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { ImportClient } from './testing/import-client.ts'

/**
 * "A kill at any instant leaves no half group and, after the restart, the same end state as without it"
 * ([connect §1.3](docs/design/connect.md#1.3), rule 11): eight processes of the app are killed in a check, a run and an undo.
 */

const properties = 120

const csv = (head: string, line: (at: number) => string, count: number): string =>
  [head, ...Array.from({ length: count }, (_, at) => line(at))].join('\n')

const files = [
  {
    name: 'properties.csv',
    content: csv(
      'Ref,Address 1,Postcode,Price,Launched,Vendor email,Vendor last name',
      (at) => `K${at},${at + 1} Kill Road,RG30 6JT,${200_000 + at},01/09/2025,vendor${at}@kill.example,Vendor${at}`,
      properties,
    ),
  },
  {
    name: 'sales.csv',
    content: csv(
      'Property ref,Buyer,Agreed price,Accepted on,Draft contracts',
      (at) => `K${at * 2},Buyer ${at},${190_000 + at},10/09/2025,20/09/2025`,
      properties / 2,
    ),
  },
]

let on: Awaited<ReturnType<typeof createTestDatabase>>
let fixtures: Fixtures
beforeAll(async () => {
  on = await createTestDatabase()
  fixtures = await openFixtures({ on })
})
afterAll(() => fixtures.close())

/** The imported properties without ids and timestamps. */
async function endState() {
  const { rows } = await fixtures.database.pool.query<{ line: string }>(`
    select concat_ws('|', p.line1, p.active, p.agreed_price, p.buyer_name, u.email,
      (select string_agg(price::text, ',') from asking_price a where a.company_id = p.company_id and a.property_id = p.id),
      (select string_agg(name || state || amount, ',' order by name) from offer o where o.company_id = p.company_id and o.property_id = p.id),
      (select string_agg(key || state || coalesce(completed_on::text, ''), ',' order by key) from property_step s
        where s.company_id = p.company_id and s.property_id = p.id),
      (select count(*) from event e where e.company_id = p.company_id and e.property_id = p.id)) as line
    from property p join app_user u on u.id = p.owner_id
    where p.company_id = '${fixtures.a.companyId}' and p.deleted_on is null and p.line1 like '%Kill Road' order by 1`)
  return rows.map(({ line }) => line)
}

const start = () => startProductionApp({ DATABASE_URL: on.url, DATABASE_POOL: '4', MAIL: 'keep' })

type Line = { file: string; at: number }

/** Kills a process before it reaches each of these lines, then lets one finish. */
async function killBefore(client: ImportClient, job: 'check-import' | 'run-import' | 'undo-import', lines: readonly Line[]) {
  const { files: uploaded } = await client.read()
  const locks = lines.map(({ file, at }) => {
    const id = uploaded.find(({ name }) => name === file)?._id ?? ''
    return `select from import_row where company_id = '${fixtures.a.companyId}' and file_id = '${id}' and row_no = ${at + 2} for update`
  })
  await killRepeatedly({ url: on.url, locks, start, hasBegun: () => isJobRunning(fixtures.database.pool, job) })
  const app = await start()
  await until(async () => !(job === 'check-import' ? ['checking'] : ['running', 'undoing']).includes((await client.read()).state))
  await app.stop()
}

test('an import killed at random instants of check, run and undo ends like an uninterrupted one', {
  timeout: 1_200_000,
}, async () => {
  const calm = await ImportClient.checked(fixtures, ...files)
  const { counts } = await calm.run()
  const wanted = await endState()
  expect(wanted).toHaveLength(properties)
  await calm.undo()
  expect(await endState()).toEqual([])

  const company = fixtures.as('company')
  const client = await ImportClient.open(fixtures, { name: 'Killed' })
  for (const file of files) await client.upload(file)
  await company.ok(checkImport, { params: client.params, body: {} })
  await killBefore(client, 'check-import', [
    { file: 'properties.csv', at: properties - 1 },
    { file: 'sales.csv', at: 0 },
  ])
  const { position } = await client.read()
  await company.ok(runImport, { params: client.params, body: { position } })
  const stops = [10, 50, 110].map((at) => ({ file: 'properties.csv', at }))
  await killBefore(client, 'run-import', stops)
  expect(await client.read()).toMatchObject({ state: 'done', counts })
  expect(await endState()).toEqual(wanted)
  await company.ok(undoImport, { params: client.params })
  await killBefore(client, 'undo-import', stops.toReversed())
  expect(await endState()).toEqual([])
  expect((await client.read()).counts).toMatchObject({ undone: counts.written, kept: 0 })
  const { rows } = await fixtures.database.pool.query<{ left: number }>('select count(*)::int as left from external_ref')
  expect(rows).toEqual([{ left: 0 }])
})
