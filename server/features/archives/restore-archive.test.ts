import { giveUpRestore, inviteAll, restoreArchive } from '@gya/domain/features/archives/archive-upload.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { sealEntries } from '../record/seal-entries.ts'
import { signerOf } from '../record/sign-checkpoints.ts'
import { verifyRecord } from '../record/verify-record.ts'
import { ArchiveClient, type ChangedFiles, changed, comparedSums, exportOf } from './testing/archive-client.ts'
import { enrichCompany, registerWords } from './testing/rich-company.ts'

let fixtures: Fixtures
let zip: Uint8Array
beforeAll(async () => {
  fixtures = await openFixtures()
  await enrichCompany(fixtures)
  zip = await exportOf(fixtures, fixtures.a.companyId)
})
afterAll(() => fixtures.close())

/** An empty installation with a platform admin, on the same day. */
async function openElsewhere(): Promise<{ test: TestApp; archives: ArchiveClient; userId: string }> {
  const test = await openTestApp()
  const userId = '0198c0de-0000-4000-8000-00000000ad31'
  const admin = { id: userId, type: 'GYA_ADMIN', first_name: 'Ada', last_name: 'Min', email: 'ada@people.example' }
  await test.database.db
    .insertInto('app_user')
    .values({ ...admin, activated: true, createdon: test.clock.now() })
    .execute()
  test.clock.advance({ minutes: 1 })
  return { test, archives: new ArchiveClient(test, await test.signedIn(userId)), userId }
}

describe('a restored company', () => {
  let elsewhere: Awaited<ReturnType<typeof openElsewhere>>
  beforeAll(async () => {
    elsewhere = await openElsewhere()
  })
  afterAll(() => elsewhere.test.close())
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await elsewhere.test.database.pool.query<Row>(text, values)).rows

  test('an export of the restored company has the same checksums of tables, files, pictures and record', async () => {
    const { archives, test } = elsewhere
    const verified = await archives.verify(zip)
    expect(verified).toMatchObject({ state: 'verified', refusal: null, company: { name: 'Alder & Ash' }, withFiles: true })
    expect(verified.progress.find(({ name }) => name === 'property')).toEqual({ name: 'property', rows: 3 })
    expect(await query('select id from company')).toEqual([])
    expect(await archives.restore(verified._id)).toMatchObject({ state: 'restored', failure: null })
    expect(comparedSums(await exportOf(test, fixtures.a.companyId))).toEqual(comparedSums(zip))
    const audited = await auditEntries(test.database, 'archive-verified', 'archive-restored')
    expect(audited.map(({ kind }) => kind)).toEqual(['archive-verified', 'archive-restored'])
  })

  test('has the same projections as the original', async () => {
    const derived = ['property_report', 'property_happening', 'property_search', 'action_item', 'property_position', 'customer']
    for (const table of derived) {
      const rows = `select row_to_json(t)::text as row from ${table} t where company_id = $1 order by 1`
      const { rows: original } = await fixtures.database.pool.query(rows, [fixtures.a.companyId])
      expect([table, await query(rows, [fixtures.a.companyId])]).toEqual([table, original])
      expect(original.length).toBeGreaterThan(0)
    }
  })

  test('its register, copies and identifiers are as they were, and the record proves the checks', async () => {
    for (const table of ['customer', 'customer_check', 'customer_check_file', 'sale_file_settings', 'property']) {
      const rows = `select to_jsonb(t) as row from ${table} t where company_id = $1 order by to_jsonb(t)::text`
      const { rows: original } = await fixtures.database.pool.query(rows, [fixtures.a.companyId])
      expect([table, await query(rows, [fixtures.a.companyId])]).toEqual([table, original])
      expect(original.length).toBeGreaterThan(0)
    }
    const { test, userId } = elsewhere
    const { database, clock, config, files } = test
    const options = { now: clock.now(), signer: signerOf(config), files }
    expect(await verifyRecord(database, fixtures.a.companyId, options)).toMatchObject({ unbound: { checks: 0 }, whole: true })
    expect(userId).toBeTruthy()
  })

  test('the archive of another company holds nothing of the register', async () => {
    const other = unzipSync(await exportOf(fixtures, fixtures.b.companyId))
    const own = unzipSync(zip)
    const texts = (entries: Record<string, Uint8Array>) =>
      Object.values(entries)
        .map((one) => Buffer.from(one).toString('latin1'))
        .join('\n')
    for (const word of registerWords)
      expect([word, texts(own).includes(word), texts(other).includes(word)]).toEqual([word, true, false])
    const [paper] = (await fixtures.database.pool.query<{ file: string }>('select file from customer_check_file')).rows
    expect(Object.keys(own).some((name) => name.includes(paper?.file ?? '-'))).toBe(true)
    expect(Object.keys(other).some((name) => name.includes(paper?.file ?? '-'))).toBe(false)
    expect(Buffer.from(other['tables/customer.jsonl'] ?? '').toString()).toBe('')
  })

  test('accounts have no password and are not activated; keys, feeds, endpoints and mail accounts are switched off', async () => {
    const company = [fixtures.a.companyId]
    expect(
      await query('select from app_user where company_id = $1 and (password_hash is not null or activated)', company),
    ).toEqual([])
    expect(await query('select revoked_on is not null as off from api_key')).toEqual([{ off: true }])
    expect(await query('select revoked_on is not null as off from calendar_feed')).toEqual([{ off: true }])
    expect(await query('select state, off_because from webhook')).toEqual([{ state: 'off', off_because: 'by-hand' }])
    expect(await query('select name, state, failing_since, last_words from mail_account')).toEqual([
      { name: 'Sales', state: 'off', failing_since: null, last_words: '' },
    ])
    expect(await query('select token_hash, ended_on from party_link')).toEqual([{ token_hash: null, ended_on: null }])
    expect(await query('select required, tested_on from company_provider')).toEqual([{ required: false, tested_on: null }])
  })

  test('domains and addresses are not confirmed, and support accesses are over, whatever the archive claims', async () => {
    const domains = await fixtures.database.pool.query('select domain from company_domain')
    expect(domains.rows).toEqual([{ domain: 'alder.example' }])
    expect(await query('select domain from company_domain')).toEqual([])
    const { rows } = await fixtures.database.pool.query('select id from app_user where company_id = $1 and email_verified', [
      fixtures.a.companyId,
    ])
    expect(rows).not.toEqual([])
    expect(await query('select id from app_user where company_id = $1 and email_verified', [fixtures.a.companyId])).toEqual([])
    expect(await query('select ended_on is not null as over, reported_on is not null as reported from support_access')).toEqual([
      { over: true, reported: true },
    ])
  })

  test('POST invite-all sends each account one link; after it the company works and its record continues', async () => {
    const { archives, test, userId } = elsewhere
    const { companyId } = fixtures.a
    const before = await verifyRecord(test.database, companyId, { now: test.clock.now(), signer: signerOf(test.config) })
    expect(before).toMatchObject({ whole: true })
    const invited = await archives.client.ok(inviteAll, { params: { companyId } })
    expect(invited).toEqual({ invited: 6, left: 0 })
    expect(await archives.client.ok(inviteAll, { params: { companyId } })).toEqual({ invited: 0, left: 0 })
    expect((await query(`select from mail where subject = 'Your GYA account'`)).length).toBe(6)
    await query(`update app_user set password_reset = false where id = $1`, [fixtures.idOf.company])
    const admin = await test.signedIn(fixtures.idOf.company)
    await admin.ok(addNote, { params: fixtures.first, body: { message: 'The first note elsewhere' } })
    await sealEntries(test.database, companyId)
    const after = await verifyRecord(test.database, companyId, { now: test.clock.now(), signer: signerOf(test.config) })
    expect(after).toMatchObject({ whole: true, length: before.length + 1 })
    expect(userId).toBeTruthy()
  })
})

test('an archive written before the register of checks existed is restored: the register is off', async () => {
  const since = ['customer', 'customer_check', 'customer_check_file', 'sale_file_settings']
  const without = (text: string) => {
    const manifest = JSON.parse(text) as { tables: Record<string, object> }
    for (const table of since) delete manifest.tables[table]
    return JSON.stringify(manifest)
  }
  const gone = since.flatMap((table) => ['jsonl', 'csv'].map((ending) => [`tables/${table}.${ending}`, () => null] as const))
  const archive = await exportOf(fixtures, fixtures.b.companyId)
  const old = changed(archive, { ...Object.fromEntries(gone), 'gya-archive.json': without }, { honestSums: true })
  expect(Object.keys(unzipSync(old)).filter((name) => /customer|sale_file/.test(name))).toEqual([])
  const { test, archives } = await openElsewhere()
  const verified = await archives.verify(old)
  expect(verified).toMatchObject({ state: 'verified', refusal: null })
  expect(await archives.restore(verified._id)).toMatchObject({ state: 'restored', failure: null })
  const { rows } = await test.database.pool.query('select from customer union all select from sale_file_settings')
  expect(rows).toEqual([])
  const { rows: listed } = await test.database.pool.query('select checks_state from property_report')
  expect(listed.map(({ checks_state: state }: { checks_state: null }) => state)).toEqual(listed.map(() => null))
  expect(listed.length).toBeGreaterThan(0)
  expect(comparedSums(await exportOf(test, fixtures.b.companyId))).toEqual(comparedSums(archive))
  await test.close()
})

describe('POST archive/:archiveId/give-up', () => {
  test('removes all rows and files of a failed restore; the archive can be restored later', async () => {
    const { test: elsewhere, archives } = await openElsewhere()
    const { db, pool } = elsewhere.database
    const { _id } = await archives.verify(zip)
    const params = { archiveId: _id }
    const before = await databaseChecksum(elsewhere.database)
    await pool.query('alter table property_report add constraint no_more_rows check (false)')
    expect(await archives.restore(_id)).toMatchObject({ state: 'restoring', failure: expect.stringContaining('no_more_rows') })
    await pool.query('alter table property_report drop constraint no_more_rows')
    expect((await db.selectFrom('event').select('id').execute()).length).toBeGreaterThan(0)
    await expect(pool.query(`begin; set local gya.restoring = 'on'; delete from event; commit`)).rejects.toThrow('append-only')
    await pool.query('rollback')

    expect(await archives.client.ok(giveUpRestore, { params })).toMatchObject({ state: 'giving-up' })
    expect((await archives.client.refusal(giveUpRestore, { params })).code).toBe('ARCHIVE_STATE')
    // The queue also runs the restore again.
    await elsewhere.runJobs()
    expect(await archives.read(_id)).toMatchObject({ state: 'verified', failure: null })
    const after = await databaseChecksum(elsewhere.database)
    const passing = /public\.(archive_upload|audit|session|rate_limit|app_user)$|graphile_worker/
    expect(Object.keys(after).filter((name) => after[name] !== before[name] && !passing.test(name))).toEqual([])
    const accounts = await db.selectFrom('app_user').select('company_id').where('company_id', 'is not', null).execute()
    expect(accounts).toEqual([])

    expect(await archives.verify(zip)).toMatchObject({ state: 'verified', refusal: null })
    expect(await archives.restore(_id)).toMatchObject({ state: 'restored' })
    expect(comparedSums(await exportOf(elsewhere, fixtures.a.companyId))).toEqual(comparedSums(zip))
    expect((await archives.client.refusal(giveUpRestore, { params })).code).toBe('ARCHIVE_STATE')
    await elsewhere.close()
  })
})

describe('POST archive/:archiveId/verify refuses and writes nothing', () => {
  let elsewhere: Awaited<ReturnType<typeof openElsewhere>>
  beforeEach(async () => {
    elsewhere ??= await openElsewhere()
  })
  afterAll(() => elsewhere.test.close())

  const untouched = async () => {
    const {
      'public.archive_upload': _upload,
      'public.audit': _audit,
      ...others
    } = await databaseChecksum(elsewhere.test.database)
    return others
  }
  const parts = ['public.archive_part', 'public.loose_file', 'graphile_worker._private_jobs']
  const withoutParts = (sums: Record<string, string>) =>
    Object.fromEntries(Object.entries(sums).filter(([name]) => !parts.includes(name)))

  async function refused(archive: Uint8Array) {
    const before = withoutParts(await untouched())
    const { _id, state, refusal } = await elsewhere.archives.verify(archive)
    expect(state).toBe('refused')
    expect(withoutParts(await untouched())).toEqual(before)
    const { code } = await elsewhere.archives.client.refusal(restoreArchive, { params: { archiveId: _id } })
    expect(code).toBe(refusal?.code)
    return refusal
  }

  const lines = (change: (lines: string[]) => string[]) => (content: string) => change(content.split('\n')).join('\n')
  const flip = (from: string, to: string) => (content: string) => content.replace(from, to)

  test.each<[string, ChangedFiles, { file: string; line: number | null }]>([
    ['one byte of an offer', { 'tables/offer.jsonl': flip('Rowan', 'Rowen') }, { file: 'tables/offer.jsonl', line: 1 }],
    ['a byte that breaks a row', { 'tables/note.jsonl': flip('"message"', '"message') }, { file: 'tables/note.jsonl', line: 1 }],
    ['a row less', { 'tables/property.jsonl': lines((all) => all.slice(1)) }, { file: 'tables/property.jsonl', line: 1 }],
    ['a byte of a CSV', { 'tables/branch.csv': flip('First Street', 'Fyrst Street') }, { file: 'tables/branch.csv', line: 2 }],
    ['an entry of the record', { 'record/entries.jsonl': flip('Alder', 'Elder') }, { file: 'record/entries.jsonl', line: 1 }],
    ['a leaf', { 'record/leaves.bin': (leaves) => `x${leaves.slice(1)}` }, { file: 'record/entries.jsonl', line: 1 }],
    ['a table less', { 'tables/note.jsonl': () => null }, { file: 'tables/note.jsonl', line: null }],
    ['a file more', { 'tables/more.jsonl': () => 'x' }, { file: 'tables/more.jsonl', line: null }],
  ])('%s: ARCHIVE_DAMAGED with the file and line', async (_what, changes, where) => {
    expect(await refused(changed(zip, changes))).toMatchObject({ code: 'ARCHIVE_DAMAGED', ...where })
  })

  test('a telephone number that no call takes: ARCHIVE_DAMAGED; a line break of an older version is restored as a space', async () => {
    const source = await openFixtures()
    const { pool } = source.database
    await pool.query(`alter table property drop constraint property_lines;
      update property set line1 = E'1 First\\r\\nStreet' where id = '${source.first.propertyId}'`)
    const test = await openElsewhere()
    const { _id } = await test.archives.verify(await exportOf(source, source.a.companyId))
    expect(await test.archives.restore(_id)).toMatchObject({ state: 'restored' })
    const restored = await test.test.database.pool.query(`select from property where line1 = '1 First Street'`)
    expect(restored.rowCount).toBe(1)
    await pool.query(`update property set buyer_tel = 'ask Ann' where id = '${source.first.propertyId}'`)
    expect(await refused(await exportOf(source, source.a.companyId))).toMatchObject({
      code: 'ARCHIVE_DAMAGED',
      file: 'tables/property.jsonl',
      message: expect.stringContaining('buyer_tel: Enter a telephone number.'),
    })
    await Promise.all([source.close(), test.test.close()])
  })

  test('a changed entry with recomputed checksums: the hash chain shows it', async () => {
    const changes = { 'record/entries.jsonl': flip('"kind":"note-added"', '"kind":"note-edited"') }
    expect(await refused(changed(zip, changes, { honestSums: true }))).toMatchObject({
      code: 'ARCHIVE_DAMAGED',
      file: 'record/entries.jsonl',
    })
  })

  test('a checkpoint whose signature was changed', async () => {
    const changes = {
      'record/checkpoints.txt': (text: string) =>
        text.replace(/(gya\.example \S{20})(\S)/, (_all, a, b) => a + (b === 'A' ? 'B' : 'A')),
    }
    expect(await refused(changed(zip, changes, { honestSums: true }))).toMatchObject({
      code: 'ARCHIVE_DAMAGED',
      file: 'record/entries.jsonl',
    })
  })

  test('a table or format of a newer version: ARCHIVE_NEWER', async () => {
    const newer = { 'gya-archive.json': flip('gya-archive/1', 'gya-archive/2') }
    expect(await refused(changed(zip, newer, { honestSums: true }))).toMatchObject({ code: 'ARCHIVE_NEWER' })
    const table = {
      'gya-archive.json': flip('"offer": {', '"unheard_of": {"rows":0,"sha256Csv":"","sha256Jsonl":""},"offer": {'),
    }
    expect(await refused(changed(zip, table, { honestSums: true }))).toMatchObject({ code: 'ARCHIVE_NEWER' })
    const column = { 'tables/offer.csv': flip('company_id', 'unheard_of') }
    expect(await refused(changed(zip, column, { honestSums: true }))).toMatchObject({ code: 'ARCHIVE_NEWER' })
  })

  test.each([
    ['nothing at all', Buffer.from('not a ZIP')],
    ['half an archive', () => zip.subarray(0, zip.length / 2)],
  ])('%s: ARCHIVE_DAMAGED', async (_what, content) => {
    expect(await refused(typeof content === 'function' ? content() : content)).toMatchObject({ code: 'ARCHIVE_DAMAGED' })
  })

  test('addresses in use: ARCHIVE_EMAIL_TAKEN lists them; once they are free the archive can be restored', async () => {
    const { test, archives } = elsewhere
    const taken = { type: 'GYA_ADMIN', first_name: 'Bea', last_name: 'Fore', createdon: test.clock.now() }
    const id = test.clock.newId()
    await test.database.db
      .insertInto('app_user')
      .values({ id, ...taken, email: fixtures.emailOf('staff') })
      .execute()
    const refusal = await refused(zip)
    expect(refusal).toMatchObject({ code: 'ARCHIVE_EMAIL_TAKEN', addresses: [fixtures.emailOf('staff')] })
    await test.database.db.updateTable('app_user').set({ email: 'other@people.example' }).where('id', '=', id).execute()
    const { _id } = await archives.verify(zip)
    // Taken after the verification: the first step of the restore gives the same refusal.
    await test.database.db
      .updateTable('app_user')
      .set({ email: fixtures.emailOf('staff') })
      .where('id', '=', id)
      .execute()
    expect(await archives.restore(_id)).toMatchObject({ state: 'refused', refusal: { code: 'ARCHIVE_EMAIL_TAKEN' } })
    expect((await test.database.pool.query('select from company')).rowCount).toBe(0)
    await test.database.db.deleteFrom('app_user').where('id', '=', id).execute()
  })

  test('the company exists: ARCHIVE_COMPANY_EXISTS', async () => {
    const archives = new ArchiveClient(fixtures, fixtures.as('platform'))
    expect(await archives.verify(zip)).toMatchObject({ state: 'refused', refusal: { code: 'ARCHIVE_COMPANY_EXISTS' } })
  })

  test('a file whose id is in use here', async () => {
    const { rows } = await fixtures.database.pool.query<{ file: string }>('select file from document')
    const file = rows[0]?.file ?? ''
    const { files } = elsewhere.test
    await files.put(fileKey(file, 'original'), await fixtures.files.read(fileKey(file, 'original')), {
      bytes: (await fixtures.files.size(fileKey(file, 'original'))) ?? 0,
      contentType: 'image/png',
    })
    expect((await refused(zip))?.message).toContain('already in use')
    await files.remove(fileKey(file, 'original'))
  })
})
