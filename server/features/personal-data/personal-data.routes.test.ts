import type { Wire } from '@gya/domain/endpoint.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { metrics } from '@gya/domain/features/dashboard/metrics.ts'
import { listDeleted, restoreUser } from '@gya/domain/features/deletion/deletion.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addNote, updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import {
  erasePerson,
  exportOwnData,
  exportPerson,
  searchPerson,
} from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { listCompanyProperties, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { readKeyStats } from '@gya/domain/features/report/report.contract.ts'
import { search as searchEverywhere } from '@gya/domain/features/search/search.contract.ts'
import { verifyEmail } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { updateVendor } from '@gya/domain/features/vendors/vendors.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { findLinkToken } from '../../../test/support/sent-mails.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { deriveProperties } from '../properties/write/derive-properties.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const jane = { names: ['Jane Quillfeather'], emails: ['jane@quill.example'], tels: ['0118 496 0188'] }
const params = () => fixtures.a
const search = (person: object = jane) => fixtures.as('company').ok(searchPerson, { params: params(), body: person })
const erase = (body: Wire<typeof erasePerson, 'body'> = jane) =>
  fixtures.as('company').ok(erasePerson, { params: params(), body })
const read = (place: PropertyPath) => fixtures.as('company').ok(readProperty, { params: place })

/**
 * Jane is a buyer, part of another chain, a friend's additional contact, and mentioned in notes; a vendor has the same
 * name.
 */
async function janesSale(line1: string): Promise<PropertyPath> {
  const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const staff = fixtures.as('staff')
  const { offers } = await staff.ok(addOffer, {
    params: place,
    body: {
      name: 'Jane  Quillfeather',
      email: 'jane@quill.example',
      tel: '+44 118 496 0188',
      amount: 250_000,
      cashBuy: false,
      chain: true,
      notes: 'Jane Quillfeather\nwants to move by May',
    },
  })
  const _id = offers[0]?._id ?? ''
  await staff.ok(updateOffer, { params: place, body: { _id, name: 'J. Quillfeather', state: 'A' } })
  await staff.ok(updateOffer, {
    params: place,
    body: { _id, amendAmount: 245_000, amendReason: 'jane quillfeather saw the survey' },
  })
  await staff.ok(addViewing, { params: place, body: { name: 'Jane Quillfeather', when: '2026-03-09', notes: 'Liked it' } })
  await staff.ok(addNote, { params: place, body: { message: 'Rang Jane Quillfeather on 01184960188 or jane@quill.example.' } })
  await staff.ok(saveContacts, {
    params: place,
    body: {
      other: 'Knows Jane Quillfeather',
      buyerDetails: {
        other: 'Jane Quillfeather rings at noon',
        additionalContacts: [
          {
            firstName: 'Jane',
            lastName: 'Quillfeather',
            email: 'jane@quill.example',
            tel: '0118 496 0188',
            options: { memo: true },
          },
          { firstName: 'Jo', lastName: 'Partner', email: 'jo@quill.example', tel: '01184 960188', options: { memo: false } },
        ],
      },
    },
  })
  const agent = { name: 'Jane Quillfeather', tel: '0118 496 0188' }
  await staff.ok(saveChain, {
    params: place,
    body: { items: [{ propertyName: 'Elsewhere', agent, note: 'Ask Jane Quillfeather' }, { thisProperty: true }] },
  })
  return place
}

const complete = async (place: PropertyPath) => {
  const { db } = fixtures.database
  await db
    .updateTable('property_step')
    .set({ state: 'C', started_on: '2026-03-01', completed_on: '2026-03-09' })
    .where('property_id', '=', place.propertyId)
    .where('key', '=', 25)
    .execute()
  await deriveProperties({ db, companyId: place.companyId, today: '2026-03-10' }, [place.propertyId])
}
const upload = async (place: PropertyPath, fileName: string) => {
  const form = new FormData()
  form.append('note', '')
  form.append('file', new Blob(['%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n']), fileName)
  const { companyId, branchId, propertyId } = place
  const url = `/api/property/${companyId}/${branchId}/${propertyId}/document`
  const answer = await fixtures.as('staff').inject({ method: 'POST', url, payload: form })
  return answer.json<{ documents: { _id: string }[] }>().documents[0]?._id ?? ''
}

/** Every text in the database that contains one of the words. */
async function rowsSaying(what: RegExp): Promise<string[]> {
  const { pool } = fixtures.database
  const tables = await pool.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`)
    found.push(...rows.map(({ row }) => `${name}: ${JSON.stringify(row)}`).filter((row) => what.test(row)))
  }
  return found
}
const ofJane = /quillfeather|jane@quill|118[\s)]*496[\s]*0188/i

/** Data that an erasure must not change: figures, dates and counts. */
async function figures(place: PropertyPath) {
  const { db } = fixtures.database
  const company = fixtures.as('company')
  const {
    version: _v,
    search_text: _s,
    ...row
  } = await db.selectFrom('property_report').selectAll().where('property_id', '=', place.propertyId).executeTakeFirstOrThrow()
  const happened = await db.selectFrom('property_happening').selectAll().orderBy('what').orderBy('id').execute()
  const days = await db.selectFrom('property_day').selectAll().orderBy('property_id').orderBy('since').execute()
  const asked = Object.keys(metrics).join(',')
  const dashboard = await company.ok(readMetrics, {
    params: { ...params(), branchId: 'all' },
    query: { metrics: asked, durationValue: '4' },
  })
  const { timeline, mi, offers, viewings } = await read(place)
  const stats = await company.ok(readKeyStats, { params: params() })
  return {
    row,
    happened,
    days,
    dashboard,
    stats,
    timeline,
    mi,
    offers: offers.map(({ name: _n, email: _e, tel: _t, notes: _o, history, ...rest }) => [
      rest,
      history.map(({ amount }) => amount),
    ]),
    viewings: viewings.map(({ name: _n, ...rest }) => rest),
  }
}

/** The number of properties, people, firms and notes that the palette's search finds. */
const hitsOfPalette = async (q: string): Promise<number> =>
  Object.values(await fixtures.as('company').ok(searchEverywhere, { params: params(), query: { q } })).reduce(
    (sum, group) => sum + (group?.count ?? 0),
    0,
  )

const textOf = (file: Uint8Array | undefined): string => Buffer.from(file ?? []).toString()

describe('Personal data of one person', () => {
  test('search, export and erase find every mention; metrics and the rest of the record are unchanged', async () => {
    const place = await janesSale('1 Erased Row')
    const company = fixtures.as('company')
    const document = await upload(place, 'Passport of Jane Quillfeather.pdf')
    const other = await upload(place, 'Floor plan.pdf')
    await company.ok(createContact, {
      params: params(),
      body: {
        name: 'Quill Law',
        pocs: [{ name: 'Jane Quillfeather', email: 'jane@quill.example', tel: '0118 496 0188', note: 'Jane Quillfeather left' }],
      },
    })
    await company.ok(performFallOff, { params: place, body: { note: 'Jane Quillfeather lost her job' } })
    const fallOffId = (await read(place)).saleResets[0]?._id ?? ''
    await fixtures.as('branch').ok(restoreFallOff, { params: { ...place, fallOffId } })
    await fixtures.runJobs()

    const found = await search()
    expect(found.entries.map(({ kind }) => kind).toSorted()).toEqual([
      'additional',
      'additional',
      'buyer',
      'chain',
      'offer',
      'poc',
      'viewing',
    ])
    expect(found.entries.filter(({ likeness }) => likeness !== 'same')).toMatchObject([
      { kind: 'additional', name: 'Jo Partner' },
    ])
    expect(found.alsoKnownAs).toEqual({ names: ['J. Quillfeather'], emails: [], tels: [] })
    expect(found.texts.map(({ what }) => what)).toEqual(expect.arrayContaining(['Note', 'Note on an offer', 'Notes on a side']))
    expect(found.documents.map(({ fileName }) => fileName).toSorted()).toEqual([
      'Floor plan.pdf',
      'Passport of Jane Quillfeather.pdf',
    ])
    expect(found.openSales).toMatchObject([{ propertyId: place.propertyId }])
    expect(found.whyNotErase).toMatch(/^A party of an open sale/)
    expect((await company.refusal(erasePerson, { params: params(), body: jane })).code).toBe('PERSON_IN_OPEN_SALE')

    await complete(place)
    const everyName = { ...jane, names: ['Jane Quillfeather', 'J. Quillfeather'] }
    const answer = await company.inject({ method: 'POST', url: addressOf(exportPerson.path, params()), payload: everyName })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    const files = unzipSync(answer.rawPayload)
    const machine = JSON.parse(textOf(files['person.json']))
    expect(machine.entries).toHaveLength(7)
    expect(machine.sales).toMatchObject([{ address: '1 Erased Row, RG30 6ZZ', agreedPrice: 245_000, completedOn: '2026-03-09' }])
    expect(JSON.stringify(machine)).not.toMatch(/password|Jo Partner","last/)
    expect(textOf(files['person.html'])).toContain('<dd>Rang Jane Quillfeather on 01184960188 or jane@quill.example.</dd>')

    await fixtures.database.db.updateTable('mail').set({ state: 'sent' }).execute()
    expect(await hitsOfPalette('Jane Quillfeather')).toBeGreaterThan(2)
    const before = await figures(place)
    const { pseudonym, documents } = await erase({ ...everyName, deleteDocuments: [document] })
    const lines = await auditEntries(fixtures.database, 'person-erased')
    expect(lines).toMatchObject([{ user_id: fixtures.idOf.company, network: '127.0.0.1', data: { documents } }])
    expect(JSON.stringify(lines)).not.toMatch(/quill/i)
    expect([pseudonym, documents]).toEqual([expect.stringMatching(/^Erased person [B-Z2-9]{6}$/), 1])
    expect(await figures(place)).toEqual(before)
    expect(await rowsSaying(ofJane)).toEqual([])
    for (const text of ['Jane Quillfeather', '0118 496 0188']) expect(await hitsOfPalette(text)).toBe(0)

    const after = await read(place)
    expect(after.buyer).toMatchObject({ name: pseudonym, email: '', tel: '' })
    expect(after.contacts.buyerDetails.additionalContacts).toMatchObject([
      { firstName: 'Erased', email: 'nobody@erased.invalid' },
      { firstName: 'Jo', email: 'jo@quill.example', tel: '0' },
    ])
    expect(after.documents.map(({ _id }) => _id)).toEqual([other])
    const query = { textSearch: 'quillfeather' }
    expect((await company.ok(listCompanyProperties, { params: params(), query })).paging.count).toBe(0)
    const history = await company.ok(readHistory, { params: place, query: { itemsPerPage: '100' } })
    expect(history.data[0]).toMatchObject({ words: 'A person was erased', author: { name: 'company people' } })
    expect(JSON.stringify(history)).toContain(pseudonym)
    expect((await search()).entries).toEqual([])
    expect((await company.refusal(erasePerson, { params: params(), body: jane })).status).toBe(404)
    await company.ok(performFallOff, { params: { ...place }, body: { note: 'Still works' } }).catch((error: Error) => {
      expect(error.message).toContain('FALL_OFF_COMPLETED')
    })
  })

  test('erasing a vendor ends the account: sessions, address, photo and password are gone, restore is refused', async () => {
    const email = 'vera@vendors.example'
    const userId = await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId })
    const place = await takeOn(fixtures.as('company'), fixtures.first, userId, '2 Erased Row')
    await fixtures.as('company').ok(updateVendor, {
      params: { branchId: place.branchId },
      body: { _id: userId, firstName: 'Vera', lastName: 'Oldname', email: 'vera.old@vendors.example', tel: '0118 496 0177' },
    })
    await fixtures.anonymous.ok(verifyEmail, {
      body: { token: await findLinkToken(fixtures, 'vera.old@vendors.example', 'verify') },
    })
    await fixtures.database.db.updateTable('mail').set({ state: 'sent' }).execute()
    const now = { names: ['Vera Oldname'], emails: ['vera.old@vendors.example'] }
    const vendor = await fixtures.signedIn(userId)
    const { alsoKnownAs } = await search(now)
    expect(alsoKnownAs).toEqual({ names: [], emails: [email], tels: ['0118 496 0177'] })
    const person = { ...now, emails: [...now.emails, email] }
    expect((await search(person)).openSales).toHaveLength(1)
    await fixtures.as('company').ok(updateProperty, { params: place, body: { _id: place.propertyId, active: false } })
    const own = await vendor.inject({ method: 'GET', url: addressOf(exportOwnData.path) })
    expect(JSON.parse(textOf(unzipSync(own.rawPayload)['person.json']))).toMatchObject({
      entries: [{ as: 'Account', email: 'vera.old@vendors.example' }],
      sales: [{ address: '2 Erased Row, RG30 6ZZ' }],
    })
    const { pseudonym } = await erase(person)
    expect((await read(place)).owner).toMatchObject({ fullName: pseudonym, email: '' })
    expect((await vendor.inject({ method: 'GET', url: addressOf(exportOwnData.path) })).statusCode).toBe(401)
    expect(await rowsSaying(/oldname|vera|496 0177/i)).toEqual([])
    const platform = fixtures.as('platform')
    expect((await platform.ok(listDeleted)).data.filter(({ kind }) => kind === 'user')).toEqual([])
    expect((await platform.refusal(restoreUser, { params: { userId } })).status).toBe(404)
  })

  test('saving a form opened before the erasure gets STALE_VERSION', async () => {
    const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '3 Erased Row')
    const staff = fixtures.as('staff')
    await staff.ok(addViewing, { params: place, body: { name: 'Olaf Stale', when: '2026-03-09' } })
    await staff.ok(addNote, { params: place, body: { message: 'Olaf Stale came' } })
    const note = await fixtures.database.db
      .selectFrom('note')
      .selectAll()
      .where('message', '=', 'Olaf Stale came')
      .executeTakeFirstOrThrow()
    const { version } = await read(place)
    await erase({ names: ['Olaf Stale'] })
    const body = { _id: place.propertyId, bedrooms: 3, version }
    expect((await staff.refusal(updateProperty, { params: place, body })).code).toBe('STALE_VERSION')
    const edit = {
      params: { ...place, noteId: note.id },
      body: { message: 'Olaf Stale came twice', version: note.version } as never,
    }
    expect((await staff.refusal(updateNote, edit)).code).toBe('STALE_VERSION')
    const contacts = { params: place, body: { other: 'Olaf Stale', version } }
    expect((await staff.refusal(saveContacts, contacts)).code).toBe('STALE_VERSION')
  })

  test('other companies’ data is not found, and the record is otherwise immutable', async () => {
    await fixtures
      .as('otherStaff')
      .ok(addViewing, { params: fixtures.other, body: { name: 'Una Elsewhere', when: '2026-03-09' } })
    expect((await search({ names: ['Una Elsewhere'] })).entries).toEqual([])
    expect(
      (await fixtures.as('company').refusal(erasePerson, { params: params(), body: { names: ['Una Elsewhere'] } })).status,
    ).toBe(404)
    expect(await rowsSaying(/Una Elsewhere/)).not.toEqual([])
    const { pool } = fixtures.database
    await expect(pool.query(`update event set data = '{}'`)).rejects.toThrow('append-only')
    await expect(
      pool.query(`begin; set local gya.erasing = 'on'; update event set kind = 'viewing-added'; commit`),
    ).rejects.toThrow('append-only')
    await pool.query('rollback')
  })

  test('erase refuses the caller, the last administrator, queued mail to others, and files of other sales', async () => {
    const company = fixtures.as('company')
    const refusal = async (body: Wire<typeof erasePerson, 'body'>, as = company) =>
      (await as.refusal(erasePerson, { params: params(), body })).code
    expect(await refusal({ emails: [fixtures.emailOf('company')] })).toBe('OWN_ACCOUNT')
    expect(await refusal({ emails: [fixtures.emailOf('company')] }, fixtures.as('platform'))).toBe('LAST_ADMINISTRATOR')
    const place = await takeOn(company, fixtures.first, fixtures.idOf.vendor, '4 Erased Row')
    await fixtures.as('staff').ok(addViewing, { params: place, body: { name: 'Mia Postponed', when: '2026-03-09' } })
    const foreign = await upload(place, 'Theirs.pdf')
    expect(await refusal({ names: ['Mia Postponed'], deleteDocuments: [foreign] })).toBe('NOT_FOUND')
    const mail = {
      id: fixtures.clock.newId(),
      company_id: fixtures.a.companyId,
      recipients: ['mia@later.example'],
      createdon: fixtures.clock.now(),
    }
    await fixtures.database.db
      .insertInto('mail')
      .values({ ...mail, subject: 'Hello', body: 'Mia Postponed' })
      .execute()
    const mia = { names: ['Mia Postponed'], emails: ['mia@later.example'] }
    expect(await refusal(mia)).toBe('PERSON_AWAITS_MAIL')
    await fixtures.database.db.updateTable('mail').set({ state: 'failed', attempts: 3 }).where('id', '=', mail.id).execute()
    const { pseudonym } = await erase(mia)
    expect(await fixtures.database.db.selectFrom('mail').selectAll().where('id', '=', mail.id).executeTakeFirst()).toMatchObject({
      recipients: [pseudonym],
      body: '',
      attempts: 0,
    })
  })
})
