import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { createContact, updateContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { assignProgressor, saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { exchangeMoves } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { removeBranchMember } from '@gya/domain/features/members/members.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { downloadBranchProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { downloadReportCsv, readReport } from '@gya/domain/features/report/report.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { readPortalProperty } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let params: PropertyPath
let today: string
beforeAll(async () => {
  fixtures = await openFixtures()
  today = londonDay(fixtures.clock.now())
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '28 Expected Street')
})

const inDays = (days: number) => addDays(today, days)
const accept = async (name = 'Bea Uyer') =>
  fixtures.as('staff').ok(addOffer, { params, body: { name, amount: 285_000, cashBuy: false, chain: false, state: 'A' } })
type Body = Parameters<typeof save>[0]
const save = (body: {
  expectedExchange?: string | null
  expectedCompletion?: string | null
  mortgageOfferExpires?: string | null
  shareExpected?: boolean
  reason?: string
  version?: number
}) => fixtures.as('staff').call(saveExpected, { params, body })
const saved = async (body: Body) => fixtures.as('staff').ok(saveExpected, { params, body })
const read = () => fixtures.as('staff').ok(readProperty, { params })
const reportRow = async () => {
  const { data } = await fixtures.as('staff').ok(readReport, {
    params: { companyId: params.companyId },
    query: { itemsPerPage: '100', currentPage: '0' },
  })
  return data.find(({ _id }) => _id === params.propertyId)
}

describe('PATCH property/:companyId/:branchId/:propertyId/expected', () => {
  test('saves the days, writes an event for each, and updates the report row', async () => {
    await accept()
    const body = {
      expectedExchange: inDays(20),
      expectedCompletion: inDays(27),
      mortgageOfferExpires: inDays(90),
      shareExpected: true,
    }
    const recorded = await eventsDuring(fixtures, params.propertyId, () =>
      saved({ ...body, reason: 'Agreed with both solicitors' }),
    )
    expect(await read()).toMatchObject(body)
    expect(await reportRow()).toMatchObject({
      expectedExchange: inDays(20),
      expectedCompletion: inDays(27),
      mortgageOfferExpires: inDays(90),
      exchangeMoves: 0,
    })
    expect(recorded).toMatchObject([
      { kind: 'expected-exchange-set', data: { before: null, on: inDays(20), reason: 'Agreed with both solicitors' } },
      { kind: 'expected-completion-set', data: { before: null, on: inDays(27) } },
      { kind: 'mortgage-expiry-set', data: { before: null, on: inDays(90) } },
      { kind: 'expected-shared', data: { shared: true } },
    ])
    const history = await fixtures.as('staff').ok(readHistory, { params, query: { group: 'timeline' } })
    expect(history.data.map(({ words }) => words)).toEqual(
      expect.arrayContaining(['Expected exchange set', 'Expected days shown to the vendor']),
    )
  })

  test('without an accepted offer: NO_SALE_AGREED at the field, nothing written', async () => {
    await expectNothingWritten(fixtures, async () => {
      const refused = await save({ expectedExchange: inDays(20) })
      expect(refused).toMatchObject({ status: 409, body: { code: 'NO_SALE_AGREED', issues: [{ path: 'expectedExchange' }] } })
    })
  })

  test('refuses days in the past, completion before exchange, and a stale version', async () => {
    const { version } = await accept()
    expect(await save({ expectedExchange: inDays(-1) })).toMatchObject({ status: 409, body: { code: 'EXPECTED_IN_PAST' } })
    expect(await save({ expectedExchange: inDays(20), expectedCompletion: inDays(19) })).toMatchObject({
      status: 409,
      body: { code: 'COMPLETION_BEFORE_EXCHANGE', issues: [{ path: 'expectedCompletion' }] },
    })
    await saved({ expectedExchange: inDays(20), version })
    expect(await save({ expectedExchange: inDays(21), version })).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } })
  })

  test.each([
    { expectedExchange: '1999-12-31' },
    { expectedExchange: '2101-01-01' },
    { expectedExchange: '2026-02-30' },
    { reason: 'x'.repeat(501) },
    { expectedOffer: '2026-05-01' },
  ])('refuses %o with 400', async (body) => {
    expect((await save(body as Body)).status).toBe(400)
  })

  test('once the completion date is agreed it takes over: COMPLETION_DATE_AGREED', async () => {
    await accept()
    await saved({ expectedCompletion: inDays(27) })
    await fixtures.as('staff').ok(saveTimeline, { params, body: { timeline: [], completionDate: inDays(30) } })
    expect(await save({ expectedCompletion: inDays(31) })).toMatchObject({
      status: 409,
      body: { code: 'COMPLETION_DATE_AGREED' },
    })
    expect(await reportRow()).toMatchObject({ completionDate: inDays(30), expectedCompletion: inDays(27) })
  })

  test('a property out of scope is not found', async () => {
    const body = { expectedExchange: inDays(20) }
    expect((await fixtures.as('otherStaff').call(saveExpected, { params, body })).status).toBe(404)
    expect((await fixtures.as('secondBranch').call(saveExpected, { params, body })).status).toBe(404)
    expect((await fixtures.as('vendor').call(saveExpected, { params, body })).status).toBe(403)
  })

  test('an unchanged save writes nothing', async () => {
    await accept()
    await saved({ expectedExchange: inDays(20) })
    await expectNothingWritten(fixtures, () => saved({ expectedExchange: inDays(20), shareExpected: false }))
  })
})

describe('acceptance story 12 of [day §15](docs/design/day.md#15)', () => {
  test('three days in a row: moved twice, 18 days; pulling forward counts none', async () => {
    await accept()
    for (const days of [10, 21, 28]) await saved({ expectedExchange: inDays(days) })
    const { exchangeHistory } = await read()
    expect(exchangeMoves(exchangeHistory)).toEqual({ moves: 2, first: inDays(10), daysLater: 18 })
    expect(await reportRow()).toMatchObject({ exchangeMoves: 2 })
    await saved({ expectedExchange: inDays(14) })
    expect(await reportRow()).toMatchObject({ expectedExchange: inDays(14), exchangeMoves: 2 })
    expect((await read()).exchangeHistory.map(({ by }) => by)).toEqual(Array(4).fill(expect.stringMatching(/\w/)))
  })

  test('moving exchange past the expected completion moves completion by as many days', async () => {
    await accept()
    await saved({ expectedExchange: inDays(28), expectedCompletion: inDays(35) })
    const answer = await saved({ expectedExchange: inDays(38) })
    expect(answer).toMatchObject({
      expectedCompletion: inDays(45),
      changes: [
        { field: 'expectedExchange', because: 'requested' },
        { field: 'expectedCompletion', because: 'exchange-moved' },
      ],
    })
  })

  test('a fall-off archives and clears the four fields; a restore brings them and the moves back', async () => {
    await accept()
    const four = {
      expectedExchange: inDays(28),
      expectedCompletion: inDays(35),
      mortgageOfferExpires: inDays(90),
      shareExpected: true,
    }
    await saved({ expectedExchange: inDays(10) })
    await saved(four)
    const { saleResets } = await fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Survey' } })
    expect(await read()).toMatchObject({
      expectedExchange: null,
      expectedCompletion: null,
      mortgageOfferExpires: null,
      shareExpected: false,
      exchangeHistory: [],
    })
    expect(await reportRow()).toMatchObject({ expectedExchange: null, exchangeMoves: 0 })
    await fixtures.as('staff').ok(restoreFallOff, { params: { ...params, fallOffId: saleResets[0]?._id ?? '' } })
    expect(await read()).toMatchObject(four)
    expect(await reportRow()).toMatchObject({ expectedExchange: inDays(28), exchangeMoves: 1 })
  })

  test('the moves of a sale that fell through do not count for the next buyer', async () => {
    await accept()
    for (const days of [10, 21]) await saved({ expectedExchange: inDays(days) })
    await fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Survey' } })
    await accept('Second Buyer')
    await saved({ expectedExchange: inDays(40) })
    expect(await reportRow()).toMatchObject({ exchangeMoves: 0 })
  })

  test('GET vendor/property: the vendor sees the days only when shared, and never a move', async () => {
    const ofVendor = async () => {
      const own = await fixtures.as('vendor').ok(readPortalProperty, { params })
      return { expected: own.expected, text: JSON.stringify(own) }
    }
    await accept()
    for (const days of [10, 21]) await saved({ expectedExchange: inDays(days), expectedCompletion: inDays(28) })
    expect((await ofVendor()).expected).toBeNull()
    await saved({ shareExpected: true })
    const { expected, text } = await ofVendor()
    expect(expected).toEqual({ exchange: inDays(21), completion: inDays(28) })
    expect(text).not.toContain(inDays(10))
    expect(text).not.toMatch(/moved|mortgageOffer|exchangeHistory/)
  })

  test('exchange clears nothing: the expected day stays for comparison', async () => {
    await accept()
    await saved({ expectedExchange: inDays(5) })
    await fixtures.as('staff').ok(saveTimeline, {
      params,
      body: { timeline: [{ key: stepKeys.Exchanged, state: 'C' }], completionDate: inDays(30) },
    })
    expect(await read()).toMatchObject({ phase: 'exchanged', expectedExchange: inDays(5) })
  })
})

describe('PATCH property/:companyId/:branchId/:propertyId/progressor', () => {
  const assign = (bStaff: string | null) => fixtures.as('staff').call(assignProgressor, { params, body: { bStaff } })

  test('assigns a member of the branch, with an event that names both', async () => {
    const recorded = await eventsDuring(fixtures, params.propertyId, async () => {
      await assign(fixtures.idOf.branch)
      await assign(fixtures.idOf.company)
      await assign(null)
    })
    expect(recorded.map(({ kind, data }) => [kind, data.from, data.to])).toEqual([
      ['progressor-assigned', null, fixtures.idOf.branch],
      ['progressor-assigned', fixtures.idOf.branch, fixtures.idOf.company],
      ['progressor-assigned', fixtures.idOf.company, null],
    ])
    await expectNothingWritten(fixtures, () => assign(null))
  })

  test('a colleague of another branch: NOT_A_MEMBER; somebody of another company, or a vendor: NOT_FOUND', async () => {
    expect(await assign(fixtures.idOf.secondBranch)).toMatchObject({ status: 409, body: { code: 'NOT_A_MEMBER' } })
    expect(await assign(fixtures.idOf.otherStaff)).toMatchObject({ status: 404 })
    expect(await assign(fixtures.idOf.vendor)).toMatchObject({ status: 404 })
  })

  test('assigns the negotiator, alone or with the progressor: one entry each, one undo', async () => {
    const { branch, staff, secondBranch } = fixtures.idOf
    const as = fixtures.as('staff')
    const recorded = await eventsDuring(fixtures, params.propertyId, async () => {
      await as.ok(assignProgressor, { params, body: { negotiator: branch } })
      const { undoId } = await as.ok(assignProgressor, { params, body: { bStaff: branch, negotiator: staff } })
      expect(await reportRow()).toMatchObject({ bStaff: { _id: branch }, negotiator: { _id: staff } })
      await as.ok(undoChange, { params: { companyId: params.companyId, undoId: undoId ?? '' }, body: {} })
    })
    expect(recorded.map(({ kind, data }) => [kind, data.from, data.to])).toEqual([
      ['negotiator-assigned', null, branch],
      ['progressor-assigned', null, branch],
      ['negotiator-assigned', branch, staff],
      ...Array.from({ length: 3 }, () => expect.anything()),
    ])
    expect(
      recorded
        .slice(3)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['negotiator-assigned', 'progressor-assigned', 'undone'])
    expect(await read()).toMatchObject({ contacts: { bStaff: null }, negotiator: { _id: branch } })
    expect((await as.call(assignProgressor, { params, body: { negotiator: secondBranch } })).body).toMatchObject({
      code: 'NOT_A_MEMBER',
    })
  })

  test('the contacts page writes the same entry', async () => {
    const recorded = await eventsDuring(fixtures, params.propertyId, () =>
      fixtures.as('staff').ok(saveContacts, { params, body: { bStaff: fixtures.idOf.branch, other: 'Rings at noon' } }),
    )
    expect(recorded).toMatchObject([
      { kind: 'progressor-assigned', data: { from: null, to: fixtures.idOf.branch } },
      { kind: 'contacts-saved', data: { fields: ['other'] } },
    ])
    expect(await reportRow()).toMatchObject({ bStaff: { _id: fixtures.idOf.branch } })
  })
})

describe('POST undo/:companyId/:undoId', () => {
  const undo = (undoId: string | null) =>
    fixtures.as('staff').call(undoChange, { params: { companyId: params.companyId, undoId: undoId ?? '' }, body: {} })

  test('restores the day and the completion that followed; the move does not count', async () => {
    await accept()
    await saved({ expectedExchange: inDays(28), expectedCompletion: inDays(35) })
    const { undoId } = await saved({ expectedExchange: inDays(38) })
    expect(await undo(undoId)).toMatchObject({
      status: 200,
      body: { description: expect.stringContaining('28 Expected Street: expected exchange') },
    })
    expect(await read()).toMatchObject({ expectedExchange: inDays(28), expectedCompletion: inDays(35) })
    expect(await reportRow()).toMatchObject({ expectedExchange: inDays(28), exchangeMoves: 0 })
  })

  test('a day that a colleague has moved since: UNDO_OVERTAKEN', async () => {
    await accept()
    const { undoId } = await saved({ expectedExchange: inDays(20) })
    await fixtures.as('branch').ok(saveExpected, { params, body: { expectedExchange: inDays(25) } })
    expect(await undo(undoId)).toMatchObject({ status: 409, body: { code: 'UNDO_OVERTAKEN' } })
    expect(await read()).toMatchObject({ expectedExchange: inDays(25) })
  })

  test('a fall-off in between: UNDO_OVERTAKEN', async () => {
    await accept()
    const { undoId } = await saved({ expectedExchange: inDays(20) })
    await fixtures.as('branch').ok(performFallOff, { params, body: { note: 'Survey' } })
    expect(await undo(undoId)).toMatchObject({ status: 409, body: { code: 'UNDO_OVERTAKEN' } })
  })

  test('restores the progressor', async () => {
    await fixtures.as('staff').ok(assignProgressor, { params, body: { bStaff: fixtures.idOf.branch } })
    const { undoId } = await fixtures.as('staff').ok(assignProgressor, { params, body: { bStaff: fixtures.idOf.staff } })
    expect((await undo(undoId)).status).toBe(200)
    expect((await read()).contacts.bStaff).toMatchObject({ _id: fixtures.idOf.branch })
    expect(await undo(undoId)).toMatchObject({ status: 409, body: { code: 'ALREADY_UNDONE' } })
  })
})

describe('filters, columns and sort', () => {
  const addresses = async (query: NonNullable<Parameters<typeof list>[0]>) =>
    (await list({ itemsPerPage: '100', ...query })).data.map(({ _id }) => _id)
  const list = (query: Record<string, string>) =>
    fixtures.as('staff').ok(readReport, { params: { companyId: params.companyId }, query })

  test('GET mi/report: expectedFrom, expectedUntil, expectedMissing=1 and bStaffIds and negotiatorIds with the word none', async () => {
    await accept()
    const { propertyId } = params
    expect(await addresses({ expectedMissing: '1' })).toContain(propertyId)
    await saved({ expectedExchange: inDays(20) })
    expect(await addresses({ expectedMissing: '1' })).not.toContain(propertyId)
    expect(await addresses({ expectedFrom: inDays(20), expectedUntil: inDays(20) })).toContain(propertyId)
    expect(await addresses({ expectedFrom: inDays(21) })).not.toContain(propertyId)
    expect(await addresses({ bStaffIds: 'none' })).toContain(propertyId)
    await fixtures.as('staff').ok(assignProgressor, { params, body: { bStaff: fixtures.idOf.branch } })
    expect(await addresses({ bStaffIds: 'none' })).not.toContain(propertyId)
    expect(await addresses({ bStaffIds: `none,${fixtures.idOf.branch}` })).toContain(propertyId)
    expect(await addresses({ negotiatorIds: 'none' })).toContain(propertyId)
    await fixtures.as('staff').ok(assignProgressor, { params, body: { negotiator: fixtures.idOf.staff } })
    expect(await addresses({ negotiatorIds: 'none' })).not.toContain(propertyId)
    expect(await addresses({ negotiatorIds: fixtures.idOf.staff })).toContain(propertyId)
    expect(await addresses({ negotiatorIds: fixtures.idOf.branch })).not.toContain(propertyId)
    const refused = await fixtures.as('staff').call(readReport, {
      params: { companyId: params.companyId },
      query: { bStaffIds: 'nobody' },
    })
    expect(refused.status).toBe(400)
  })

  test('a CSV has the columns of the view in order, or without a view those of the specification', async () => {
    await accept()
    await saved({ expectedExchange: inDays(20) })
    const csv = async (call: typeof downloadReportCsv | typeof downloadBranchProperties, query: object) => {
      const { body } = await fixtures.as('staff').inject({ method: 'GET', url: addressOf(call.path, params, query) })
      return { head: body.split('\r\n')[0] ?? '', body }
    }
    for (const call of [downloadReportCsv, downloadBranchProperties]) {
      expect((await csv(call, {})).head).not.toContain('Expected exchange')
      const { head, body } = await csv(call, { columns: 'address,expectedExchange,branch,progressor,nextStep,phase' })
      expect(head).toMatch(/(Address|Property),Expected exchange,Branch,Sales progressor,Next step,Phase$/)
      expect(body).toContain(`${showDate(inDays(20))},First Street,`)
      expect(body).toMatch(/Sold STC\r\n/)
    }
    const all = 'address,negotiator,expectedCompletion,mortgageOfferExpires,vendorLastUpdated,vendorSolicitor,buyerSolicitor'
    for (const call of [downloadReportCsv, downloadBranchProperties])
      expect((await csv(call, { columns: all })).head).toMatch(
        /,Negotiator,Expected completion,Mortgage offer expires,Vendor last told,Vendor's solicitor,Buyer's solicitor$/,
      )
    for (const columns of ['address,noSuchColumn', 'address,address', ''])
      expect((await fixtures.as('staff').call(downloadReportCsv, { params, query: { columns } })).status).toBe(400)
  })

  test('renaming a firm renames it in the report', async () => {
    const company = fixtures.as('company')
    const firm = await company.ok(createContact, {
      params: { companyId: params.companyId },
      body: { name: 'Old Name', pocs: [] },
    })
    await fixtures.as('staff').ok(saveContacts, { params, body: { buyerDetails: { solicitor: { contact: firm._id } } } })
    await accept()
    expect(await reportRow()).toMatchObject({ buyerSolicitor: 'Old Name' })
    const contact = { companyId: params.companyId, contactId: firm._id }
    await company.ok(updateContact, { params: contact, body: { name: 'New Name' } })
    await fixtures.runJobs()
    expect(await reportRow()).toMatchObject({ buyerSolicitor: 'New Name' })
  })

  test('index property_report_expected answers a range of days and the order by day without sorting', async () => {
    const text = `select property_id from property_report r where r.company_id = $1 and r.phase in ('sold', 'exchanged')
       and r.expected_exchange >= '2026-01-01' and r.expected_exchange <= '2026-02-01'
       order by r.expected_exchange asc nulls last, r.address_sort, r.property_id limit 70`
    const client = await fixtures.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      await client.query('set local enable_bitmapscan = off')
      const { rows } = await client.query(`explain ${text}`, [params.companyId])
      const plan = rows.map((row) => Object.values(row as object)[0]).join('\n')
      expect(plan).toMatch(/Index (Only )?Scan using property_report_expected/)
      expect(plan).not.toMatch(/Sort/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('GET today', () => {
  const query = { by: 'sale' as const, itemsPerPage: '100' }
  const itemsOf = async (who: string) => {
    const { groups } = await fixtures
      .as('branch')
      .ok(readToday, { params: { companyId: params.companyId }, query: { ...query, who } })
    return groups.flatMap(({ actionItems }) => actionItems).filter(({ propertyId }) => propertyId === params.propertyId)
  }

  test('acceptance story 10: the progressor leaves the branch and their sales become unassigned at once', async () => {
    const { companyId, branchId } = params
    const leaver = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'leaver@people.example', companyId, branchId })
    await accept()
    await fixtures.as('staff').ok(assignProgressor, { params, body: { bStaff: leaver } })
    await saved({ mortgageOfferExpires: inDays(20) })
    expect(await itemsOf(leaver)).not.toEqual([])
    await fixtures.as('company').ok(removeBranchMember, { params: { branchId, userId: leaver } })
    expect(await itemsOf(leaver)).toEqual([])
    expect(await itemsOf('nobody')).not.toEqual([])
    expect((await read()).contacts.bStaff).toBeNull()
  })

  test('acceptance story 13: an offer that expires before the expected exchange ranks higher until exchange is pulled forward', async () => {
    await accept()
    await saved({ mortgageOfferExpires: inDays(19), expectedExchange: inDays(26) })
    const item = async () => (await itemsOf('nobody')).find(({ key }) => key === 'expiry:mortgage')
    const before = await item()
    await saved({ expectedExchange: inDays(15) })
    const after = await item()
    expect(before?.arithmetic.lateness ?? 0).toBeCloseTo((after?.arithmetic.lateness ?? 0) + 1)
  })
})
