import { readComing } from '@gya/domain/features/forecast/forecast.contract.ts'
import {
  checkImport,
  deleteImport,
  listImports,
  readImportFile,
  removeImportFile,
  retryImport,
  stopImport,
} from '@gya/domain/features/imports/imports.contract.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeEach(async () => {
  fixtures = await openFixtures()
  return () => fixtures.close()
})

const content = [
  'Ref,Address 1,Town,Postcode,Price',
  'A1,1 Chapel Road,Reading,RG30 6DU,250000',
  'A2,2 Chapel Road,Reading,RG30 6DU,260000',
  'A3,3 Chapel Road,Reading,RG30 6DU,270000',
].join('\n')

/** Makes updates of line `rowNo` fail with an SQLSTATE until the result is called. */
async function failOn(rowNo: number, { condition = 'true', state = 'XX000' } = {}) {
  const { pool } = fixtures.database
  await pool.query(`
    create function fail_row() returns trigger language plpgsql as $$ begin raise exception 'injected' using errcode = '${state}'; end $$;
    create trigger fail_row before update on import_row for each row when (new.row_no = ${rowNo} and ${condition}) execute function fail_row()`)
  return () => pool.query('drop function fail_row cascade')
}

const retry = (client: ImportClient) => fixtures.as('company').ok(retryImport, { params: client.params })

test('The times of steps are learned at the end of an import and of its undo, not at the end of the week', async () => {
  const { db } = fixtures.database
  const runs = () => db.selectFrom('learned_run').select(['learned_on', 'sales', 'sales_without_falls']).execute()
  await db.deleteFrom('learned_run').execute()
  const exchanged = ['A1', 'A2', 'A3'].map((ref) => `${ref},B Uyer,250000,01/10/2025,09/01/2026,30/01/2026`)
  const client = await ImportClient.open(fixtures)
  await client.upload({ content })
  await client.upload({
    name: 'sales.csv',
    content: ['Property ref,Buyer,Price,Accepted on,Exchanged,Completion date', ...exchanged].join('\n'),
  })
  await client.check()
  await client.run()
  await fixtures.runJobs()
  const learnedOn = fixtures.clock.now().slice(0, 10)
  expect(await runs()).toEqual([{ learned_on: learnedOn, sales: 3, sales_without_falls: 3 }])
  const { months, ...coming } = await fixtures
    .as('company')
    .ok(readComing, { params: { ...fixtures.a, branchId: 'all' }, query: {} })
  expect(months).toHaveLength(3)
  expect(coming).toMatchObject({ learnedOn, finishedSales: 3, salesWithoutFalls: 3, learning: null })
  await client.undo()
  await fixtures.runJobs()
  expect(await runs()).toEqual([{ learned_on: learnedOn, sales: 0, sales_without_falls: 0 }])
})

describe('POST company/{c}/import/{i}/retry', () => {
  test('resumes a failed undo; each group is undone once', async () => {
    const client = await ImportClient.checked(fixtures, { content })
    await client.run()
    const mend = await failOn(2, { condition: 'new.undone_on is not null' })
    const failed = await client.undo()
    // Newest first: lines 4 and 3 are undone before line 2 fails.
    expect(failed).toMatchObject({ state: 'undoing', jobFailedOn: fixtures.clock.now(), counts: { written: 3, undone: 2 } })
    const [listed] = (await fixtures.as('company').ok(listImports, { params: fixtures.a, query: {} })).data
    expect(listed?.jobFailedOn).toBe(fixtures.clock.now())
    await mend()
    expect(await retry(client)).toMatchObject({ state: 'undoing', jobFailedOn: null })
    const { rows: jobs } = await fixtures.database.pool.query(
      `select key from graphile_worker.jobs where task_identifier = 'undo-import'`,
    )
    expect(jobs).toHaveLength(1)
    await fixtures.runJobs()
    expect(await client.read()).toMatchObject({ state: 'undone', jobFailedOn: null, counts: { undone: 3, kept: 0 } })
    const { rows } = await fixtures.database.pool.query(`select count(*)::int as count from event where kind = 'import-undone'`)
    expect(rows[0]).toEqual({ count: 3 })
  })

  test('resumes a failed run', async () => {
    const client = await ImportClient.checked(fixtures, { content })
    const mend = await failOn(3, { condition: 'new.written_on is not null' })
    expect(await client.run()).toMatchObject({ state: 'running', jobFailedOn: fixtures.clock.now(), counts: { written: 1 } })
    await mend()
    await retry(client)
    await fixtures.runJobs()
    expect(await client.read()).toMatchObject({ state: 'done', jobFailedOn: null, counts: { written: 3 } })
  })

  test('starts a failed check and a failed reading again', async () => {
    const client = await ImportClient.open(fixtures)
    const { pool } = fixtures.database
    await pool.query(`
      create function fail_insert() returns trigger language plpgsql as $$ begin raise exception 'injected'; end $$;
      create trigger fail_insert before insert on import_row for each row execute function fail_insert()`)
    await client.upload({ content })
    expect(await client.read()).toMatchObject({ state: 'reading', jobFailedOn: fixtures.clock.now() })
    await pool.query('drop function fail_insert cascade')
    await retry(client)
    await fixtures.runJobs()
    expect(await client.read()).toMatchObject({ state: 'mapped', jobFailedOn: null })
    const mend = await failOn(2)
    expect(await client.check()).toMatchObject({ state: 'checking', jobFailedOn: fixtures.clock.now() })
    await mend()
    await retry(client)
    await fixtures.runJobs()
    expect(await client.read()).toMatchObject({ state: 'checked', jobFailedOn: null, counts: { create: 3 } })
  })

  test('of a reading whose last statement fails: the file is read again, and the import goes on', async () => {
    const client = await ImportClient.open(fixtures)
    const { pool } = fixtures.database
    await pool.query(`
      create function fail_end() returns trigger language plpgsql as $$ begin raise exception 'injected'; end $$;
      create trigger fail_end before update on import for each row when (old.state = 'reading' and new.state <> 'reading')
        execute function fail_end()`)
    await client.upload({ content })
    expect(await client.read()).toMatchObject({ state: 'reading', files: [{ state: 'reading' }] })
    await pool.query('drop function fail_end cascade')
    await fixtures.runJobs()
    expect(await client.read()).toMatchObject({ state: 'mapped', jobFailedOn: null, files: [{ state: 'read' }] })
  })

  test.each(['reading', 'checking', 'running', 'undoing'])('of an import that is %s without a job', async (state) => {
    const client = await ImportClient.checked(fixtures, { content })
    const { pool } = fixtures.database
    await pool.query('update import set state = $1, confirmed_by = $2, confirmed_on = now() where id = $3', [
      state,
      fixtures.idOf.company,
      client.params.importId,
    ])
    expect(await client.read()).toMatchObject({ state, jobFailedOn: null })
    await jobAdder(fixtures.database.db)('sweep-imports', {})
    await fixtures.runJobs()
    expect(await client.read()).toMatchObject({ state, jobFailedOn: fixtures.clock.now() })
    await retry(client)
    await fixtures.runJobs()
    expect((await client.read()).state).not.toBe(state)
  })

  test('is refused unless a job has failed (IMPORT_STATE)', async () => {
    const client = await ImportClient.checked(fixtures, { content })
    const refused = await fixtures.as('company').call(retryImport, { params: client.params })
    expect(refused).toMatchObject({ status: 409, body: { code: 'IMPORT_STATE' } })
  })
})

/** Runs the jobs until line `rowNo` is being inserted or updated, then does something, and lets the jobs end. */
async function duringLine(rowNo: number, during: () => Promise<unknown>): Promise<void> {
  const { pool } = fixtures.database
  await pool.query(`
    create function hold_row() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(77); return new; end $$;
    create trigger hold_row before insert or update on import_row for each row when (new.row_no = ${rowNo}) execute function hold_row()`)
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(77)')
  const jobs = fixtures.runJobs()
  const isHeld = async () =>
    (await pool.query(`select from pg_locks where locktype = 'advisory' and objid = 77 and not granted`)).rowCount === 1
  await vi.waitUntil(isHeld, { timeout: 20_000 })
  const acting = during()
  // A call waits for the transaction of the batch.
  const isWaiting = async () =>
    (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%'`)).rowCount === 1
  await vi.waitUntil(isWaiting, { timeout: 20_000 })
  await holder.query('select pg_advisory_unlock(77)')
  holder.release()
  await acting
  await jobs
  await pool.query('drop function hold_row cascade')
}

describe('An import that is being read or checked', () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => `A${at},${at + 1} Chapel Road,Reading,RG30 6DU,250000`)
  const large = ['Ref,Address 1,Town,Postcode,Price', ...lines].join('\n')
  const company = () => fixtures.as('company')
  const left = async () => {
    const { rows } = await fixtures.database.pool.query(`select (select count(*)::int from import_row) as rows,
      (select count(*)::int from import_part) as parts, (select count(*)::int from graphile_worker.jobs where last_error is not null) as errors`)
    return rows[0]
  }

  test('is stopped (POST …/stop): its file keeps no rows and can be read again', async () => {
    const client = await ImportClient.open(fixtures)
    const fileId = await client.send({ content: large })
    await duringLine(600, () => company().ok(stopImport, { params: client.params }))
    expect(await client.read()).toMatchObject({ state: 'open', files: [{ state: 'failed', failure: 'Reading was stopped.' }] })
    expect(await left()).toEqual({ rows: 0, parts: 1, errors: 0 })
    await company().ok(readImportFile, { params: { ...client.params, fileId } })
    await fixtures.runJobs()
    expect(await client.read()).toMatchObject({ state: 'mapped', files: [{ state: 'read', failure: null, rows: 1_200 }] })
  })

  test('a reading that was stopped and started again is not continued by the job of the first', async () => {
    const client = await ImportClient.open(fixtures)
    await client.send({ content: large })
    // As stop and read do, without a moment between them in which the job could see that it was stopped.
    const startAgain = `with locked as (select id from import for update)
      update import_file f set read_no = read_no + 1 from locked where f.import_id = locked.id`
    await duringLine(600, () => fixtures.database.pool.query(startAgain))
    expect(await client.read()).toMatchObject({ state: 'reading', files: [{ state: 'reading', rows: 0 }] })
    await retry(client)
    await fixtures.runJobs()
    expect(await client.read()).toMatchObject({ state: 'mapped', files: [{ state: 'read', rows: 1_200 }] })
    expect(await left()).toEqual({ rows: 1_200, parts: 1, errors: 0 })
  })

  test.each([
    ['DELETE …/import/{i}', (params: ImportClient['params']) => company().ok(deleteImport, { params })],
    [
      'DELETE …/file/{f}',
      (params: ImportClient['params'], fileId: string) => company().ok(removeImportFile, { params: { ...params, fileId } }),
    ],
  ])('is removed by %s and leaves nothing', async (_, remove) => {
    const client = await ImportClient.open(fixtures)
    const fileId = await client.send({ content: large })
    await duringLine(600, () => remove(client.params, fileId))
    expect(await left()).toEqual({ rows: 0, parts: 0, errors: 0 })
    expect((await fixtures.database.pool.query(`select from import where state = 'reading'`)).rowCount).toBe(0)
  })

  test('its check is stopped: the import can be changed and checked again', async () => {
    const client = await ImportClient.open(fixtures)
    await client.upload({ content: large })
    await company().ok(checkImport, { params: client.params, body: {} })
    await duringLine(600, () => company().ok(stopImport, { params: client.params }))
    expect(await client.read()).toMatchObject({ state: 'mapped', jobFailedOn: null })
    const { rows } = await fixtures.database.pool.query(
      'select count(*)::int as checked from import_row where decision is not null',
    )
    expect(rows).toEqual([{ checked: 1_000 }])
    expect(await client.check()).toMatchObject({ state: 'checked', counts: { create: 1_200 } })
  })
})

describe('An undo', () => {
  test('keeps a group that the database refuses to revert, with a reason, and finishes', async () => {
    const client = await ImportClient.checked(fixtures, { content })
    await client.run()
    const { pool } = fixtures.database
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'injected' using errcode = '23503'; end $$;
      create trigger refuse before update on property for each row when (new.deleted_on is not null and new.line1 like '2 Chapel%')
        execute function refuse()`)
    expect(await client.undo()).toMatchObject({ state: 'undone', jobFailedOn: null, counts: { undone: 2, kept: 1 } })
    const kept = (await client.rows()).find(({ keptBecause }) => keptBecause !== null)
    expect(kept).toMatchObject({ rowNo: 3, keptBecause: 'It cannot be undone: newer data depends on it.' })
  })
})

test('Sales that fell through: written with reason and party before the current sale, learned from, and undone', async () => {
  const { db, pool } = fixtures.database
  const sales = [
    'Property ref,Buyer,Price,Accepted on,Cash,Exchanged,Completion date,Fell through on,Fall-through reason,Fall-through party',
    'A1,Open Buyer,250000,01/02/2026,no,,,,,',
    'A1,Gone Buyer,240000,01/10/2025,no,,,05/12/2025,Mortgage refused,Lender',
    'A2,B Uyer,260000,01/10/2025,yes,09/01/2026,30/01/2026,,,',
    'A3,C Uyer,270000,01/10/2025,no,,,01/09/2025,,',
  ]
  const client = await ImportClient.open(fixtures)
  await client.upload({ content })
  await client.upload({ name: 'sales.csv', content: sales.join('\n'), kind: 'sale' })
  await client.check()
  const rows = (await client.rows()).filter(({ kind }) => kind === 'sale')
  expect(rows.map(({ rowNo, decision }) => [rowNo, decision])).toEqual([
    [2, 'create'],
    [3, 'create'],
    [4, 'create'],
    [5, 'error'],
  ])
  await client.run()
  await fixtures.runJobs()
  const { rows: falls } = await pool.query(
    `select f.buyer_name, f.party, r.name as reason, f.createdon::date::text as on, p.line1 from fall_off f
     join property p on p.id = f.property_id left join fall_off_reason r on r.id = f.reason_id`,
  )
  expect(falls).toEqual([
    { buyer_name: 'Gone Buyer', party: 'lender', reason: 'Mortgage refused', on: '2025-12-05', line1: '1 Chapel Road' },
  ])
  const { rows: accepted } = await pool.query(
    `select o.name, o.cash_buy from offer o where o.state = 'A' and o.name in ('Open Buyer', 'Gone Buyer', 'B Uyer') order by o.name`,
  )
  expect(accepted).toEqual([
    { name: 'B Uyer', cash_buy: true },
    { name: 'Open Buyer', cash_buy: false },
  ])
  const learned = await db
    .selectFrom('learned_run')
    .select(['sales', 'sales_without_falls'])
    .orderBy('learned_on', 'desc')
    .limit(1)
    .execute()
  expect(learned).toEqual([{ sales: 1, sales_without_falls: 0 }])
  await client.undo()
  expect(await client.read()).toMatchObject({ state: 'undone', counts: { kept: 0 } })
})
