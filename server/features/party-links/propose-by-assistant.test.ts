import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { sendMessages } from '@gya/domain/features/messages/messages.contract.ts'
import {
  acceptProposal,
  listProposals,
  proposeChange,
  readProposalInbox,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import { maxOpenOfPerson } from '@gya/domain/features/party-links/proposal-limits.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { listUpdates, saveUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectAssistant } from '../../../test/support/app-client.ts'
import { type Fixtures, openFixtures, type PropertyPath } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { endPartyLinks } from './end-party-links.ts'
import { sell } from './testing/party-client.ts'

let fixtures: Fixtures
let place: PropertyPath
let assistant: Awaited<ReturnType<typeof connectAssistant>>
let sales = 0
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  await fixtures.database.pool.query('delete from rate_limit')
  await fixtures.database.pool.query("update party_proposal set state = 'declined', decided_on = createdon where state = 'open'")
  await fixtures.database.pool.query("update app_grant set ended_on = createdon, ended_because = 'person'")
  sales += 1
  place = await sell(fixtures, `${sales} Assistant Street`)
  assistant = await connectAssistant(fixtures, fixtures.as('staff'))
})
afterAll(() => fixtures.close())

const staff = () => fixtures.as('staff')
const propose = (given: object) => assistant.use('propose', { propertyId: place.propertyId, ...given })
const searchesBack = { what: 'step', stepKey: 33, state: 'C', onDay: '2026-03-10' }
const listed = async () => (await staff().ok(listProposals, { params: place })).data
const undo = (undoId: string | null) =>
  staff().ok(undoChange, { params: { companyId: place.companyId, undoId: undoId ?? '' }, body: {} })
const history = async () => (await staff().ok(readHistory, { params: place })).data

describe('propose', () => {
  test('a step stands in the inbox with person and application, changes nothing, and is no item of Today', async () => {
    const { version } = await staff().ok(readProperty, { params: place })
    const { text, isError } = await propose(searchesBack)
    expect([isError, JSON.parse(text)]).toEqual([
      false,
      { _id: expect.any(String), where: 'Proposals, and above the timeline of the sale' },
    ])
    const { data } = await staff().ok(readProposalInbox, { params: { companyId: place.companyId } })
    expect(data).toMatchObject([
      {
        name: 'staff people, with ‘Larkmead Assistant’',
        from: { source: 'assistant' },
        words: 'Searches back on 10/03/2026',
        effect: expect.stringContaining('completes Searches back'),
        refusal: null,
      },
    ])
    expect((await staff().ok(readProperty, { params: place })).version).toBe(version)
    const { groups } = await staff().ok(readToday, { params: { companyId: place.companyId }, query: { by: 'rank' } })
    expect(groups.flatMap(({ actionItems }) => actionItems).filter(({ kind }) => kind === 'proposal')).toEqual([])
    const [made] = await history()
    expect(made).toMatchObject({ kind: 'party-proposed', author: { name: 'staff people, with ‘Larkmead Assistant’' } })
  })

  test('accepted it completes the step as on screen, and Undo opens it again', async () => {
    await propose(searchesBack)
    const [open] = await listed()
    const params = { ...place, proposalId: open?._id ?? '' }
    const { undoId, timeline } = await staff().ok(acceptProposal, { params, body: {} })
    expect(timeline.data.find(({ key }) => key === 33)).toMatchObject({ state: 'C', completedOn: '2026-03-10' })
    await undo(undoId)
    expect((await listed()).map(({ state }) => state)).toEqual(['open'])
  })

  test('a newer one of a topic replaces an older one of the same person, not that of a colleague', async () => {
    const exchange = (day: string) => ({ what: 'date', dateKind: 'exchange', onDay: `2026-04-${day}` })
    await propose(exchange('09'))
    fixtures.clock.advance({ seconds: 1 })
    const other = await connectAssistant(fixtures, fixtures.as('branch'))
    await other.use('propose', { propertyId: place.propertyId, ...exchange('08') })
    fixtures.clock.advance({ seconds: 1 })
    await propose(exchange('07'))
    expect((await listed()).map(({ state, onDay }) => [state, onDay])).toEqual([
      ['open', '2026-04-07'],
      ['open', '2026-04-08'],
      ['overtaken', '2026-04-09'],
    ])
  })

  test.each([
    [{ ...searchesBack, onDay: '2026-03-11' }, 'STEP_DATE_IN_FUTURE'],
    [{ ...searchesBack, stepKey: 99 }, 'VALIDATION_FAILED'],
    [{ what: 'message' }, 'VALIDATION_FAILED'],
    [
      { what: 'email', text: 'Hello', subject: 'Hello', partyRef: 'poc:01990000-0000-7000-8000-000000000001' },
      'VALIDATION_FAILED',
    ],
    [{ what: 'email', text: 'Hello', subject: 'Hello', partyRef: 'x@evil.example' }, 'VALIDATION_FAILED'],
    [{ what: 'date', dateKind: 'completion', onDay: '2026-03-01' }, 'EXPECTED_IN_PAST'],
    [{ what: 'delete' }, 'VALIDATION_FAILED'],
  ])('refuses %j', async (given, code) => {
    expect(await propose(given)).toMatchObject({ isError: true, text: expect.stringMatching(`^${code}: `) })
    expect(await listed()).toEqual([])
  })

  test('is for applications alone', async () => {
    const body = { what: 'message' as const, text: 'Hello' }
    expect(await staff().refusal(proposeChange, { params: place, body })).toMatchObject({ code: 'FORBIDDEN' })
  })

  test(`a person has ${maxOpenOfPerson} open at most`, async () => {
    for (let n = 0; n < maxOpenOfPerson; n += 1) {
      fixtures.clock.advance({ seconds: 1 })
      expect((await propose({ what: 'message', text: `Message ${n}` })).isError).toBe(false)
    }
    expect((await propose({ what: 'message', text: 'One more' })).text).toBe(
      'TOO_MANY_PROPOSALS: Decide on the open proposals first.',
    )
  })

  test('nobody decides for 7 days: it ends, in words', async () => {
    await propose({ what: 'message', text: 'Ring them.' })
    const states = async () => (await listed()).map(({ state, reason }) => [state, reason])
    fixtures.clock.advance({ days: 6 })
    await endPartyLinks({ database: fixtures.database, clock: fixtures.clock })
    expect(await states()).toEqual([['open', '']])
    fixtures.clock.advance({ days: 1, minutes: 1 })
    await endPartyLinks({ database: fixtures.database, clock: fixtures.clock })
    expect(await states()).toEqual([['overtaken', 'Nobody decided in 7 days.']])
  })

  test('a fall-off overtakes it, the restore opens it again', async () => {
    await propose(searchesBack)
    const state = async () => {
      const query = 'select state from party_proposal where property_id = $1'
      return (await fixtures.database.pool.query<{ state: string }>(query, [place.propertyId])).rows.map((row) => row.state)
    }
    const { saleResets } = await staff().ok(performFallOff, { params: place, body: { note: 'Survey' } })
    expect(await state()).toEqual(['overtaken'])
    await staff().ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
    expect(await state()).toEqual(['open'])
  })

  test('an e-mail is accepted by sending it, and open again if that is undone', async () => {
    const partyRef = `vendor:${fixtures.idOf.vendor}`
    await propose({ what: 'email', partyRef, subject: 'Keys', text: 'See https://evil.example now.' })
    const [open] = await listed()
    expect(open).toMatchObject({ words: 'E-mail: Keys', partyRef, caution: 'Check before you send: this draft holds a link.' })
    const proposalId = open?._id ?? ''
    expect(await staff().refusal(acceptProposal, { params: { ...place, proposalId }, body: {} })).toMatchObject({
      code: 'PROPOSAL_HAS_DIALOG',
    })
    const params = { companyId: place.companyId }
    const body = { subject: 'Keys', body: 'The keys are here.', to: [{ partyRef, propertyIds: [place.propertyId] }], proposalId }
    const { undoId } = await staff().ok(sendMessages, { params, body })
    expect((await listed()).map(({ state }) => state)).toEqual(['accepted'])
    expect(await staff().refusal(sendMessages, { params, body })).toMatchObject({ code: 'PROPOSAL_DECIDED' })
    await undo(undoId)
    expect((await listed()).map(({ state }) => state)).toEqual(['open'])
  })
})

describe('draft_vendor_update', () => {
  const draft = (text: string) => assistant.use('draft_vendor_update', { propertyId: place.propertyId, text })
  const update = async () => {
    fixtures.clock.advance({ days: 20 })
    const query = { who: 'nobody' as const }
    const { data } = await staff().ok(listUpdates, { params: { companyId: place.companyId }, query })
    return data.find(({ propertyId }) => propertyId === place.propertyId)
  }

  test('says with what it was drafted; an own draft is replaced, that of a colleague is not', async () => {
    await draft('First words.')
    expect(JSON.parse((await draft('Better words.')).text)).toEqual({
      propertyId: place.propertyId,
      where: 'Today › Updates to vendors',
    })
    const saved = (await update())?.draft
    expect(saved).toMatchObject({ text: 'Better words.', draftedWith: 'Larkmead Assistant', caution: null })
    assistant = await connectAssistant(fixtures, fixtures.as('staff'))
    expect((await draft('Not mine.')).text).toBe('DRAFT_EDITED: A colleague has written on this update.')
    const body = { text: 'My words.', ...(saved?.version ? { version: saved.version } : {}) }
    const after = await staff().ok(saveUpdate, { params: { companyId: place.companyId, propertyId: place.propertyId }, body })
    expect(after.draft).toMatchObject({ draftedWith: null })
  })
})
