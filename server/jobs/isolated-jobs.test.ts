import type { JobName } from '@gya/domain/features/operations/job-schedules.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../test/support/fixtures.ts'
import { makeKey } from '../../test/support/key-client.ts'
import { ImportClient } from '../features/imports/testing/import-client.ts'
import { openLink, sell } from '../features/party-links/testing/party-client.ts'
import { secretBox } from '../infra/encrypted-secrets.ts'
import { createJobHandlers } from './job-handlers.ts'

let fixtures: Fixtures
beforeEach(async () => {
  fixtures = await openFixtures()
})
afterEach(() => fixtures.close())

const query = async (text: string, values: unknown[] = []) => (await fixtures.database.pool.query(text, values)).rows
const ids = async (text: string, values: unknown[] = []): Promise<string[]> => (await query(text, values)).map(({ id }) => id)

const run = (job: JobName, { files = fixtures.files, payload = {} } = {}): Promise<void> =>
  createJobHandlers({
    database: fixtures.database,
    files,
    clock: fixtures.clock,
    config: fixtures.config,
    transport: null,
    secrets: secretBox(Buffer.alloc(32, 7)),
    webhookHttp: fixtures.app.gya.webhookHttp,
    openMailbox: fixtures.app.gya.openMailbox,
  })[job](payload)

/** From now on the database refuses to write the rows of a table that fulfil a condition. */
const refuseRows = (table: string, condition: string) =>
  query(`
    create or replace function planted_fault() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger planted_fault before insert or update on ${table} for each row when (${condition}) execute function planted_fault()`)

const failedKeys = async (job: JobName) =>
  (await query('select key from job_failure where job = $1 order by key', [job])).map(({ key }) => key)
const companies = () => [fixtures.a.companyId, fixtures.b.companyId].toSorted()

describe('A fault in the first company or item', () => {
  test('does not stop apply-retention: other sales and the mail of the company, and other companies', async () => {
    await query("update property set active = false, withdrawn_on = '2015-01-01'")
    await query('insert into retention (company_id, sales_years, mail_days, updatedon) select id, 2, 30, now() from company')
    await query(
      "insert into mail (id, company_id, recipients, subject, body, state, createdon) select gen_random_uuid(), id, '{a@b.example}', 'S', 'B', 'kept', '2015-01-01' from company",
    )
    const [first = ''] = await ids('select id from property where company_id = $1 order by id', [fixtures.a.companyId])
    await refuseRows('property', `new.id = '${first}' and new.erased_on is not null`)
    await run('apply-retention')
    expect(await ids('select id from property where erased_on is null')).toEqual([first])
    expect(await query("select from mail where createdon = '2015-01-01'")).toEqual([])
    expect(await failedKeys('apply-retention')).toEqual([`${fixtures.a.companyId} ${first}`])
  })

  test('does not stop seal-left-overs, sign-checkpoints', async () => {
    const [first] = companies()
    await refuseRows('event_seal', `new.company_id = '${first}'`)
    await run('seal-left-overs')
    expect(await ids('select company_id as id from event_unsealed where company_id = $1', [companies()[1]])).toEqual([])
    await run('sign-checkpoints')
    expect(await ids('select distinct company_id as id from event_seal')).not.toContain(first)
    expect(await ids('select company_id as id from record_checkpoint')).toEqual([companies()[1]])
    expect(await failedKeys('seal-left-overs')).toEqual([first])
    expect(await failedKeys('sign-checkpoints')).toEqual([first])
  })

  test('does not stop end-party-links', async () => {
    const sales = [await sell(fixtures, '1 Long Lane'), await sell(fixtures, '2 Long Lane')]
    for (const sale of sales) await openLink(fixtures, sale, 'buyer-conveyancer')
    const [first, second] = sales.map(({ propertyId }) => propertyId).toSorted()
    await query("update party_link set expires_on = '2026-01-01'")
    await refuseRows('party_link', `new.property_id = '${first}'`)
    await run('end-party-links')
    expect(await ids('select property_id as id from party_link where ended_on is not null')).toEqual([second])
    expect(await failedKeys('end-party-links')).toEqual([`${fixtures.a.companyId} ${first} expired`])
  })

  test('does not stop notify-progressors-of-proposals', async () => {
    const sales = [await sell(fixtures, '1 Long Lane'), await sell(fixtures, '2 Long Lane')]
    for (const sale of sales) {
      const party = await openLink(fixtures, sale, 'buyer-conveyancer')
      await party.propose({ what: 'message', text: 'Hello' })
    }
    const [one, two] = sales.map(({ propertyId }) => propertyId)
    await query('update property set b_staff = $1 where id = $2', [fixtures.idOf.staff, one])
    await query('update property set b_staff = $1 where id = $2', [fixtures.idOf.branch, two])
    const first = (await query('select property_id as id from party_proposal order by 1'))[0]?.id
    await refuseRows('party_proposal', `new.property_id = '${first}'`)
    await run('notify-progressors-of-proposals')
    expect(await ids('select property_id as id from party_proposal where notified_on is null')).toEqual([first])
    expect(await failedKeys('notify-progressors-of-proposals')).toHaveLength(1)
  })

  test('does not stop sum-days, forecast-sales, fold-sales, merge-counts', async () => {
    const [first, second] = companies()
    await query('insert into sale_fold (company_id) select id from company where id = any($1)', [companies()])
    await query(
      `insert into property_count (company_id, branch_id, phase, chain, ownership, properties)
       select company_id, id, 'preForSale', 0, 'F', n from branch, generate_series(1, 300) n`,
    )
    for (const [job, table] of [
      ['sum-days', 'property_day_sum'],
      ['forecast-sales', 'learned_run'],
      ['merge-counts', 'property_count'],
    ] as const) {
      await refuseRows(table, `new.company_id = '${first}'`)
      await run(job)
      expect([job, ...(await failedKeys(job))]).toEqual([job, first])
      await query(`drop trigger planted_fault on ${table}`)
    }
    await query(`create function planted_delete() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`)
    await query(
      `create trigger planted_delete before delete on sale_fold for each row when (old.company_id = '${first}') execute function planted_delete()`,
    )
    await run('fold-sales')
    expect(await ids('select company_id as id from sale_fold')).toEqual([first])
    expect(await ids('select distinct company_id as id from property_day_sum')).toContain(second)
    expect(await ids('select company_id as id from learned_run')).toContain(second)
    expect((await query('select from property_count where company_id = $1', [second])).length).toBeLessThan(300)
  })

  test('does not stop sweep-audit', async () => {
    const [first, second] = companies()
    await query(
      `insert into audit (company_id, id, at, kind, network) select id, gen_random_uuid(), '2025-01-01', 'login', '203.0.113.9/32' from company`,
    )
    await refuseRows('audit', `new.company_id = '${first}'`)
    await run('sweep-audit')
    expect(await ids(`select company_id as id from audit where at = '2025-01-01' and masklen(network) = 24`)).toEqual([second])
    expect(await failedKeys('sweep-audit')).toEqual([first])
  })

  test('does not stop sweep-deleted', async () => {
    const [first, second] = companies()
    await query("update company set deleted_on = '2025-01-01', logo = gen_random_uuid()")
    await refuseRows('company', `new.id = '${first}'`)
    await run('sweep-deleted')
    expect(await ids('select id from company where logo is null')).toEqual([second])
  })

  test('does not stop key-reminders', async () => {
    for (const name of ['One', 'Two']) await makeKey(fixtures, { name, scopes: ['note:write'] })
    const [first, second] = await ids('select id from api_key order by id')
    await query(`update api_key set expires_on = $1`, ['2026-03-12T12:00:00Z'])
    await refuseRows('api_key', `new.id = '${first}'`)
    await run('key-reminders')
    expect(await ids('select id from api_key where reminded_at is not null')).toEqual([second])
    expect(await failedKeys('key-reminders')).toEqual([first])
  })

  test('does not stop begin-prices, also within a company', async () => {
    const [first, ...others] = await ids('select id from property order by company_id, id')
    await query(
      `insert into asking_price (company_id, id, property_id, price, price_option, effective_date, createdon)
       select company_id, gen_random_uuid(), id, 250000, 1, '2026-03-01', now() from property`,
    )
    await query('update property_report set asking_price = 1')
    await refuseRows('property_report', `new.property_id = '${first}'`)
    await run('begin-prices')
    expect(
      await ids('select property_id as id from property_report where asking_price <> 1 order by company_id, property_id'),
    ).toEqual(others)
    expect((await failedKeys('begin-prices'))[0]).toContain(first)
  })

  test('does not stop derive-properties, which is retried', async () => {
    const propertyIds = await ids('select id from property where company_id = $1 order by id', [fixtures.a.companyId])
    const [first, ...others] = propertyIds
    await query('update property_report set asking_price = 1')
    await refuseRows('property_report', `new.property_id = '${first}'`)
    await expect(run('derive-properties', { payload: { companyId: fixtures.a.companyId, propertyIds } })).rejects.toThrow(
      'planted',
    )
    expect(await ids('select property_id as id from property_report where asking_price is distinct from 1')).toEqual(others)
  })

  test('does not stop sweep-files', async () => {
    await query(
      "insert into loose_file (id, kind, since, discarded) select gen_random_uuid(), 'original', now() + n * interval '1 second', true from generate_series(1, 3) n",
    )
    const [loose] = await ids('select id from loose_file order by since')
    const remove = (key: string) =>
      key.includes(loose ?? '') ? Promise.reject(new Error('planted')) : fixtures.files.remove(key)
    await run('sweep-files', { files: { ...fixtures.files, remove } })
    expect(await ids('select id from loose_file')).toEqual([loose])
    expect(await failedKeys('sweep-files')).toEqual([loose])
  })

  test('does not stop sweep-imports', async () => {
    const content = 'Ref,Address 1,Town,Postcode,Price\nA1,1 Chapel Road,Reading,RG30 6DU,250000'
    for (let imports = 0; imports < 2; imports += 1) await ImportClient.checked(fixtures, { content })
    const [first, second] = await ids('select id from import order by id')
    fixtures.clock.advance({ days: 31 })
    await refuseRows('import', `new.id = '${first}' and new.emptied_on is not null`)
    await run('sweep-imports')
    expect(await ids('select id from import where emptied_on is not null')).toEqual([second])
    expect(await ids("select import_id as id from import_row where raw <> '[]'")).toEqual([first])
    expect(await failedKeys('sweep-imports')).toEqual([first])
  })

  test('does not stop the other parts of sweep-sessions and sweep-deleted', async () => {
    await query("insert into rate_limit (key, window_started, tries) values ('k', '2020-01-01', 1)")
    await query('alter table session rename to session_away')
    await run('sweep-sessions')
    await query('alter table session_away rename to session')
    expect(await query("select from rate_limit where key = 'k'")).toEqual([])
    expect(await failedKeys('sweep-sessions')).toEqual(['sessions'])

    await query(
      "insert into job_failure values ('sum-days', 'x', null, 1, '2020-01-01', null, 'Error', '2020-01-01', '2020-01-01')",
    )
    await query(
      "insert into job_failure values ('sum-days', 'y', $1, 10, '2026-03-10', null, 'Error', '2026-03-10', '2026-03-10')",
      [fixtures.b.companyId],
    )
    await query('update company set deleted_on = $1 where id = $2', ['2026-03-09', fixtures.b.companyId])
    await query('alter table company_contact rename to contact_away')
    await run('sweep-deleted')
    await query('alter table contact_away rename to company_contact')
    expect(await failedKeys('sweep-deleted')).toEqual(['contacts'])
    expect(await failedKeys('sum-days')).toEqual([])
  })
})

describe('500 rows that fail', () => {
  test('do not hide the rest of send-automatic-messages and send-vendor-news', async () => {
    const last = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Last Road')
    const columns = await query(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'property' and is_generated = 'NEVER' and column_name not in ('id', 'line1')`,
    )
    const copied = columns.map(({ name }) => name).join()
    await query(
      `insert into property (id, line1, ${copied}) select gen_random_uuid(), n || ' Broken Road', ${copied}
       from property, generate_series(1, 501) n where id = $1`,
      [last.propertyId],
    )
    const [now, before] = [fixtures.clock.now(), '2026-03-10T08:00:00Z']
    await query(
      `insert into vendor_news (company_id, property_id, since, send_after)
       select company_id, id, $1, case when id = $2 then $1::timestamptz else $3 end
       from property where line1 like '% Broken Road' or id = $2`,
      [now, last.propertyId, before],
    )
    await query(
      `insert into automatic_waiting (company_id, property_id, event, occasion, send_after)
       select company_id, property_id, 'offerAccepted', gen_random_uuid(), send_after from vendor_news`,
    )
    await query(
      `insert into job_failure (job, key, company_id, failures, next_try, error, first_failed, last_failed)
       select job, company_id || ' ' || property_id || event, company_id, 1, $1::timestamptz + interval '1 day', 'Error', $1, $1
       from vendor_news, (values ('send-vendor-news', ''), ('send-automatic-messages', ' offerAccepted')) j (job, event)
       where property_id <> $2`,
      [now, last.propertyId],
    )
    for (const [job, table] of [
      ['send-vendor-news', 'vendor_news'],
      ['send-automatic-messages', 'automatic_waiting'],
    ] as const) {
      await run(job)
      expect(await ids(`select property_id as id from ${table} where send_after = $1`, [now])).toEqual([])
      expect(await query(`select from ${table}`)).toHaveLength(501)
    }
  })
})
