import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { listRegister } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { readGate } from '@gya/domain/features/gates/gates.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { type ActionGroup, type ActionItem, readToday } from '@gya/domain/features/today/today.contract.ts'
import { listUpdates } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { listViews } from '@gya/domain/features/views/views.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import type { TestClient } from '../../test/support/test-client.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { readCheckDigests } from '../features/record/check-digests.ts'
import { fileKey } from '../infra/files/file-store.ts'
import { fillDemo } from './fill-demo.ts'
import { showcaseHome } from './showcase-property.ts'
import { demoClock } from './testing/open-demo.ts'

let app: TestApp
let staff: TestClient
let staffId: string
let companyId: string
let groups: readonly ActionGroup[]
let items: ActionItem[]
const today = londonDay(demoClock.now())

beforeAll(async () => {
  app = await openTestApp({ clock: new TestClock(demoClock.now()) })
  await fillDemo(app.database, app.clock, () => {}, { files: app.files })
  const account = await app.database.db
    .selectFrom('app_user')
    .select(['id', 'company_id'])
    .where('email', '=', 'staff@demo.example')
    .executeTakeFirstOrThrow()
  companyId = account.company_id ?? ''
  staffId = account.id
  staff = await app.signedIn(account.id)
  const answer = await read({ by: 'firm' })
  groups = answer.groups
  items = groups.flatMap(({ actionItems }) => actionItems)
}, 120_000)
afterAll(() => app.close())

const read = (query: { by?: 'firm'; who?: string; state?: 'waiting'; branchIds?: string }) =>
  staff.ok(readToday, { params: { companyId }, query: { itemsPerPage: '100', ...query } })
const ofKind = (kind: string) => items.filter((item) => item.kind === kind)
const propertyOf = ({ propertyId, branchId }: ActionItem) =>
  staff.ok(readProperty, { params: { companyId, branchId: branchId ?? '', propertyId: propertyId ?? '' } })

test('"three saved views (one the branch’s)": [day §12](docs/design/day.md#12)', async () => {
  const { views } = await staff.ok(listViews, { params: { companyId } })
  expect(views.map(({ name, branchId, owner, outdated }) => [name, branchId !== null, owner._id === staffId, outdated])).toEqual([
    ['Monday meeting', true, false, false],
    ['Near exchange', false, true, false],
    ['Nobody’s', false, true, false],
  ])
})

test('one proposal of a party is a document, whose file is stored', async () => {
  const [proposal] = await app.database.db
    .selectFrom('party_proposal')
    .select(['state', 'document_file', 'bytes'])
    .where('what', '=', 'document')
    .execute()
  expect(proposal?.state).toBe('open')
  expect(await app.files.size(fileKey(proposal?.document_file ?? '', 'original'))).toBe(proposal?.bytes)
})

describe('"Demo data: the staff sign-in has 26 sales …" [day §12](docs/design/day.md#12)', () => {
  test('three firms with 4 to 6 items each', () => {
    const firms = groups.filter(({ ref, count }) => ref.startsWith('firm:') && count >= 4)
    expect(firms.map(({ count }) => count >= 4 && count <= 6)).toEqual([true, true, true])
  })

  test('two broken promises, each with its conversation; a call-back at 14:30', async () => {
    const broken = items.filter(({ snooze }) => snooze?.reason === 'promised')
    expect(broken.map(({ group }) => group)).toEqual(['promised', 'promised'])
    for (const { propertyId, key } of broken) {
      const { data } = await staff.ok(listConversations, { params: { companyId }, query: { propertyId: propertyId ?? '' } })
      const sales = data.flatMap(({ sales }) => sales).filter((sale) => sale.itemKeys.includes(key))
      expect(sales).toMatchObject([{ outcome: 'promised', promisedOn: addDays(today, -1) }])
    }
    expect(ofKind('callback').map(({ dueOn, dueAt }) => [dueOn, dueAt])).toEqual([[today, '14:30']])
  })

  test('a blocked step, a mortgage offer that expires before exchange, contract end in 6 days, notice in 3', async () => {
    const steps = await Promise.all(
      ofKind('step').map(async (item) => (await propertyOf(item)).timeline.data.find(({ key }) => item.key === `step:${key}`)),
    )
    expect(steps.filter((step) => step?.state === 'B').length).toBeGreaterThanOrEqual(1)
    const offers = await Promise.all(
      ofKind('expiry')
        .filter(({ key }) => key === 'expiry:mortgage')
        .map(propertyOf),
    )
    const first = offers.filter(
      ({ mortgageOfferExpires: expires, expectedExchange: exchange }) =>
        expires && exchange && expires >= today && exchange > today && expires < exchange,
    )
    expect(first.length).toBeGreaterThanOrEqual(1)
    const terms = await Promise.all(
      ofKind('expiry')
        .filter(({ key }) => key !== 'expiry:mortgage')
        .map(propertyOf),
    )
    expect(terms.some(({ mi }) => mi.cSignedEndDate === addDays(today, 6))).toBe(true)
    expect(terms.some(({ mi }) => mi.noticeEnd === addDays(today, 3))).toBe(true)
  })

  test('two moves this week, five vendors not updated, one of them never', async () => {
    expect(ofKind('move')).toHaveLength(2)
    const silent = ofKind('silence').filter(({ key }) => key === 'silence:vendor')
    expect(silent).toHaveLength(5)
    expect(silent.filter(({ lastUpdatedOn }) => lastUpdatedOn === null)).toHaveLength(1)
  })

  test('drafts in the update run: five vendors due, one never updated, one draft edited', async () => {
    const { data, counts } = await staff.ok(listUpdates, { params: { companyId } })
    expect(counts).toEqual({ due: 5, sent: 0, skipped: 0 })
    expect(data.map(({ lastUpdatedOn }) => lastUpdatedOn === null)).toEqual([true, false, false, false, false])
    expect(data.filter(({ draft }) => draft.edited)).toHaveLength(1)
    expect(data.every(({ draft }) => draft.text.length > 40)).toBe(true)
  })

  test('six tasks: one repeating, one without a sale', async () => {
    const { data } = await staff.ok(listTasks, { params: { companyId }, query: { assigneeId: staffId, state: 'open' } })
    expect(data).toHaveLength(6)
    expect(data.filter(({ repeat }) => repeat !== null)).toHaveLength(1)
    expect(data.filter(({ property }) => property === null)).toHaveLength(1)
  })

  test('an amended offer and a new file since yesterday; the file is in the store', async () => {
    const news = ofKind('news')
    expect(news.filter(({ description }) => description.startsWith('Offer amended to £'))).toHaveLength(1)
    const file = news.find(({ description }) => /\b1 file\b/.test(description))
    if (!file) throw new Error('There is no new file.')
    const { documents } = await propertyOf(file)
    expect(documents).toHaveLength(1)
    const { rows } = await app.database.pool.query('select file, bytes from document')
    expect(await app.files.size(fileKey(rows[0].file, 'original'))).toBe(rows[0].bytes)
  })

  test('21 items are snoozed, no chip is empty', async () => {
    const { counts } = await read({})
    expect([counts.waiting, counts.sales]).toEqual([21, 23])
    // The demo receives no e-mail.
    const empty = Object.entries(counts.groups).filter(([group, count]) => count === 0 && group !== 'mail')
    expect(empty).toEqual([])
  })

  test('400 conversations over 90 days; at least four unassigned instructions', async () => {
    const { rows } = await app.database.pool.query('select count(*)::int as all, min(at) as first from conversation')
    expect(rows[0].all).toBe(400)
    expect(londonDay(new Date(rows[0].first).toISOString()) >= addDays(today, -90)).toBe(true)
    const unassigned = await app.database.pool.query(
      "select from property_report where b_staff is null and phase in ('forSale', 'sold', 'exchanged')",
    )
    expect(unassigned.rowCount).toBeGreaterThanOrEqual(4)
  })

  test('e-mails were sent from here with a template of the company; none is pending, and all automatic templates are off', async () => {
    const { rows } = await app.database.pool.query(`
      select c.channel, t.name, m.state, m.subject, s.body from conversation c
      join conversation_sale x on x.company_id = c.company_id and x.conversation_id = c.id and x.outcome = 'emailed'
      left join mail m on m.company_id = c.company_id and m.id = c.mail_id
      left join sent_message s on s.company_id = c.company_id and s.conversation_id = c.id
      left join message_template t on t.company_id = s.company_id and t.id = s.template_id`)
    expect(rows.length).toBeGreaterThan(10)
    expect(new Set(rows.map(({ channel, state }) => `${channel} ${state}`))).toEqual(new Set(['email kept']))
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(1)
    expect(rows.filter(({ subject, body }) => /[{}]/.test(`${subject}${body}`))).toEqual([])
    const on = await app.database.db.selectFrom('message_template').select('id').where('automatic', '=', true).execute()
    expect(on).toEqual([])
  })

  test('expected exchange moved once, moved twice, and passed', async () => {
    const { data } = await staff.ok(readReport, { params: { companyId }, query: { itemsPerPage: '100', bStaffIds: staffId } })
    expect(data.map(({ exchangeMoves }) => exchangeMoves)).toEqual(expect.arrayContaining([1, 2]))
    expect(data.some(({ expectedExchange }) => expectedExchange !== null && expectedExchange < today)).toBe(true)
  })
})

describe('"Gates *warn* in the demo company" [trust §9](docs/design/trust.md#9)', () => {
  const placeOf = async (line1: string) => {
    const { id, branch_id: branchId } = await app.database.db
      .selectFrom('property')
      .select(['id', 'branch_id'])
      .where('line1', '=', line1)
      .executeTakeFirstOrThrow()
    return { companyId, branchId, propertyId: id }
  }

  test('gates warn, with checks in every state', async () => {
    const params = await placeOf(showcaseHome.address.line1)
    const states = async (gate: 'accept' | 'exchange') => {
      const { mode, items } = await staff.ok(readGate, { params: { ...params, gate }, query: {} })
      expect(mode).toBe('warn')
      return items.map(({ state }) => state)
    }
    const all = [...(await states('accept')), ...(await states('exchange'))]
    for (const state of ['met', 'open', 'overridden', 'not-needed']) expect(all).toContain(state)
  })
})

describe('"customers in every state, three checks that end within 14 days" [sale-file §12](docs/design/sale-file.md#12)', () => {
  const register = async (query: { state?: 'open' | 'to-decide' | 'refused' | 'ready'; endsBefore?: string } = {}) => {
    const admin = await app.database.db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', 'company@demo.example')
      .executeTakeFirstOrThrow()
    const client = await app.signedIn(admin.id)
    return client.ok(listRegister, { params: { companyId }, query: { itemsPerPage: '100', ...query } })
  }

  test('the register has customers in every state, three of whom a check ends soon, and some who are deleted one day', async () => {
    const { counts, nextDeletion } = await register()
    expect(counts).toEqual({ open: 5, toDecide: 2, endsSoon: 3, refused: 2 })
    expect(nextDeletion?.customers).toBeGreaterThan(0)
    const { data: soon } = await register({ endsBefore: addDays(today, 15) })
    expect(new Set(soon.map(({ until }) => until))).toEqual(new Set([3, 8, 13].map((days) => addDays(today, days))))
    const { data: open } = await register({ state: 'open' })
    const ranOut = `sanctions and political exposure ran out on ${showDate(addDays(today, -2))}`
    expect(new Set(open.flatMap(({ missing }) => missing))).toEqual(new Set(['an owner', ranOut, 'source of funds']))
    expect(new Set((await register()).data.map(({ form }) => form))).toEqual(new Set(['person', 'company', 'trust', 'estate']))
  })

  test('every entry of a check or copy has the digest of its row', async () => {
    const stored = await readCheckDigests(app.database.db, companyId)
    const { rows } = await app.database.pool.query(
      "select data->>'digest' as digest from event where kind in ('check-entered', 'check-file-added')",
    )
    expect(rows).toHaveLength(stored.length)
    expect(new Set(rows.map(({ digest }) => digest))).toEqual(new Set(stored.map(({ digest }) => digest)))
  })

  test('Today has what is open, to decide, refused, or ends within 14 days on the sales of the staff sign-in', () => {
    const count = (wanted: string) => items.filter(({ key }) => key === wanted).length
    expect([count('checks:vendor'), count('checks:buyer')]).toEqual([4, 4])
  })
})
