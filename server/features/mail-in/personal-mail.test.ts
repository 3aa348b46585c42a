import { deleteBranch, deleteCompany, deleteProperty, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { keepMailFiles, readMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import {
  erasePerson,
  exportPerson,
  readRetention,
  saveRetention,
  searchPerson,
} from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { openTestApp } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { secretBox } from '../../infra/encrypted-secrets.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { ArchiveClient, comparedSums, exportOf, textOf } from '../archives/testing/archive-client.ts'
import { readMail } from './read/read-mail.ts'
import { branchAddress, calliope, type MailFixtures, openMailFixtures } from './testing/mail-fixtures.ts'

let mails: MailFixtures
let fixtures: Fixtures
beforeEach(async () => {
  mails = await openMailFixtures()
  ;({ fixtures } = mails)
})
afterEach(() => mails.close())

const isabel = { names: ['Isabel Quillwright'], emails: ['isabel@people.example'], tels: ['0118 496 0777'] }
const fromIsabel = 'Isabel Quillwright <isabel@people.example>'
const pdf = (filename: string) => ({
  filename,
  content: Buffer.from(`%PDF-1.4\n% ${filename}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`),
})

/** A property for which Isabel made an offer, which was rejected. */
async function isabelsSale(line1: string): Promise<PropertyPath> {
  const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const [name = '', email = '', tel = ''] = Object.values(isabel).flat()
  const offer = { name, email, tel, amount: 285_000, cashBuy: false, chain: false }
  const { offers } = await fixtures.as('staff').ok(addOffer, { params: place, body: offer })
  await fixtures.as('staff').ok(updateOffer, { params: place, body: { _id: offers[0]?._id ?? '', state: 'R' } })
  return place
}

const keep = (id: string, { propertyId }: PropertyPath) =>
  fixtures.as('staff').ok(keepMailFiles, { params: mails.at(id), body: { propertyId, ordinals: [0] } })

/** Tables with a row that holds the text, whatever the column. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = fixtures.database
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace::regnamespace::text in ('public', 'graphile_worker')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`])
    if (rowCount) found.push(name)
  }
  return found
}

const originals = async (): Promise<string[]> =>
  (await fixtures.database.db.selectFrom('mail_in').select('raw_file').execute()).flatMap(({ raw_file }) => raw_file ?? [])
const isStored = async (id: string) => (await fixtures.files.size(fileKey(id, 'original'))) !== null

async function sweepDeleted(): Promise<void> {
  await jobAdder(fixtures.database.db)('sweep-deleted', {})
  await fixtures.runJobs()
}

test('erasing a person leaves no e-mail, list, quoted text, original or file with their name, address or number; chosen files are deleted', async () => {
  const sale = await isabelsSale('27 Rodway Road')
  const other = await mails.makeSale('3 Elm Close')
  const own = await mails.receive({
    from: fromIsabel,
    subject: '27 Rodway Road',
    text: 'My number is 0118 496 0777. Isabel Quillwright',
    attachments: [pdf('Isabel Quillwright passport.pdf')],
  })
  await mails.file(own, sale)
  // Her number is in the quoted text alone.
  const quoting = await mails.receive({
    subject: '3 Elm Close',
    text: 'Noted.\n\nOn 9 March 2026 at 10:00, somebody wrote:\n> Ring me on 0118 496 0777.',
  })
  await mails.file(quoting, other)
  const naming = await mails.receive({
    subject: 'The form',
    text: 'Attached.',
    attachments: [pdf('Form of Isabel Quillwright.pdf')],
  })
  // Written by her from her address; only the HTML, which is not read beside a text, has her name.
  const unnamed = await mails.receive({ subject: 'One more thing', text: 'Thanks.', html: '<p>Thanks.</p>' })
  const { id: offerId } = await fixtures.database.db
    .selectFrom('offer')
    .select('id')
    .where('property_id', '=', sale.propertyId)
    .executeTakeFirstOrThrow()
  await fixtures.database.db
    .updateTable('mail_in')
    .set({ party_ref: `offer:${offerId}` })
    .where('id', '=', unnamed)
    .execute()
  const unrelated = await mails.receive({ subject: 'Of others', text: 'Nothing about her.' })
  await keep(own, sale)
  const before = await originals()
  const { documents, whyNotErase } = await fixtures.as('company').ok(searchPerson, { params: fixtures.a, body: isabel })
  expect([whyNotErase, documents.map(({ fileName }) => fileName)]).toEqual([null, ['Isabel Quillwright passport.pdf']])
  await fixtures.as('company').ok(erasePerson, {
    params: fixtures.a,
    body: { ...isabel, deleteDocuments: documents.map(({ _id }) => _id) },
  })
  await fixtures.runJobs()
  for (const value of ['Quillwright', 'isabel@people', '496 0777', '4960777'])
    expect([value, await tablesWith(value)]).toEqual([value, []])
  const left = await originals()
  expect(left).toHaveLength(1)
  expect(await Promise.all(before.map(isStored))).toEqual(before.map((id) => left.includes(id)))
  const read = await mails.read(quoting)
  expect([read.quoted, read.hasOriginal]).toEqual([expect.stringContaining('Ring me on [erased].'), false])
  expect([(await mails.read(unrelated)).hasOriginal, (await mails.read(naming)).files[0]?.name]).toEqual([
    true,
    expect.stringMatching(/^Form of Erased person \w+\.pdf$/),
  ])
})

test('erasing a person while their e-mail is being read, or waits to be read, leaves nothing of it', async () => {
  await isabelsSale('31 Rodway Road')
  const send = async (subject: string, text: string) => {
    const mail = { from: fromIsabel, to: branchAddress, subject, text, attachments: [pdf('Passport.pdf')] }
    return /[0-9a-f-]{36}$/.exec(await mails.sender.send(mail))?.[0] ?? ''
  }
  const isRead = await send('Being read', 'Ring me on 0118 496 0777.')
  const waits = await send('Not read yet', 'Isabel Quillwright')
  const other = await mails.sender.send({ from: calliope, to: branchAddress, subject: 'Of others', text: 'Nothing about her.' })
  const erase = () => fixtures.as('company').ok(erasePerson, { params: fixtures.a, body: { ...isabel, deleteDocuments: [] } })
  // The erasure runs once the e-mail was parsed, before its reading is stored.
  const { db } = fixtures.database
  const between = new Proxy(db, {
    get: (target, key) => {
      const transaction = () => ({ execute: async (work: never) => (await erase(), target.transaction().execute(work)) })
      const value: unknown = key === 'transaction' ? transaction : Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const database = { ...fixtures.database, db: between }
  const secrets = secretBox(Buffer.alloc(32, 7))
  await readMail({ ...fixtures, database, secrets }, { companyId: fixtures.a.companyId, mailInId: isRead })
  await fixtures.runJobs()
  for (const value of ['Quillwright', 'isabel@people', '496 0777', '4960777'])
    expect([value, await tablesWith(value)]).toEqual([value, []])
  for (const id of [isRead, waits])
    expect(await mails.read(id, 'company')).toMatchObject({ state: 'inbox', text: '', subject: '', hasOriginal: false })
  expect(await mails.read(/[0-9a-f-]{36}$/.exec(other)?.[0] ?? '')).toMatchObject({ subject: 'Of others', hasOriginal: true })
})

test('a person’s documents that came with their e-mails are offered on sales of others too', async () => {
  const sale = await mails.makeSale('28 Rodway Road')
  const id = await mails.receive({ subject: '28 Rodway Road', text: 'Attached.', attachments: [pdf('Searches.pdf')] })
  await mails.file(id, sale)
  await keep(id, sale)
  const body = { names: ['Calliope Primrose'], emails: ['calliope@nettlefold.example'], tels: [] }
  const { documents } = await fixtures.as('company').ok(searchPerson, { params: fixtures.a, body })
  expect(documents).toMatchObject([{ fileName: 'Searches.pdf', place: { propertyId: sale.propertyId } }])
})

test('the export of a person holds the e-mails from and to them, with own words and names of files', async () => {
  const id = await mails.receive({
    from: fromIsabel,
    subject: 'Passport',
    text: 'Here it is.\n\nOn 9 March 2026 at 10:00, somebody wrote:\n> Send it.',
    attachments: [pdf('passport.pdf')],
  })
  await mails.receive({ subject: 'About others', text: 'We spoke to Isabel Quillwright.' })
  const answer = await fixtures
    .as('company')
    .inject({ method: 'POST', url: addressOf(exportPerson.path, fixtures.a), payload: isabel })
  const parts = unzipSync(answer.rawPayload)
  const { receivedEmails, texts } = JSON.parse(strFromU8(parts['person.json'] ?? new Uint8Array()))
  expect(receivedEmails).toEqual([
    expect.objectContaining({
      from: 'isabel@people.example',
      to: 'alder-first@in.gya.example',
      subject: 'Passport',
      text: 'Here it is.',
      files: 'passport.pdf',
    }),
  ])
  expect(texts).toMatchObject([{ text: 'We spoke to Isabel Quillwright.' }])
  expect((await mails.read(id)).subject).toBe('Passport')
})

test('the e-mails of a deleted property go and come back with it; after 30 days their originals are deleted, but not of one on another sale', async () => {
  const [sale, other] = [await mails.makeSale('29 Rodway Road'), await mails.makeSale('4 Elm Close')]
  const only = await mails.receive({ subject: 'Of one', text: 'Of one sale.' })
  const both = await mails.receive({ subject: 'Of both', text: 'Of both sales.' })
  await mails.receive({ subject: 'To file', text: 'Waits.' })
  await mails.file(only, sale)
  await mails.file(both, sale, other)
  await fixtures.as('company').ok(deleteProperty, { params: sale })
  expect((await fixtures.as('staff').refusal(readMailIn, { params: mails.at(only) })).code).toBe('NOT_FOUND')
  expect((await mails.read(both)).sales.map(({ propertyId }) => propertyId)).toEqual([other.propertyId])
  const gone = { companyId: fixtures.a.companyId, deletedPropertyId: sale.propertyId }
  await fixtures.as('platform').ok(restoreProperty, { params: gone })
  expect((await mails.read(only)).hasOriginal).toBe(true)
  await fixtures.as('company').ok(deleteProperty, { params: sale })
  fixtures.clock.advance({ days: 29 })
  await sweepDeleted()
  const before = await originals()
  expect(before).toHaveLength(3)
  fixtures.clock.advance({ days: 2 })
  await sweepDeleted()
  const left = await originals()
  expect(left).toHaveLength(2)
  expect(await Promise.all(before.map(isStored))).toEqual(before.map((id) => left.includes(id)))
  expect((await fixtures.database.pool.query('select from loose_file')).rowCount).toBe(0)
})

test('after 30 days a deleted branch loses the originals of its inbox, a deleted company all, and receives nothing', async () => {
  await mails.receive({ subject: 'To file', text: 'Waits.' })
  await mails.receive({ to: 'alder-second@in.gya.example', subject: 'Of the second', text: 'Waits.' })
  const before = await originals()
  const platform = await fixtures.signedIn(fixtures.idOf.platform)
  await platform.ok(deleteBranch, { params: fixtures.first })
  await expect(mails.sender.send({ from: calliope, to: 'alder-first@in.gya.example', text: 'Hello' })).rejects.toThrow('550')
  fixtures.clock.advance({ days: 31 })
  await sweepDeleted()
  const left = await originals()
  expect([before.length, left.length]).toEqual([2, 1])
  await (await fixtures.signedIn(fixtures.idOf.platform)).ok(deleteCompany, { params: fixtures.a })
  fixtures.clock.advance({ days: 31 })
  await sweepDeleted()
  expect(await originals()).toEqual([])
  expect(await Promise.all(before.map(isStored))).toEqual([false, false])
})

test('retention deletes the originals of the e-mails that name the people of an old sale', async () => {
  const sale = await isabelsSale('31 Rodway Road')
  const id = await mails.receive({ from: fromIsabel, subject: '31 Rodway Road', text: 'Yours, Isabel Quillwright' })
  await mails.file(id, sale)
  const { db } = fixtures.database
  await fixtures.as('staff').ok(updateProperty, { params: sale, body: { _id: sale.propertyId, active: false } })
  const { version } = await fixtures.as('company').ok(readRetention, { params: fixtures.a })
  await fixtures.as('company').ok(saveRetention, { params: fixtures.a, body: { salesYears: 1, mailDays: 0, version } })
  const before = await originals()
  fixtures.clock.advance({ days: 800 })
  await jobAdder(db)('apply-retention', {})
  await fixtures.runJobs()
  expect([await originals(), await Promise.all(before.map(isStored))]).toEqual([[], [false]])
  // Numbers of e-mails by sender are swept after a week.
  expect((await tablesWith('isabel@people.example')).filter((name) => name !== 'rate_limit')).toEqual([])
})

test('an archive holds the e-mails with their originals, without reply keys; restored elsewhere the addresses are off and an answer finds its sale by its thread', async () => {
  const sale = await mails.makeSale('32 Rodway Road')
  const { replyTo } = await mails.write(sale)
  const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text: 'Attached.', attachments: [pdf('Searches.pdf')] })
  await mails.receive({ subject: 'To file', text: 'Waits.' })
  const zip = await exportOf(fixtures, fixtures.a.companyId)
  const files = Object.keys(unzipSync(zip))
  for (const raw of await originals()) expect(files.filter((name) => name.startsWith(`files/${raw}`))).toHaveLength(1)
  const key = /\+r([a-z2-7]{20})@/.exec(replyTo)?.[1] ?? 'no key'
  expect(['mail', 'branch'].filter((table) => textOf(zip, `tables/${table}.jsonl`).includes(key))).toEqual([])
  const elsewhere = await openTestApp()
  try {
    const admin = {
      id: fixtures.clock.newId(),
      type: 'GYA_ADMIN',
      first_name: 'Ada',
      last_name: 'Min',
      email: 'ada@people.example',
    }
    await elsewhere.database.db
      .insertInto('app_user')
      .values({ ...admin, activated: true, createdon: elsewhere.clock.now() })
      .execute()
    elsewhere.clock.advance({ minutes: 1 })
    const archives = new ArchiveClient(elsewhere, await elsewhere.signedIn(admin.id))
    const verified = await archives.verify(zip)
    expect(await archives.restore(verified._id)).toMatchObject({ state: 'restored', failure: null })
    // The forecasts of a restored company are made anew.
    const sums = (of: Uint8Array) => comparedSums(of).filter((line) => !line.includes('sale_forecast_week'))
    expect(sums(await exportOf(elsewhere, fixtures.a.companyId))).toEqual(sums(zip))
    const { rows } = await sql<{ on: boolean; keys: number }>`
      select bool_or(mail_on) as "on", (select count(*)::int from mail where reply_key is not null) as keys from branch`.execute(
      elsewhere.database.db,
    )
    expect(rows).toEqual([{ on: false, keys: 0 }])
    const { rows: there } = await sql`select m.id from mail_in_sale s join mail_in m on m.id = s.mail_in_id
      where m.id = ${id}::uuid and s.state = 'filed' and m.raw_file is not null`.execute(elsewhere.database.db)
    expect(there).toHaveLength(1)
  } finally {
    await elsewhere.close()
  }
})
