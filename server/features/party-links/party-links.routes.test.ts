import { createContact, createPoc, mergeContacts, updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import {
  deleteFallOff,
  performFallOff,
  previewFallOff,
  previewRestore,
  restoreFallOff,
} from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { listPropertyMail } from '@gya/domain/features/mail/mail.contract.ts'
import { readPartySale } from '@gya/domain/features/party-links/party.contract.ts'
import {
  acceptProposal,
  endPartyLink,
  listPartyLinks,
  listProposals,
  resendPartyLink,
  sendPartyLink,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { readEvents } from '../properties/testing/recorded-events.ts'
import { endPartyLinks } from './end-party-links.ts'
import { openLink, PartyClient, partyOf, sell, tokenSentTo } from './testing/party-client.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
let sales = 0
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  await fixtures.database.pool.query('delete from rate_limit')
  sales += 1
  place = await sell(fixtures, `${sales} Link Street`)
  fixtures.clock.advance({ minutes: 1 })
})

const staff = () => fixtures.as('staff')
const links = async () => (await staff().ok(listPartyLinks, { params: place })).data
const kinds = async (propertyId = place.propertyId) => (await readEvents(fixtures, propertyId)).map(({ kind }) => kind)
const searchesBack = { what: 'step' as const, stepKey: 33, state: 'C' as const, onDay: '2026-03-10' }
const madeUp = () => new PartyClient(fixtures, 'x'.repeat(43)).call(readPartySale)

describe('POST party-link', () => {
  test('one address gets five links an hour of one person, sent anew or again', async () => {
    const party = partyOf('buyer-conveyancer')
    for (let sent = 0; sent < 4; sent += 1) await staff().ok(sendPartyLink, { params: place, body: party })
    const [link] = await links()
    const params = { ...place, linkId: link?._id ?? '' }
    await staff().ok(resendPartyLink, { params })
    expect((await staff().refusal(resendPartyLink, { params })).code).toBe('TOO_MANY_EMAILS')
    const refusal = await staff().refusal(sendPartyLink, { params: place, body: { ...party, email: party.email.toUpperCase() } })
    expect(refusal.code).toBe('TOO_MANY_EMAILS')
    expect((await staff().ok(listPropertyMail, { params: place })).data).toHaveLength(5)
    await fixtures.as('company').ok(resendPartyLink, { params })
    fixtures.clock.advance({ hours: 1 })
    await staff().ok(resendPartyLink, { params })
  })

  test('e-mails an address that opens the sale; record and audit log mention it without the address', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    expect(party.token).toHaveLength(43)
    expect(await party.read()).toMatchObject({
      party: 'buyer-conveyancer',
      name: 'J. Tolliver',
      address: { line1: `${sales} Link Street` },
      endsOn: '2026-05-09',
    })
    expect((await kinds()).slice(-2)).toEqual(['party-link-sent', 'party-link-opened'])
    const [mail] = (await staff().ok(listPropertyMail, { params: place })).data
    expect(mail).toMatchObject({ subject: `${sales} Link Street: how the sale stands`, sentBy: 'staff people' })
    const [link] = await links()
    expect(link).toMatchObject({ endedBecause: null, lastSeenOn: fixtures.clock.now(), daysSeen: 1 })
    const { rows } = await fixtures.database.pool.query('select data::text from event union all select data::text from audit')
    expect(rows.filter((row) => JSON.stringify(row).includes(party.token))).toEqual([])
  })

  test('without an accepted offer: 409 FALL_OFF_WITHOUT_SALE', async () => {
    const refusal = await staff().refusal(sendPartyLink, { params: fixtures.first, body: partyOf('buyer') })
    expect([refusal.status, refusal.code]).toEqual([409, 'FALL_OFF_WITHOUT_SALE'])
  })

  test('a second link to the same recipient ends the first; Send again replaces the address', async () => {
    const first = await openLink(fixtures, place, 'buyer')
    const second = await openLink(fixtures, place, 'buyer')
    expect([(await first.call(readPartySale)).status, (await second.call(readPartySale)).status]).toEqual([404, 200])
    fixtures.clock.advance({ minutes: 1 })
    await staff().ok(resendPartyLink, { params: { ...place, linkId: second.linkId } })
    const email = (await links())[0]?.email ?? ''
    expect((await second.call(readPartySale)).status).toBe(404)
    expect((await new PartyClient(fixtures, await tokenSentTo(fixtures, email)).call(readPartySale)).status).toBe(200)
    const params = { ...place, linkId: first.linkId }
    expect((await staff().refusal(resendPartyLink, { params })).code).toBe('PARTY_LINK_ENDED')
  })
})

describe('An ended link returns the same response as an unknown one', () => {
  const expectEnded = async (party: PartyClient, because: string) => {
    expect(await party.call(readPartySale)).toEqual(await madeUp())
    const { rows } = await fixtures.database.pool.query(
      'select ended_because, token_hash from party_link where property_id = $1 order by id desc limit 1',
      [place.propertyId],
    )
    expect(rows[0]).toEqual({ ended_because: because, token_hash: null })
    expect(await kinds()).toContain('party-link-ended')
  }

  test('DELETE party-link', async () => {
    const party = await openLink(fixtures, place, 'vendor-conveyancer')
    await staff().ok(endPartyLink, { params: { ...place, linkId: party.linkId } })
    await expectEnded(party, 'revoked')
  })

  describe('fall-off: "links end within the same transaction; open proposals become overtaken"', () => {
    const fallOff = async () => {
      fixtures.clock.advance({ minutes: 1 })
      const { saleResets } = await staff().ok(performFallOff, { params: place, body: { note: 'Buyer lost their job' } })
      return { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } }
    }
    const proposals = async () => (await staff().ok(listProposals, { params: place })).data
    const states = async () => {
      const query = 'select what, state from party_proposal where property_id = $1 order by what desc'
      const { rows } = await fixtures.database.pool.query<{ what: string; state: string }>(query, [place.propertyId])
      return rows.map(({ what, state }) => `${what} ${state}`)
    }
    let party: Awaited<ReturnType<typeof openLink>>
    beforeEach(async () => {
      party = await openLink(fixtures, place, 'buyer-conveyancer')
      await party.upload(Buffer.from('%PDF-1.4\n%%EOF\n'), 'searches.pdf')
      await party.propose(searchesBack)
    })

    test('each restore opens the proposals again, with their files; the link has to be sent again', async () => {
      for (const partyLinks of [1, 0]) {
        expect(await staff().ok(previewFallOff, { params: place })).toMatchObject({ partyLinks, proposals: 2 })
        const fallen = await fallOff()
        expect(await states()).toEqual(['step overtaken', 'document overtaken'])
        expect(await staff().ok(previewRestore, fallen)).toMatchObject({ partyLinks: 1, proposals: 2 })
        await staff().ok(restoreFallOff, fallen)
        expect(await states()).toEqual(['step open', 'document open'])
      }
      await expectEnded(party, 'fell-off')
      const sentAnew = await openLink(fixtures, place, 'buyer-conveyancer')
      expect((await sentAnew.read()).proposals).toMatchObject([{ state: 'open' }, { state: 'open' }])
      for (const { _id } of await proposals())
        await staff().ok(acceptProposal, { params: { ...place, proposalId: _id }, body: {} })
      expect(await states()).toEqual(['step accepted', 'document accepted'])
      const { documents } = await staff().ok(readProperty, { params: place })
      expect(documents).toMatchObject([{ file: { fileName: 'searches.pdf' } }])
    })

    test('undoing an acceptance opens the proposal of a restored sale again, without a new link', async () => {
      await staff().ok(restoreFallOff, await fallOff())
      const [newest] = await proposals()
      const params = { ...place, proposalId: newest?._id ?? '' }
      const { undoId } = await staff().ok(acceptProposal, { params, body: {} })
      await staff().ok(undoChange, { params: { companyId: place.companyId, undoId: undoId ?? '' }, body: {} })
      expect(await states()).toEqual(['step open', 'document open'])
    })

    test('deleting the entry of the fall-off deletes the files', async () => {
      await staff().ok(deleteFallOff, await fallOff())
      const query = 'select document_file from party_proposal where property_id = $1 and document_file is not null'
      expect((await fixtures.database.pool.query(query, [place.propertyId])).rows).toEqual([])
    })

    test('a restore opens no proposals of an erased party', async () => {
      const fallen = await fallOff()
      const person = { names: ['J. Tolliver'], emails: [`buyer-conveyancer-${place.propertyId.slice(-6)}@law.example`] }
      await fixtures.database.db.updateTable('mail').set({ state: 'sent' }).execute()
      await fixtures.as('company').ok(erasePerson, { params: fixtures.a, body: { ...person, deleteDocuments: [] } })
      await staff().ok(restoreFallOff, fallen)
      expect(await proposals()).toMatchObject([{ state: 'overtaken' }, { state: 'overtaken', file: { available: false } }])
    })
  })

  test('after deletion of the property', async () => {
    const party = await openLink(fixtures, place, 'buyer')
    await fixtures.as('company').ok(deleteProperty, { params: place })
    await expectEnded(party, 'deleted')
  })

  test('after a new e-mail address of the buyer or of the person who acts, but not after a new name of the firm', async () => {
    const params = { companyId: place.companyId }
    const contact = await staff().ok(createContact, { params, body: { name: 'Alder & Law', type: 'solicitor' } })
    const poc = await staff().ok(createPoc, {
      params: { ...params, contactId: contact._id },
      body: { name: 'J. Tolliver', email: 'tolliver@alder.example', tel: '' },
    })
    const body = { ...partyOf('buyer-conveyancer', 'tolliver@alder.example'), contactId: contact._id, pocId: poc._id }
    await staff().ok(sendPartyLink, { params: place, body })
    const party = new PartyClient(fixtures, await tokenSentTo(fixtures, body.email))
    const pocParams = { ...params, contactId: contact._id, pocId: poc._id }
    await staff().ok(updatePoc, { params: pocParams, body: { name: 'Jo Tolliver' } })
    expect((await party.call(readPartySale)).status).toBe(200)
    await staff().ok(updatePoc, { params: pocParams, body: { email: 'jo@alder.example' } })
    await expectEnded(party, 'email-changed')
    const withEmail = (email: string) => ({ buyerDetails: { buyer: { email } } })
    await staff().ok(saveContacts, { params: place, body: withEmail('sallow@people.example') })
    await staff().ok(sendPartyLink, { params: place, body: partyOf('buyer', 'sallow@people.example') })
    const buyer = new PartyClient(fixtures, await tokenSentTo(fixtures, 'sallow@people.example'))
    expect((await buyer.call(readPartySale)).status).toBe(200)
    await staff().ok(saveContacts, { params: place, body: withEmail('new@people.example') })
    await expectEnded(buyer, 'email-changed')
  })

  test('after a merge of the firm at whose address it is, also if it names no firm; a sale of the remaining firm keeps its link', async () => {
    const params = { companyId: place.companyId }
    const make = (name: string, email: string) => staff().ok(createContact, { params, body: { name, email, type: 'solicitor' } })
    const [gone, remaining] = [await make('Gone Law', 'office@gone.example'), await make('Stay Law', 'office@stay.example')]
    const sendTo = async (at: PropertyPath, { _id, email }: typeof gone) => {
      const solicitor = { contact: _id, poc: null }
      await staff().ok(saveContacts, { params: at, body: { buyerDetails: { solicitor } } })
      await staff().ok(sendPartyLink, { params: at, body: partyOf('buyer-conveyancer', email) })
      return new PartyClient(fixtures, await tokenSentTo(fixtures, email))
    }
    const kept = await sendTo(await sell(fixtures, `${sales} Stay Street`), remaining)
    const party = await sendTo(place, gone)
    await staff().ok(mergeContacts, { params: { ...params, contactId: remaining._id }, body: { duplicate: gone._id } })
    await expectEnded(party, 'email-changed')
    expect((await kept.call(readPartySale)).status).toBe(200)
  })

  test('after erasure of the party, including its open proposals; the record contains only the pseudonym', async () => {
    const party = await openLink(fixtures, place, 'vendor-conveyancer')
    await party.propose({ what: 'message', text: 'We act' })
    await fixtures.database.db.updateTable('mail').set({ state: 'sent' }).execute()
    const person = { names: ['J. Tolliver'], emails: [`vendor-conveyancer-${place.propertyId.slice(-6)}@law.example`] }
    const { pseudonym } = await fixtures
      .as('company')
      .ok(erasePerson, { params: fixtures.a, body: { ...person, deleteDocuments: [] } })
    await expectEnded(party, 'erased')
    expect(await links()).toMatchObject([{ name: pseudonym, email: '', endedBecause: 'erased' }])
    const [proposal] = (await staff().ok(listProposals, { params: place })).data
    expect(proposal).toMatchObject({ name: pseudonym, state: 'overtaken' })
    const items = await fixtures.database.db
      .selectFrom('action_item')
      .select('key')
      .where('property_id', '=', place.propertyId)
      .where('kind', '=', 'proposal')
      .execute()
    expect(items).toEqual([])
    const ended = (await readEvents(fixtures, place.propertyId)).find(({ kind }) => kind === 'party-link-ended')
    expect(ended?.data).toMatchObject({ name: pseudonym, because: 'erased' })
    const params = { ...place, linkId: party.linkId }
    expect((await staff().refusal(resendPartyLink, { params })).code).toBe('PARTY_LINK_ENDED')
  })

  test('after 60 days, and 14 days after completion; the job records the end', async () => {
    const party = await openLink(fixtures, place, 'buyer')
    fixtures.clock.advance({ days: 60 })
    expect(await party.call(readPartySale)).toEqual(await madeUp())
    await endPartyLinks(fixtures)
    await expectEnded(party, 'expired')

    fixtures.clock.moveTo(testStart)
    place = await sell(fixtures, `${sales} Completed Street`)
    const other = await openLink(fixtures, place, 'buyer')
    const timeline = [24, 25].map((key) => ({ key, state: 'C' as const }))
    await staff().ok(saveTimeline, { params: place, body: { timeline, completionDate: '2026-03-10' } })
    fixtures.clock.advance({ days: 13 })
    expect((await other.call(readPartySale)).status).toBe(200)
    fixtures.clock.advance({ days: 1 })
    expect(await other.call(readPartySale)).toEqual(await madeUp())
    await endPartyLinks(fixtures)
    await expectEnded(other, 'completed')
  })
})

describe('Limits', () => {
  test('30 wrong attempts an hour from one IP address, then 429; valid links still open', async () => {
    const party = await openLink(fixtures, place, 'buyer')
    const answers: number[] = []
    for (let tries = 0; tries < 31; tries += 1) answers.push((await madeUp()).status)
    expect(answers.filter((status) => status === 404)).toHaveLength(30)
    expect(answers.at(-1)).toBe(429)
    expect((await party.call(readPartySale)).status).toBe(200)
  })

  test('a link allows 60 reads a minute and 20 proposals a day', async () => {
    const party = await openLink(fixtures, place, 'buyer')
    const statuses: number[] = []
    for (let reads = 0; reads < 61; reads += 1) statuses.push((await party.call(readPartySale)).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429])
    await fixtures.database.pool.query('delete from rate_limit')
    for (let count = 0; count < 20; count += 1) await party.propose({ what: 'message', text: `Message ${count}` })
    await expect(party.propose({ what: 'message', text: 'One more' })).rejects.toThrow(/TOO_MANY_REQUESTS/)
  })
})
