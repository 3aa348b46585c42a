import { setTimeout } from 'node:timers/promises'
import { checkImport, readImport, runImport, undoImport } from '@gya/domain/features/imports/imports.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { startProductionApp } from '../../../test/support/production-app.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { ImportClient } from './testing/import-client.ts'

/**
 * "A kill at any instant leaves no half group and, after the restart, the same end state as without it" (connect design, section 1.3,
 * rule 11): processes of the app are killed at random instants of a check, a run and an undo.
 */

const properties = 120
/** Processes that are killed, of each of the three jobs. */
const kills = 4
/** Milliseconds that a process lives at most once it is ready. */
const mostMs = 1_500

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

/** What people see of the imported properties, without ids and instants. */
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

/** Kills so many processes of the app at random instants, then lets one finish. Answers how many were killed before it was over. */
async function killedUntil(client: ImportClient, state: string): Promise<number> {
  const isOver = async () => (await fixtures.as('company').ok(readImport, { params: client.params })).state === state
  let killed = 0
  for (;;) {
    const app = await startProductionApp({ DATABASE_URL: on.url, DATABASE_POOL: '4', MAIL: 'keep' })
    if (killed < kills && !(await isOver())) {
      await setTimeout(Math.random() * mostMs)
      app.kill('SIGKILL')
      await app.ended
      killed += 1
      continue
    }
    while (!(await isOver())) await setTimeout(200)
    await app.stop()
    return killed
  }
}

test('an import killed at random instants of check, run and undo ends as one that nobody killed', {
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
  await company.ok(checkImport, { params: client.params })
  let killed = await killedUntil(client, 'checked')
  const { position } = await client.read()
  await company.ok(runImport, { params: client.params, body: { position } })
  killed += await killedUntil(client, 'done')
  expect((await client.read()).counts).toEqual(counts)
  expect(await endState()).toEqual(wanted)
  await company.ok(undoImport, { params: client.params })
  killed += await killedUntil(client, 'undone')
  expect(await endState()).toEqual([])
  expect((await client.read()).counts).toMatchObject({ undone: counts.written, kept: 0 })
  const { rows } = await fixtures.database.pool.query<{ left: number }>('select count(*)::int as left from external_ref')
  expect(rows).toEqual([{ left: 0 }])
  expect(killed).toBeGreaterThanOrEqual(10)
})
