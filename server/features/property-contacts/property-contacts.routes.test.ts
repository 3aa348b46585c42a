import type { Wire } from '@gya/domain/endpoint.ts'
import { createContact, deleteContact, deletePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

type Body = Wire<typeof saveContacts, 'body'>
type Contact = Wire<typeof createContact, 'response'>

let fixtures: Fixtures
let place: PropertyPath
let [firm, broker, foreign]: Contact[] = []
beforeAll(async () => {
  fixtures = await openFixtures()
  firm = await make('Fenwick & Thrale', fixtures.a)
  broker = await make('Larch Loans', fixtures.a)
  foreign = await make('Foreign Law', fixtures.b)
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Contacts Street')
  fixtures.clock.advance({ minutes: 1 })
})

const make = (name: string, params: { companyId: string }) =>
  fixtures.as('platform').ok(createContact, {
    params,
    body: {
      name,
      email: 'office@firm.example',
      tel: '0118 496 0200',
      pocs: [
        { name: 'Una', email: 'una@firm.example', tel: '07700 900201' },
        { name: 'Vic', email: 'vic@firm.example' },
      ],
    },
  })
const poc = (contact: Contact | undefined, name: string) => contact?.pocs.find((one) => one.name === name)?._id ?? ''
const party = (contact: Contact | undefined, name?: string) => ({
  contact: contact?._id ?? '',
  poc: name ? poc(contact, name) : null,
})
const read = () => fixtures.as('staff').ok(readProperty, { params: place })
const save = async (body: Body, as: FixtureUser = 'staff') =>
  (await fixtures.as(as).ok(saveContacts, { params: place, body })).contacts
const refusal = (body: object) =>
  expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(saveContacts, { params: place, body }))
const person = (firstName: string, memo = false) => ({
  firstName,
  lastName: 'Thimble',
  email: `${firstName.toLowerCase()}@people.example`,
  tel: '07700 900123',
  options: { memo },
})
const buyer = { name: 'Bea Uyer', email: 'bea@buyers.example', tel: '07700 900456', cashBuyer: false }

describe('PATCH contacts', () => {
  test('a new property has none', async () => {
    const nobody = { solicitor: null, mBroker: null, other: '', additionalContacts: [] }
    const none = { name: '', email: '', tel: '', cashBuyer: false }
    expect((await read()).contacts).toEqual({ bStaff: null, ...nobody, buyerDetails: { ...nobody, buyer: none } })
  })

  test('saves solicitor and broker of both sides with name, e-mail and telephone', async () => {
    await save({
      bStaff: fixtures.idOf.staff,
      solicitor: party(firm, 'Una'),
      mBroker: { contact: broker?._id ?? '' },
      other: 'Ring after six.\nNot on Fridays.',
      additionalContacts: [person('Odo', true)],
      buyerDetails: { solicitor: party(firm, 'Vic'), mBroker: party(broker, 'Una'), other: 'Abroad', buyer },
    })
    const { contacts, buyer: same } = await read()
    const office = { email: 'office@firm.example', tel: '0118 496 0200' }
    const firmShown = { _id: firm?._id, name: 'Fenwick & Thrale', ...office }
    const brokerShown = { _id: broker?._id, name: 'Larch Loans', ...office }
    const una = { name: 'Una', email: 'una@firm.example', tel: '07700 900201' }
    expect(contacts).toEqual({
      bStaff: { _id: fixtures.idOf.staff, name: 'staff people', email: 'staff@people.example', tel: '', avatar: null },
      solicitor: { contact: firmShown, poc: { _id: poc(firm, 'Una'), ...una } },
      mBroker: { contact: brokerShown, poc: null },
      other: 'Ring after six.\nNot on Fridays.',
      additionalContacts: [{ _id: expect.any(String), ...person('Odo', true) }],
      buyerDetails: {
        solicitor: { contact: firmShown, poc: { _id: poc(firm, 'Vic'), name: 'Vic', email: 'vic@firm.example', tel: '' } },
        mBroker: { contact: brokerShown, poc: { _id: poc(broker, 'Una'), ...una } },
        other: 'Abroad',
        additionalContacts: [],
        buyer,
      },
    })
    expect(same).toEqual(buyer)
  })

  test('changes only the parts sent; null removes a contact', async () => {
    await save({ solicitor: party(firm, 'Una'), mBroker: party(broker), other: 'Notes', buyerDetails: { buyer } })
    const before = (await read()).contacts
    expect(await save({ solicitor: null, buyerDetails: { buyer: { tel: '' } } })).toEqual({
      ...before,
      solicitor: null,
      buyerDetails: { ...before.buyerDetails, buyer: { ...buyer, tel: '' } },
    })
  })

  test('additionalContacts replaces the list: entries sent with _id keep it, absent ones are removed', async () => {
    const [odo, pim] = (await save({ additionalContacts: [person('Odo'), person('Pim')] })).additionalContacts
    const kept = await save({ additionalContacts: [{ ...person('Pimlico', true), _id: pim?._id ?? '' }, person('Quin')] })
    expect(kept.additionalContacts.map(({ _id, firstName, options }) => [_id, firstName, options.memo])).toEqual([
      [pim?._id, 'Pimlico', true],
      [expect.any(String), 'Quin', false],
    ])
    expect(JSON.stringify(kept)).not.toContain(odo?._id)
  })

  test('records one event with the changed parts and without addresses', async () => {
    await save({ solicitor: party(firm) })
    const events = await eventsDuring(fixtures, place.propertyId, () =>
      save({
        solicitor: party(broker, 'Vic'),
        additionalContacts: [person('Odo')],
        buyerDetails: { buyer },
      }),
    )
    expect(events.map(({ kind, by, data }) => [kind, by, data])).toEqual([
      [
        'contacts-saved',
        fixtures.idOf.staff,
        {
          fields: [
            'solicitor',
            'additionalContacts',
            'buyerDetails.buyer.name',
            'buyerDetails.buyer.email',
            'buyerDetails.buyer.tel',
          ],
          sides: ['vendor', 'buyer'],
          before: { solicitor: 'Fenwick & Thrale' },
          after: { solicitor: 'Larch Loans' },
        },
      ],
    ])
    expect(JSON.stringify(events)).not.toMatch(/@|07700|Thimble/)
  })

  test('a new point of contact at the same firm is recorded without a firm change', async () => {
    await save({ solicitor: party(firm, 'Una') })
    const events = await eventsDuring(fixtures, place.propertyId, () => save({ solicitor: party(firm, 'Vic') }))
    expect(events.map(({ data }) => data)).toEqual([{ fields: ['solicitor'], sides: ['vendor'], before: {}, after: {} }])
  })

  test('without changes writes nothing', async () => {
    const body = { bStaff: fixtures.idOf.staff, solicitor: party(firm, 'Una'), other: 'Notes', buyerDetails: { buyer } }
    await save(body)
    await expectNothingWritten(fixtures, () => save(body))
  })

  test('buyer.cashBuyer sets the financial steps to NA', async () => {
    await save({ buyerDetails: { buyer: { cashBuyer: true } } })
    const { timeline } = await read()
    expect(timeline.data.filter(({ type }) => type === 'F').map(({ state }) => state)).toEqual(['NA', 'NA', 'NA', 'NA'])
  })

  test('accepting an offer sets the buyer', async () => {
    const { name, email, tel } = buyer
    const body = { name, email, tel, amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
    await fixtures.as('staff').ok(addOffer, { params: place, body })
    expect((await read()).contacts.buyerDetails.buyer).toEqual(buyer)
  })
})

describe('PATCH contacts buyer and the accepted offer stay in sync', () => {
  const accept = async () => {
    const { name, email, tel } = buyer
    const body = { name, email, tel, amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
    const { offers } = await fixtures.as('staff').ok(addOffer, { params: place, body })
    return offers[0]?._id ?? ''
  }
  const shown = async () => {
    const { offers, buyer: contact } = await read()
    const memo = await fixtures.as('staff').ok(readMemo, { params: place })
    return { offer: offers[0]?.name, contact: contact.name, memo: memo.buyer?.name }
  }

  test('PATCH offer updates buyer contact and memo', async () => {
    const _id = await accept()
    const joint = { name: 'Grace and Ewan Holloway', email: 'grace@buyers.example', tel: '07700 900457' }
    await fixtures.as('staff').ok(updateOffer, { params: place, body: { _id, ...joint } })
    expect((await read()).contacts.buyerDetails.buyer).toEqual({ ...joint, cashBuyer: false })
    expect(await shown()).toEqual({ offer: joint.name, contact: joint.name, memo: joint.name })
  })

  test('PATCH contacts buyer updates offer and memo, and records it', async () => {
    await accept()
    const name = 'Grace and Ewan Holloway'
    const recorded = await eventsDuring(fixtures, place.propertyId, () => save({ buyerDetails: { buyer: { name, email: '' } } }))
    expect(await shown()).toEqual({ offer: name, contact: name, memo: name })
    expect((await read()).offers[0]).toMatchObject({ email: '', tel: buyer.tel, amount: 285_000 })
    expect(recorded.map(({ kind }) => kind)).toEqual(['contacts-saved', 'offer-updated'])
  })

  test('the buyer of an accepted offer needs a name', async () => {
    await accept()
    expect(await refusal({ buyerDetails: { buyer: { name: ' ' } } })).toMatchObject({ status: 409, code: 'BUYER_NAME_REQUIRED' })
  })

  test('a contacts form opened before an offer correction gets STALE_VERSION', async () => {
    const _id = await accept()
    const { version } = await read()
    await fixtures.as('staff').ok(updateOffer, { params: place, body: { _id, name: 'Grace Holloway' } })
    expect(await refusal({ version, buyerDetails: { buyer } })).toMatchObject({ code: 'STALE_VERSION' })
  })

  test('offers that are not accepted are not changed', async () => {
    const { name, email, tel } = buyer
    const body = { name, email, tel, amount: 285_000, cashBuy: false, chain: false }
    const { offers } = await fixtures.as('staff').ok(addOffer, { params: place, body })
    await save({ buyerDetails: { buyer: { name: 'Someone' } } })
    expect((await read()).offers[0]?.name).toBe(name)
    await fixtures.as('staff').ok(updateOffer, { params: place, body: { _id: offers[0]?._id ?? '', name: 'Another' } })
    expect((await read()).buyer.name).toBe('Someone')
  })
})

describe('PATCH contacts refusals', () => {
  test('a contact of another company returns 404', async () => {
    const notThere = { contact: fixtures.clock.newId(), poc: null }
    const answers = [
      await refusal({ solicitor: party(foreign) }),
      await refusal({ buyerDetails: { mBroker: party(foreign, 'Una') } }),
      await refusal({ solicitor: notThere }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('a point of contact of another contact, and an additional contact of the other side, return 404', async () => {
    expect(await refusal({ solicitor: { contact: firm?._id, poc: poc(broker, 'Una') } })).toMatchObject({ status: 404 })
    const [odo] = (await save({ additionalContacts: [person('Odo')] })).additionalContacts
    expect(await refusal({ buyerDetails: { additionalContacts: [odo] } })).toMatchObject({ status: 404 })
  })

  test.each(['secondBranch', 'vendor', 'otherStaff', 'platform'] as const)(
    'an agent contact who is no member of the branch nor admin of the company: %s',
    async (name) => {
      const isColleague = name === 'secondBranch'
      expect(await refusal({ bStaff: fixtures.idOf[name] })).toMatchObject(
        isColleague ? { status: 409, code: 'NOT_A_MEMBER' } : { status: 404 },
      )
    },
  )

  test('a deleted member as bStaff returns 404; a company administrator is accepted', async () => {
    const gone = await fixtures.addUser({
      type: 'BRANCH_STAFF',
      email: `gone${place.propertyId}@people.example`,
      companyId: place.companyId,
      branchId: place.branchId,
    })
    await fixtures.database.db.updateTable('app_user').set({ deleted_on: fixtures.clock.now() }).where('id', '=', gone).execute()
    expect(await refusal({ bStaff: gone })).toMatchObject({ status: 404 })
    expect((await save({ bStaff: fixtures.idOf.company })).bStaff?._id).toBe(fixtures.idOf.company)
  })

  test.each([
    ['no e-mail', { additionalContacts: [{ ...person('Odo'), email: '' }] }, 'additionalContacts.0.email'],
    ['no telephone', { additionalContacts: [{ ...person('Odo'), tel: ' ' }] }, 'additionalContacts.0.tel'],
    ['no first name', { additionalContacts: [{ ...person('Odo'), firstName: '' }] }, 'additionalContacts.0.firstName'],
    ['51 people', { additionalContacts: Array.from({ length: 51 }, () => person('Odo')) }, 'additionalContacts'],
    ['notes beyond 5,000 characters', { other: 'x'.repeat(5001) }, 'other'],
    ['an unknown field', { buyerDetails: { bStaff: null } }, 'buyerDetails.bStaff'],
    ['an e-mail that is none', { buyerDetails: { buyer: { email: 'nobody' } } }, 'buyerDetails.buyer.email'],
  ])('%s', async (_case, body, path) => {
    expect(await refusal(body)).toMatchObject({ status: 400, issues: [expect.objectContaining({ path })] })
  })
})

test('random saves read back as saved', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.replaceAll(/\P{Letter}/gu, '').slice(0, 60))
  const anyone = fc
    .record({ firstName: text, memo: fc.boolean() })
    .map(({ firstName, memo }) => ({ ...person(firstName || 'X', memo), email: 'x@people.example' }))
  const anyParty = fc.constantFrom(null, party(firm), party(firm, 'Una'), party(broker, 'Vic'))
  const side = { solicitor: anyParty, mBroker: anyParty, other: text, additionalContacts: fc.array(anyone, { maxLength: 3 }) }
  const anyBody = fc.record(
    {
      bStaff: fc.constantFrom(null, fixtures.idOf.staff, fixtures.idOf.company),
      ...side,
      buyerDetails: fc.record(
        { ...side, buyer: fc.record({ name: text, cashBuyer: fc.boolean() }, { requiredKeys: [] }) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  const idsOf = ({ solicitor, mBroker, other, additionalContacts }: Body & object) =>
    JSON.parse(JSON.stringify({ solicitor, mBroker, other, additionalContacts }))
  const shown = (one: Awaited<ReturnType<typeof save>>['buyerDetails'] | Awaited<ReturnType<typeof save>>) => ({
    solicitor: one.solicitor && { contact: one.solicitor.contact._id, poc: one.solicitor.poc?._id ?? null },
    mBroker: one.mBroker && { contact: one.mBroker.contact._id, poc: one.mBroker.poc?._id ?? null },
    other: one.other,
    additionalContacts: one.additionalContacts.map(({ _id, ...rest }) => rest),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyBody, { minLength: 1, maxLength: 4 }), async (bodies) => {
      let expected = (await read()).contacts
      for (const body of bodies) {
        const { buyerDetails = {}, bStaff, ...vendor } = body
        const { buyer: newBuyer, ...ofBuyer } = buyerDetails
        const before = { vendor: shown(expected), buyer: shown(expected.buyerDetails), person: expected.buyerDetails.buyer }
        expected = await save(body)
        expect((await read()).contacts).toEqual(expected)
        expect(shown(expected)).toEqual({ ...before.vendor, ...idsOf(vendor) })
        expect(shown(expected.buyerDetails)).toEqual({ ...before.buyer, ...idsOf(ofBuyer) })
        expect(expected.buyerDetails.buyer).toEqual({ ...before.person, ...newBuyer })
        if (bStaff !== undefined) expect(expected.bStaff?._id ?? null).toBe(bStaff)
      }
    }),
    { numRuns: 15 },
  )
}, 60_000)

describe('PATCH contacts with concurrent saves', () => {
  const both = async (one: Body, two: Body) => {
    const { version } = await read()
    const call = (as: FixtureUser, body: Body) => () =>
      fixtures.as(as).call(saveContacts, { params: place, body: { ...body, version } })
    return runConcurrently(fixtures, place, [call('staff', one), call('branch', two)])
  }

  test('different sides: both are saved', async () => {
    const answers = await both({ other: 'Of the vendor' }, { buyerDetails: { other: 'Of the buyer' } })
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await read()).contacts).toMatchObject({ other: 'Of the vendor', buyerDetails: { other: 'Of the buyer' } })
  })

  test('same side: the second gets STALE_VERSION and saves nothing', async () => {
    const [first, second] = await both({ other: 'First' }, { solicitor: party(firm), buyerDetails: { other: 'Mine' } })
    expect(first).toMatchObject({ status: 200 })
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', details: { savedBy: 'staff people', savedOn: expect.any(String) } },
    })
    expect((await read()).contacts).toMatchObject({ other: 'First', solicitor: null, buyerDetails: { other: '' } })
  })

  test('only changes of the same side conflict, including a new buyer', async () => {
    const { version } = await read()
    await fixtures.as('branch').ok(addNote, { params: place, body: { message: 'Rang them.' } })
    await save({ buyerDetails: { other: 'Mine' }, version })
    const body = { name: 'Bea', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
    const later = (await read()).version
    await fixtures.as('branch').ok(addOffer, { params: place, body })
    const stale = await refusal({ buyerDetails: { buyer: { name: 'Ada' } }, version: later })
    expect(stale).toMatchObject({ status: 409, code: 'STALE_VERSION', details: { savedBy: 'branch people' } })
    expect((await save({ other: 'Vendor', version: later })).other).toBe('Vendor')
  })

  test('a contact deleted concurrently is never assigned', async () => {
    const passing = await make('Passing Firm', fixtures.a)
    const [saved, deleted] = await Promise.all([
      fixtures.as('staff').call(saveContacts, { params: place, body: { solicitor: party(passing) } }),
      fixtures.as('branch').call(deleteContact, { params: { ...fixtures.a, contactId: passing._id } }),
    ])
    expect([200, 404]).toContain(saved.status)
    expect(deleted.status).toBe(200)
    expect((await read()).contacts.solicitor).toBeNull()
  })
})

describe('PATCH contacts after DELETE contact', () => {
  test('unassigns it, and a form that still shows it gets STALE_VERSION', async () => {
    const leaving = await make('Leaving Firm', fixtures.a)
    await save({ solicitor: party(leaving, 'Una'), buyerDetails: { mBroker: party(leaving, 'Una') } })
    const { version } = await read()
    await fixtures.as('branch').ok(deletePoc, { params: { ...fixtures.a, contactId: leaving._id, pocId: poc(leaving, 'Una') } })
    expect((await read()).contacts.solicitor).toMatchObject({ contact: { name: 'Leaving Firm' }, poc: null })
    expect(await refusal({ other: 'Notes', version })).toMatchObject({ code: 'STALE_VERSION' })
  })
})

describe('Setup warnings (sold or for sale): leasehold and pack not "yes"; no vendor’s solicitor; no vendor’s mortgage broker', () => {
  const row = async () =>
    (
      await fixtures.database.db
        .selectFrom('property_report')
        .select('setup_warnings')
        .where('property_id', '=', place.propertyId)
        .executeTakeFirstOrThrow()
    ).setup_warnings
  const both = async () => [(await read()).setupWarnings, await row()]

  test('none before the property is for sale; each clears in property and report row when resolved', async () => {
    expect(await both()).toEqual([[], []])
    const { companyId, branchId, propertyId } = place
    const leasehold = { _id: propertyId, ownership: 'leasehold' as const }
    await fixtures.as('staff').ok(updateProperty, { params: { companyId, branchId }, body: leasehold })
    const body = { name: 'Bea', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
    await fixtures.as('staff').ok(addOffer, { params: place, body })
    const all = ['leaseholdPack', 'vendorSolicitor', 'vendorBroker']
    expect(await both()).toEqual([all, all])
    await save({ solicitor: party(firm), buyerDetails: { mBroker: party(broker) } })
    const left = ['leaseholdPack', 'vendorBroker']
    expect(await both()).toEqual([left, left])
    await save({ mBroker: party(broker) })
    expect(await both()).toEqual([['leaseholdPack'], ['leaseholdPack']])
  })
})

describe('The buyer’s side belongs to an offer', () => {
  const bid = async (name: string, state: 'P' | 'A' = 'P') => {
    const body = { name, email: `${name.toLowerCase()}@bidders.example`, amount: 285_000, cashBuy: false, chain: false, state }
    const { offers } = await fixtures.as('staff').ok(addOffer, { params: place, body })
    return offers.find((offer) => offer.name === name)?._id ?? ''
  }
  const accept = (_id: string) => fixtures.as('staff').ok(updateOffer, { params: place, body: { _id, state: 'A' } })
  const person = { firstName: 'Pim', lastName: 'Ames', email: 'pim@ames.example', tel: '0118 496 0101', options: { memo: true } }
  const enter = (buyer: object = {}) =>
    save({ buyerDetails: { solicitor: party(firm), other: 'Rings at night', additionalContacts: [person], ...buyer } })
  const events = async () =>
    (await fixtures.as('staff').ok(readHistory, { params: place, query: {} })).data.filter(
      ({ kind }) => kind === 'buyer-side-set-aside',
    )

  test('contacts of a named bidder are set aside when another is accepted, and come back with their own acceptance', async () => {
    const [ann, bea] = [await bid('Ann'), await bid('Bea')]
    await enter({ buyer: { name: 'Ann' } })
    const sold = await accept(bea)
    expect(sold.contacts.buyerDetails).toMatchObject({
      solicitor: null,
      other: '',
      additionalContacts: [],
      buyer: { name: 'Bea' },
    })
    expect(sold.buyerSideSetAside).toBeNull()
    expect(await events()).toHaveLength(1)
    expect(JSON.stringify(await events())).not.toContain('Pim')
    await fixtures.as('company').ok(performFallOff, { params: place, body: { note: 'Lost the job' } })
    const again = await accept(ann)
    expect(again.contacts.buyerDetails).toMatchObject({
      solicitor: { contact: { _id: firm?._id } },
      other: 'Rings at night',
      additionalContacts: [{ firstName: 'Pim' }],
      buyer: { name: 'Ann' },
    })
  })

  test('where nobody is named and two have made an offer, a person decides whose the contacts are', async () => {
    const [, bea] = [await bid('Ann'), await bid('Bea')]
    await enter()
    const sold = await accept(bea)
    expect(sold.contacts.buyerDetails).toMatchObject({ solicitor: null, other: '', additionalContacts: [] })
    expect(sold.buyerSideSetAside).toMatchObject({ solicitor: { contact: { _id: firm?._id } }, other: 'Rings at night' })
    // Saving the vendor's side decides nothing.
    await save({ other: 'Vendor is away' })
    expect((await read()).buyerSideSetAside).not.toBeNull()
    await save({ buyerDetails: { solicitor: party(firm) } })
    expect(await read()).toMatchObject({
      buyerSideSetAside: null,
      contacts: { buyerDetails: { solicitor: { contact: { _id: firm?._id } } } },
    })
  })

  test('the contacts of the only bidder, and of the buyer who is accepted, stay', async () => {
    await enter()
    expect((await accept(await bid('Ann'))).contacts.buyerDetails).toMatchObject({ solicitor: { contact: { _id: firm?._id } } })
    expect(await events()).toEqual([])
  })
})
