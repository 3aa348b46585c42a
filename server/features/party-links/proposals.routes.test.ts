import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { makeProposal, savePartyWishes, takeBackProposal } from '@gya/domain/features/party-links/party.contract.ts'
import {
  acceptProposal,
  declineProposal,
  downloadProposalFile,
  listProposals,
  readProposalInbox,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { completeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { notifyProgressorsOfProposals } from './notify-progressors-of-proposals.ts'
import { openLink, sell } from './testing/party-client.ts'

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
  await fixtures.database.pool.query("update party_proposal set notified_on = '2026-01-01T00:00:00Z'")
  sales += 1
  place = await sell(fixtures, `${sales} Proposal Street`)
  fixtures.clock.advance({ minutes: 1 })
})

const staff = () => fixtures.as('staff')
const company = () => ({ companyId: place.companyId })
const property = () => staff().ok(readProperty, { params: place })
const stateOf = async (key: number) => (await property()).timeline.data.find((step) => step.key === key)
const proposals = async () => (await staff().ok(listProposals, { params: place })).data
const newest = async () => {
  const [first] = await proposals()
  if (!first) throw new Error('There is no proposal.')
  return first
}
const accept = async (body = {}) => staff().ok(acceptProposal, { params: { ...place, proposalId: (await newest())._id }, body })
const undo = (undoId: string | null) => staff().ok(undoChange, { params: { ...company(), undoId: undoId ?? '' }, body: {} })
const done = (stepKey: number, onDay = '2026-03-10') => ({ what: 'step' as const, stepKey, state: 'C' as const, onDay })
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

describe('A sale that has moved on', () => {
  const save = (timeline: { key: number; state: 'C' | 'IP' }[], completionDate?: string) =>
    staff().ok(saveTimeline, { params: place, body: { timeline, ...(completionDate ? { completionDate } : {}) } })
  const states = async () => (await proposals()).map(({ words, state }) => [words, state])

  test('after exchange the completion and a message may be proposed, after completion a message; open ones are overtaken', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.propose(done(33))
    await party.propose({ what: 'message', text: 'When do we exchange?' })
    await save([{ key: 24, state: 'C' }], '2026-03-10')
    expect(await states()).toEqual([
      ['Message', 'open'],
      ['Searches back on 10/03/2026', 'overtaken'],
    ])
    expect((await party.call(makeProposal, { body: done(34) })).body).toMatchObject({ code: 'PROPOSAL_TOO_LATE' })
    const exchanged = await party.read()
    expect(exchanged.standing).toBe('Contracts have been exchanged. Completion is today.')
    expect(exchanged.mayPropose).toMatchObject({ dates: ['completion'], documents: false })
    await save([{ key: 25, state: 'C' }])
    const completed = await party.read()
    expect(completed).toMatchObject({
      standing: 'The sale completed on Tuesday 10 March 2026.',
      asks: [],
      waitingFor: [],
      mayPropose: { dates: [], surveys: [], documents: false },
    })
    await party.propose({ what: 'message', text: 'Thank you.' })
  })

  test('a withdrawn sale is paused: a message alone; put back, everything is as before', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.propose(done(33))
    const before = await party.read()
    const edit = (active: boolean) => staff().ok(updateProperty, { params: place, body: { _id: place.propertyId, active } })
    await edit(false)
    const paused = await party.read()
    expect(paused.standing).toMatch(/^This sale is on hold\. .+ can tell you more\.$/)
    expect(paused).toMatchObject({ asks: [], waitingFor: [], completionDate: null, mayPropose: { dates: [], surveys: [] } })
    expect(await states()).toEqual([['Searches back on 10/03/2026', 'overtaken']])
    expect((await party.call(makeProposal, { body: done(34) })).body).toMatchObject({ code: 'PROPOSAL_TOO_LATE' })
    fixtures.clock.advance({ minutes: 5 })
    await edit(true)
    expect(await party.read()).toEqual(before)
  })

  test('a buyer asks for another completion date once one is agreed; accepting it changes that day', async () => {
    await save([], '2026-04-10')
    const buyer = await openLink(fixtures, place, 'buyer')
    await buyer.propose({ what: 'date', dateKind: 'completion', onDay: '2026-04-17' })
    await accept()
    expect(await property()).toMatchObject({ completionDate: '2026-04-17', expectedCompletion: null })
  })
})

test('a call about a proposal does not put it off: it stays until it is decided', async () => {
  const party = await openLink(fixtures, place, 'buyer-conveyancer')
  await party.propose(done(33))
  const listed = async () =>
    (await staff().ok(readToday, { params: company(), query: { who: 'all', branchIds: place.branchId, by: 'rank' } })).groups
      .flatMap(({ actionItems }) => actionItems)
      .filter(({ kind, propertyId }) => kind === 'proposal' && propertyId === place.propertyId)
  const [item] = await listed()
  const { propertyId } = place
  const sales = [{ propertyId, outcome: 'spoke' as const, itemKeys: [item?.key ?? ''] }]
  await staff().ok(logConversation, { params: company(), body: { partyRef: item?.party?.ref ?? '', channel: 'call', sales } })
  expect(await listed()).toMatchObject([{ key: item?.key, snooze: null }])
})

describe('POST accept', () => {
  test('accepting Searches back of the buyer’s solicitor completes it on that day and starts Enquiries raised; undo reopens the proposal', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.propose(done(33))
    expect(await newest()).toMatchObject({ effect: expect.stringContaining('completes Searches back'), refusal: null })
    expect((await stateOf(33))?.state).not.toBe('C')
    const before = await property()
    const answer = await accept({ version: before.version })
    expect(await stateOf(33)).toMatchObject({ state: 'C', completedOn: '2026-03-10' })
    expect(await stateOf(34)).toMatchObject({ state: 'IP' })
    const { data } = await staff().ok(readHistory, { params: place })
    expect(data.find(({ kind }) => kind === 'proposal-accepted')).toMatchObject({
      words: 'Searches back on 10/03/2026: proposed by the buyer’s solicitor, accepted',
      author: { _id: fixtures.idOf.staff },
    })
    expect(data.find(({ kind }) => kind === 'party-proposed')).toMatchObject({ author: { name: 'J. Tolliver' } })
    const changed = data.filter(({ facts }) => facts.some(({ what, to }) => what === 'Proposed by' && to === 'Buyer’s solicitor'))
    expect(changed.map(({ words }) => words)).toContain('Searches back: complete')
    fixtures.clock.advance({ minutes: 1 })
    await undo(answer.undoId)
    expect(await stateOf(33)).toMatchObject({ state: before.timeline.data.find(({ key }) => key === 33)?.state })
    expect((await newest()).state).toBe('open')
  })

  test('a day in the future is refused with a message and changes nothing', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.read()
    const answer = await expectNothingWritten(fixtures, async () => {
      const refused = await party.call(makeProposal, { body: done(33, '2026-03-11') })
      await fixtures.database.pool.query('delete from rate_limit')
      return refused
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'STEP_DATE_IN_FUTURE', message: 'A step date cannot be in the future.' },
    })
  })

  test('a proposal that a rule refuses stays open and shows the reason: Exchanged without a completion date', async () => {
    const party = await openLink(fixtures, place, 'vendor-conveyancer')
    await party.propose(done(24))
    expect(await newest()).toMatchObject({ effect: '', refusal: 'Exchanged needs a completion date.' })
    const params = { ...place, proposalId: (await newest())._id }
    expect((await staff().refusal(acceptProposal, { params, body: {} })).code).toBe('COMPLETION_DATE_REQUIRED')
    expect((await newest()).state).toBe('open')
  })

  test('a stale version is refused', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.propose(done(33))
    const { version } = await property()
    await staff().ok(saveTimeline, { params: place, body: { timeline: [{ key: 26, state: 'C' }] } })
    const params = { ...place, proposalId: (await newest())._id }
    expect((await staff().refusal(acceptProposal, { params, body: { version } })).code).toBe('STALE_VERSION')
  })

  test('solicitors propose the agreed completion date; exchange and the buyer’s date are expected dates; each can be undone', async () => {
    const [solicitor, buyer] = [await openLink(fixtures, place, 'buyer-conveyancer'), await openLink(fixtures, place, 'buyer')]
    await buyer.propose({ what: 'date', dateKind: 'completion', onDay: '2026-05-01' })
    const wish = await accept()
    expect(wish).toMatchObject({ expectedCompletion: '2026-05-01', completionDate: null })
    expect((await buyer.read()).proposals[0]).toMatchObject({ state: 'accepted', isForExpectedDay: true })
    await undo(wish.undoId)
    expect(await property()).toMatchObject({ expectedCompletion: null })
    await solicitor.propose({ what: 'date', dateKind: 'exchange', onDay: '2026-04-10' })
    expect(await accept()).toMatchObject({ expectedExchange: '2026-04-10' })
    await solicitor.propose({ what: 'date', dateKind: 'completion', onDay: '2026-04-24' })
    const agreed = await accept()
    expect(agreed.completionDate).toBe('2026-04-24')
    expect((await solicitor.read()).proposals.map(({ isForExpectedDay }) => isForExpectedDay)).toEqual([false, true])
    await undo(agreed.undoId)
    expect((await property()).completionDate).toBeNull()
  })

  test('accepting a survey booked by the buyer adds the survey with its date', async () => {
    const buyer = await openLink(fixtures, place, 'buyer')
    await buyer.propose({ what: 'date', dateKind: 'survey', stepKey: 5, onDay: '2026-03-20' })
    await accept()
    expect(await stateOf(5)).toMatchObject({ state: 'IP', surveyData: { date: '2026-03-20' } })
    const survey = (await buyer.read()).groups.find(({ track }) => track === 'S')
    expect(survey?.steps).toMatchObject([{ name: 'Home buyers survey', state: 'now', mayPropose: true }])
  })

  test('the file of an open proposal can be downloaded; accepting makes it a document, declining or undo deletes it', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    const sent = await party.upload(pdf, 'searches.pdf', 'The searches')
    expect(sent.statusCode).toBe(200)
    const params = { ...place, proposalId: (await newest())._id }
    const url = addressOf(downloadProposalFile.path, params)
    const download = await staff().inject({ method: 'GET', url })
    expect([download.statusCode, download.headers['content-type'], download.headers['content-disposition']]).toEqual([
      200,
      'application/octet-stream',
      expect.stringMatching(/^attachment; filename="searches.pdf"/),
    ])
    expect((await property()).documents).toEqual([])
    const answer = await accept()
    const [document] = answer.documents
    expect(document).toMatchObject({ note: 'The searches', file: { fileName: 'searches.pdf' } })
    expect((await staff().inject({ method: 'GET', url })).statusCode).toBe(404)
    const documentUrl = addressOf(downloadDocument.path, { ...place, documentId: document?._id })
    expect((await staff().inject({ method: 'GET', url: documentUrl })).rawPayload).toEqual(pdf)
    await undo(answer.undoId)
    expect((await property()).documents).toEqual([])
    expect((await staff().inject({ method: 'GET', url })).rawPayload).toEqual(pdf)
    await staff().ok(declineProposal, { params, body: { reason: 'These are of another sale.' } })
    expect((await staff().inject({ method: 'GET', url })).statusCode).toBe(404)
    const { rows } = await fixtures.database.pool.query('select count(*)::int as files from loose_file where discarded')
    expect(rows[0].files).toBeGreaterThan(0)
    const notAllowed = await party.upload(Buffer.from('<html><script>1</script></html>'), 'a.pdf')
    expect(notAllowed.statusCode).toBe(415)
  })

  test('proposals of another property return 404 for a party and for an agent', async () => {
    const other = await sell(fixtures, `${sales} Other Street`)
    const [mine, theirs] = [await openLink(fixtures, place, 'buyer'), await openLink(fixtures, other, 'buyer')]
    await theirs.propose({ what: 'message', text: 'Hello' })
    const [proposal] = (await staff().ok(listProposals, { params: other })).data
    const proposalId = proposal?._id ?? ''
    expect((await mine.call(takeBackProposal, { params: { proposalId } })).status).toBe(404)
    expect((await staff().refusal(acceptProposal, { params: { ...place, proposalId }, body: {} })).status).toBe(404)
    expect((await staff().refusal(declineProposal, { params: { ...place, proposalId }, body: { reason: 'No' } })).status).toBe(
      404,
    )
  })
})

describe('Proposals of a party', () => {
  test('a newer proposal replaces an open one of the same step; only open proposals can be withdrawn', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.propose(done(33))
    fixtures.clock.advance({ minutes: 1 })
    const { proposals: shown } = await party.propose(done(33))
    expect(shown.map(({ state }) => state)).toEqual(['open', 'overtaken'])
    expect((await party.read()).asks.map(({ key }) => key)).not.toContain(33)
    const params = { proposalId: shown[0]?._id ?? '' }
    await party.ok(takeBackProposal, { params })
    expect((await newest()).state).toBe('taken-back')
    expect(await party.call(takeBackProposal, { params })).toMatchObject({ status: 409, body: { code: 'PROPOSAL_DECIDED' } })
  })

  test('a proposal and its withdrawal repeated with their Idempotency-Key are made once; a key belongs to its link', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    const other = await openLink(fixtures, place, 'vendor-conveyancer')
    const body = { what: 'message' as const, text: 'The deeds are here.' }
    const send = (who: typeof party) => who.call(makeProposal, { body, headers: { 'idempotency-key': 'key-1' } })
    const [first, again] = await Promise.all([send(party), send(party)])
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(await proposals()).toHaveLength(1)
    const params = { proposalId: (await newest())._id }
    const back = () => party.call(takeBackProposal, { params, headers: { 'idempotency-key': 'key-2' } })
    expect([(await back()).status, (await back()).status]).toEqual([200, 200])
    expect((await send(other)).status).toBe(200)
    expect(await proposals()).toHaveLength(2)
  })

  test('a step completed by the agency overtakes the proposal, and the party sees the day', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.propose(done(33))
    await staff().ok(saveTimeline, { params: place, body: { timeline: [{ key: 33, state: 'C', completedOn: '2026-03-10' }] } })
    expect((await party.read()).proposals[0]).toMatchObject({ state: 'overtaken', note: '2026-03-10' })
    expect((await party.call(makeProposal, { body: done(33) })).body).toMatchObject({
      code: 'STEP_DONE_ALREADY',
      message: 'The agent has this as done on 10/03/2026.',
    })
  })

  test('declining needs a reason that the party sees; the party gets an e-mail without details only on request', async () => {
    const party = await openLink(fixtures, place, 'vendor-conveyancer')
    const email = `vendor-conveyancer-${place.propertyId.slice(-6)}@law.example`
    await party.propose({ what: 'message', text: 'The deeds are lost.' })
    const params = { ...place, proposalId: (await newest())._id }
    expect((await staff().refusal(declineProposal, { params, body: { reason: ' ' } })).status).toBe(400)
    await staff().ok(declineProposal, { params, body: { reason: 'Please ring me about this.' } })
    expect((await party.read()).proposals[0]).toMatchObject({ state: 'declined', reason: 'Please ring me about this.' })
    const decided = async () => (await findMailsTo(fixtures, email)).filter(({ subject }) => /your proposal was/.test(subject))
    expect(await decided()).toEqual([])
    await party.ok(savePartyWishes, { body: { tellMe: true } })
    await party.propose({ what: 'message', text: 'The deeds are found.' })
    const answer = await accept()
    expect((await decided()).map(({ subject }) => subject)).toEqual([`${sales} Proposal Street: your proposal was accepted`])
    await undo(answer.undoId)
    expect((await decided()).map(({ state }) => state)).toEqual(['cancelled'])
  })
})

describe('Inbox, Today and e-mail', () => {
  const today = async () =>
    (await staff().ok(readToday, { params: company(), query: { by: 'rank', who: 'me', itemsPerPage: '100' } })).groups.flatMap(
      ({ actionItems }) => actionItems,
    )

  test('an open proposal creates an action item due immediately; the decision ends the item, which counts as done', async () => {
    await staff().ok(assignProgressor, { params: place, body: { bStaff: fixtures.idOf.staff } })
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.propose(done(33))
    const item = (await today()).find(({ kind }) => kind === 'proposal')
    expect(item).toMatchObject({
      group: 'proposals',
      dueOn: '2026-03-10',
      canComplete: false,
      description: 'Buyer’s solicitor: Searches back on 10/03/2026',
      propertyId: place.propertyId,
    })
    const ref = { subjectId: item?.subjectId ?? '', key: item?.key ?? '' }
    expect((await staff().refusal(completeActionItems, { params: company(), body: { actionItems: [ref] } })).code).toBe(
      'ACTION_NOT_TICKABLE',
    )
    await accept()
    expect((await today()).filter(({ kind }) => kind === 'proposal')).toEqual([])
  })

  test('GET proposals lists the proposals in scope with the effect of accepting', async () => {
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    await party.propose(done(33))
    const mine = await staff().ok(readProposalInbox, { params: company() })
    expect(mine.data.at(-1)).toMatchObject({
      words: 'Searches back on 10/03/2026',
      property: { _id: place.propertyId, line1: `${sales} Proposal Street` },
      effect: expect.stringContaining('completes Searches back'),
    })
    const others = await fixtures.as('secondBranch').ok(readProposalInbox, { params: company() })
    expect(others).toEqual({ count: 0, data: [] })
  })

  test('the progressor gets at most one e-mail an hour; later proposals are in the next one', async () => {
    await staff().ok(assignProgressor, { params: place, body: { bStaff: fixtures.idOf.staff } })
    const party = await openLink(fixtures, place, 'buyer-conveyancer')
    const job = { ...fixtures, publicUrl: 'https://gya.example' }
    const subjects = async () =>
      (await findMailsTo(fixtures, fixtures.emailOf('staff')))
        .map(({ subject }) => subject)
        .filter((one) => /to decide/.test(one))
    const before = (await subjects()).length
    await party.propose(done(33))
    await notifyProgressorsOfProposals(job)
    await party.propose({ what: 'message', text: 'Hello' })
    await party.propose({ what: 'message', text: 'Again' })
    fixtures.clock.advance({ minutes: 59 })
    await notifyProgressorsOfProposals(job)
    expect((await subjects()).length - before).toBe(1)
    fixtures.clock.advance({ minutes: 2 })
    await notifyProgressorsOfProposals(job)
    await notifyProgressorsOfProposals(job)
    expect((await subjects()).slice(0, (await subjects()).length - before)).toEqual([
      '2 proposals to decide',
      '1 proposal to decide',
    ])
  })
})
