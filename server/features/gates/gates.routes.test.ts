import type { Wire } from '@gya/domain/endpoint.ts'
import { deleteDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import {
  deleteGateCheck,
  overrideGate,
  readGate,
  readGateEffect,
  readGateTemplate,
  saveGateCheck,
  saveGateTemplate,
} from '@gya/domain/features/gates/gates.contract.ts'
import type { Gate, GateMode } from '@gya/domain/features/gates/gates.model.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { completeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Windfall Street')
})

const staff = () => fixtures.as('staff')
const admin = () => fixtures.as('company')
const company = () => ({ companyId: ids.companyId })
const read = () => staff().ok(readProperty, { params: ids })
const template = () => admin().ok(readGateTemplate, { params: company() })

/** Only these items of the starter set, so that each test names what it tests. */
async function setGates(modes: Record<Gate, GateMode>, titles: readonly string[]): Promise<void> {
  const { items, version } = await template()
  const chosen = items.map((item) => ({ ...item, active: titles.includes(item.title) }))
  await admin().ok(saveGateTemplate, { params: company(), body: { modes, items: chosen, version } })
}
afterEach(() => setGates({ accept: 'off', exchange: 'off' }, []))

const offerId = async () => (await read()).offers[0]?._id ?? ''
const makeOffer = async (more: Partial<Wire<typeof addOffer, 'body'>> = {}) => {
  const body = { name: 'Bea Uyer', amount: 285_000, cashBuy: true, chain: false, ...more }
  await staff().ok(addOffer, { params: ids, body })
  return offerId()
}
const accept = (_id: string) => staff().call(updateOffer, { params: ids, body: { _id, state: 'A' } })
const itemId = async (title: string) => (await template()).items.find((item) => item.title === title)?._id ?? ''
const check = async (title: string, gate: Gate, body: Wire<typeof saveGateCheck, 'body'>) =>
  staff().call(saveGateCheck, { params: { ...ids, gate, itemId: await itemId(title) }, body })
const content = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
async function addFile(): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([content]), 'Proof.pdf')
  const url = addressOf('/property/:companyId/:branchId/:propertyId/document', ids)
  const answer = await staff().inject({ method: 'POST', url, payload: form })
  return answer.json<{ documents: { _id: string }[] }>().documents[0]?._id ?? ''
}

const identity = 'Vendor’s identity and AML checked'
const buyerIdentity = 'Buyer’s identity and AML checked'
const funds = 'Proof of funds seen'
const chain = 'Chain checked'
const contracts = 'Signed contracts from both sides'

describe('Off, the initial state of every company', () => {
  test('nothing is required, stored or shown', async () => {
    const { modes, items } = await template()
    expect(modes).toEqual({ accept: 'off', exchange: 'off' })
    expect(items.filter(({ gate }) => gate === 'accept')).toHaveLength(6)
    const _id = await makeOffer()
    expect(await staff().ok(readGate, { params: { ...ids, gate: 'accept' }, query: { offerId: _id } })).toMatchObject({
      mode: 'off',
      items: [],
    })
    expect((await accept(_id)).status).toBe(200)
  })
})

test('before there is an offer, a gate returns its mode', async () => {
  const before = () => staff().ok(readGate, { params: { ...ids, gate: 'accept' }, query: {} })
  expect(await before()).toEqual({ gate: 'accept', mode: 'off', offerId: null, items: [] })
  await setGates({ accept: 'warn', exchange: 'off' }, [identity])
  expect(await before()).toEqual({ gate: 'accept', mode: 'warn', offerId: null, items: [] })
})

describe('Block before acceptance (story 17)', () => {
  // Story 17 of [trust §10](docs/design/trust.md#10), on screen; keys and proposals do not exist yet.
  test('409 with one sentence per item; nothing is changed; accepted once the evidence is complete', async () => {
    await setGates({ accept: 'block', exchange: 'off' }, [identity, funds, chain])
    const _id = await makeOffer()
    await expectNothingWritten(fixtures, async () => {
      expect(await accept(_id)).toMatchObject({
        status: 409,
        body: {
          code: 'GATE_NOT_MET',
          issues: [
            { message: 'Vendor’s identity and AML checked: no reference yet.' },
            { message: 'Proof of funds seen: no document yet.' },
            { message: 'Chain checked: the chain is unknown.' },
          ],
        },
      })
    })
    await setGates({ accept: 'block', exchange: 'off' }, [identity, funds])
    expect((await check(identity, 'accept', { offerId: _id, reference: 'AB' })).status).toBe(200)
    expect(await accept(_id)).toMatchObject({ status: 409 })
    await check(identity, 'accept', { offerId: _id, reference: 'Larkproof 88213' })
    const documentId = await addFile()
    const view = await check(funds, 'accept', { offerId: _id, documentId })
    expect(view.body).toMatchObject({ items: [{ state: 'met', reference: 'Larkproof 88213' }, { state: 'met' }] })
    expect((await accept(_id)).status).toBe(200)
  })

  test('evidence: a file of another property 404, a deleted one 409, an expiry in the past 400, an automatic item 409', async () => {
    await setGates({ accept: 'warn', exchange: 'off' }, [identity, funds, chain])
    const _id = await makeOffer()
    const documentId = await addFile()
    await staff().ok(deleteDocument, { params: { ...ids, documentId } })
    expect(await check(funds, 'accept', { offerId: _id, documentId })).toMatchObject({ body: { code: 'DOCUMENT_GONE' } })
    expect(await check(funds, 'accept', { offerId: _id, documentId: ids.propertyId })).toMatchObject({ status: 404 })
    const past = { offerId: _id, reference: 'Larkproof 1', expiresOn: '2020-01-01' }
    expect(await check(identity, 'accept', past)).toMatchObject({ status: 400 })
    expect(await check(chain, 'accept', { offerId: _id })).toMatchObject({ body: { code: 'GATE_ITEM_AUTOMATIC' } })
    expect(await check(identity, 'accept', { offerId: ids.propertyId })).toMatchObject({ status: 404 })
  })

  test('an expired check is open again', async () => {
    await setGates({ accept: 'block', exchange: 'off' }, [identity])
    const _id = await makeOffer()
    await check(identity, 'accept', { offerId: _id, reference: 'Larkproof 88213', expiresOn: '2026-03-12' })
    fixtures.clock.advance({ hours: 72 })
    expect(await accept(_id)).toMatchObject({ status: 409, body: { issues: [{ message: expect.stringContaining('ran out') }] } })
    fixtures.clock.advance({ hours: -72 })
    expect((await accept(_id)).status).toBe(200)
  })
})

describe('A later offer on the same property', () => {
  const lines = async (of: string) =>
    (await staff().ok(readGate, { params: { ...ids, gate: 'accept' }, query: { offerId: of } })).items

  test('shows the check of the vendor made for an earlier offer while it holds, and no check about a buyer', async () => {
    await setGates({ accept: 'block', exchange: 'off' }, [identity, buyerIdentity])
    const first = await makeOffer({ name: 'Una Thornbury' })
    await check(identity, 'accept', { offerId: first, reference: 'Larkproof 88213', expiresOn: '2026-12-10' })
    await check(buyerIdentity, 'accept', { offerId: first, reference: 'Larkproof 88214' })
    expect((await lines(first)).map(({ earlier }) => earlier)).toEqual([null, null])
    await staff().ok(addOffer, { params: ids, body: { name: 'Odo Fernhurst', amount: 290_000, cashBuy: true, chain: false } })
    const later = (await read()).offers.find(({ name }) => name === 'Odo Fernhurst')?._id ?? ''
    const { earlier } = (await lines(later))[0] ?? {}
    expect((await lines(later)).map((line) => [line.state, line.earlier])).toEqual([
      [
        'open',
        {
          buyer: 'Una Thornbury',
          on: fixtures.clock.now().slice(0, 10),
          reference: 'Larkproof 88213',
          documentId: null,
          note: '',
          expiresOn: '2026-12-10',
        },
      ],
      ['open', null],
    ])
    const { reference = '', expiresOn } = earlier ?? {}
    const used = await check(identity, 'accept', { offerId: later, reference, ...(expiresOn ? { expiresOn } : {}) })
    expect(used.body).toMatchObject({ items: [{ state: 'met', expiresOn: '2026-12-10', earlier: null }, { state: 'open' }] })
  })

  test('shows the check of an item that the company has marked as not about the buyer, whatever its title', async () => {
    const { items, version } = await template()
    const titled = (title: string, aboutBuyer: boolean) => ({
      ...(items.find((item) => item.title === identity) ?? items[0]),
      title,
      aboutBuyer,
      active: true,
      _id: undefined,
    })
    const own = [titled('Terms for the buyer’s pack signed by the vendor', false), titled('Client due diligence', true)]
    const modes = { accept: 'block' as const, exchange: 'off' as const }
    const body = { modes, items: [...items.map((item) => ({ ...item, active: false })), ...own], version } as never
    const saved = await admin().ok(saveGateTemplate, { params: company(), body })
    expect(saved.items.filter(({ active }) => active).map(({ aboutBuyer }) => aboutBuyer)).toEqual([false, true])
    const first = await makeOffer()
    for (const { title } of own) await check(title, 'accept', { offerId: first, reference: 'Larkproof 88213' })
    await staff().ok(addOffer, { params: ids, body: { name: 'Odo Fernhurst', amount: 290_000, cashBuy: true, chain: false } })
    const later = (await read()).offers.find(({ name }) => name === 'Odo Fernhurst')?._id ?? ''
    expect((await lines(later)).map(({ earlier }) => earlier?.reference ?? null)).toEqual(['Larkproof 88213', null])
    const kept = (await template()).items.filter(({ _id }) => items.some((item) => item._id === _id))
    await admin().ok(saveGateTemplate, { params: company(), body: { modes, items: kept } })
  })

  test('does not show an expired check', async () => {
    await setGates({ accept: 'block', exchange: 'off' }, [identity])
    const first = await makeOffer()
    await check(identity, 'accept', { offerId: first, reference: 'Larkproof 88213', expiresOn: '2026-03-12' })
    await staff().ok(addOffer, { params: ids, body: { name: 'Odo Fernhurst', amount: 290_000, cashBuy: true, chain: false } })
    const later = (await read()).offers.find(({ name }) => name === 'Odo Fernhurst')?._id ?? ''
    expect((await lines(later))[0]?.earlier).not.toBeNull()
    fixtures.clock.advance({ hours: 72 })
    expect((await lines(later))[0]?.earlier).toBeNull()
    fixtures.clock.advance({ hours: -72 })
  })
})

describe('Overrides (story 18)', () => {
  // Story 18.
  test('staff 403, nine letters 400, a sentence: accepted, in the record and the audit; once only', async () => {
    await setGates({ accept: 'block', exchange: 'off' }, [funds])
    const _id = await makeOffer()
    const item = { itemId: await itemId(funds), reason: 'Solicitor holds the money on account.' }
    const override = (as: 'staff' | 'branch', reason = item.reason) =>
      fixtures.as(as).call(overrideGate, {
        params: { ...ids, gate: 'accept' },
        body: { offerId: _id, items: [{ ...item, reason }] },
      })
    await expectNothingWritten(fixtures, async () => {
      expect(await override('staff')).toMatchObject({ status: 403 })
      expect(await override('branch', 'Too short')).toMatchObject({ status: 400 })
    })
    expect(await override('branch')).toMatchObject({ body: { items: [{ state: 'overridden', reason: item.reason }] } })
    expect(await override('branch')).toMatchObject({ status: 409, body: { code: 'GATE_NOTHING_OPEN' } })
    expect((await accept(_id)).status).toBe(200)
    const history = await staff().ok(readHistory, { params: ids, query: {} })
    expect(history.data.map(({ kind }) => kind)).toContain('gate-overridden')
    expect(await auditEntries(fixtures.database, 'gate-overridden')).toMatchObject([{ data: { gate: 'accept', items: 1 } }])
    expect((await admin().ok(readGateEffect, { params: company() })).overrides).toEqual({ week: 1, before: 0 })
  })

  test('an item without roles cannot be overridden', async () => {
    const { items, version } = await template()
    const never = items.map((item) => ({ ...item, active: item.title === funds, overrideBy: [] }))
    const body = { modes: { accept: 'block' as const, exchange: 'off' as const }, items: never, version }
    await admin().ok(saveGateTemplate, { params: company(), body })
    const _id = await makeOffer()
    const named = { offerId: _id, items: [{ itemId: await itemId(funds), reason: 'Solicitor holds the money.' }] }
    expect(await admin().call(overrideGate, { params: { ...ids, gate: 'accept' }, body: named })).toMatchObject({ status: 403 })
    await admin().ok(saveGateTemplate, { params: company(), body: { ...body, items, version: version + 1 } })
  })
})

describe('Before exchange', () => {
  const exchanged = { key: stepKeys.Exchanged, state: 'C' as const }
  const completionDate = '2026-06-01'

  async function soldWithGate(): Promise<string> {
    await setGates({ accept: 'off', exchange: 'block' }, [contracts])
    const _id = await makeOffer({ state: 'A' })
    await staff().ok(saveTimeline, { params: ids, body: { timeline: [], completionDate } })
    return _id
  }

  /** Every call by which Exchanged can be completed. */
  const ways: Record<string, () => Promise<{ status: number; body: unknown }>> = {
    'PATCH …/timeline': () => staff().call(saveTimeline, { params: ids, body: { timeline: [exchanged] } }),
    'PATCH /property/mi/cells': () =>
      staff().call(editCells, {
        params: company(),
        body: {
          edits: [
            {
              propertyId: ids.propertyId,
              step: { key: stepKeys.Exchanged, state: 'C' },
              was: { step: { key: stepKeys.Exchanged, state: 'IP', on: null } },
            },
          ],
        },
      }),
    'POST /today/done': async () =>
      staff().call(completeActionItems, {
        params: company(),
        body: { actionItems: [{ subjectId: ids.propertyId, key: `step:${stepKeys.Exchanged}` }] },
      }),
  }

  test.for(Object.entries(ways))('%s is 409 GATE_NOT_MET and changes nothing', async ([, complete]) => {
    await soldWithGate()
    await staff().ok(saveTimeline, { params: ids, body: { timeline: [{ key: stepKeys.Exchanged, state: 'IP' }] } })
    await expectNothingWritten(fixtures, async () => {
      expect(await complete()).toMatchObject({
        status: 409,
        body: { code: 'GATE_NOT_MET', issues: [{ message: 'Signed contracts from both sides: no note yet.' }] },
      })
    })
  })

  test('a preview of bulk Exchanged reports the gate; blocked sales are not among its changes', async () => {
    const _id = await soldWithGate()
    const edit = {
      propertyId: ids.propertyId,
      step: { key: stepKeys.Exchanged, state: 'C' as const },
      was: { step: { key: stepKeys.Exchanged, state: 'NS' as const, on: null } },
    }
    const preview = () => staff().ok(editCells, { params: company(), body: { edits: [edit], preview: true } })
    expect(await preview()).toMatchObject({
      changes: [],
      refused: [{ propertyId: ids.propertyId, code: 'GATE_NOT_MET', message: 'Signed contracts from both sides: no note yet.' }],
    })
    await check(contracts, 'exchange', { offerId: _id, note: 'Both in the post room.' })
    expect((await preview()).refused).toEqual([])
  })

  test('an offer entered directly as accepted has its list of checks, and is refused as a whole if they block', async () => {
    await setGates({ accept: 'warn', exchange: 'off' }, [identity])
    const _id = await makeOffer({ state: 'A' })
    const list = () => staff().ok(readGate, { params: { ...ids, gate: 'accept' }, query: { offerId: _id } })
    expect(await list()).toMatchObject({ mode: 'warn', items: [{ state: 'open' }] })
    await check(identity, 'accept', { offerId: _id, reference: 'Larkproof 88213' })
    expect((await list()).items).toMatchObject([{ state: 'met' }])
    await staff().ok(performFallOff, { params: ids, body: { note: 'No' } })
    await setGates({ accept: 'block', exchange: 'off' }, [identity])
    await expectNothingWritten(fixtures, async () => {
      const body = { name: 'Bea Uyer', amount: 285_000, cashBuy: true, chain: false, state: 'A' as const }
      expect((await staff().refusal(addOffer, { params: ids, body })).code).toBe('GATE_NOT_MET')
    })
  })

  // Story 17: "the proof's document cannot be deleted after exchange".
  test('the sale keeps the items that applied to its acceptance; a file that is evidence cannot be deleted after exchange', async () => {
    const { items, version } = await template()
    const asDocument = items.map((item) => ({
      ...item,
      active: item.title === contracts,
      ...(item.title === contracts ? { evidence: 'document' as const } : {}),
    }))
    const body = { modes: { accept: 'off' as const, exchange: 'block' as const }, items: asDocument, version }
    await admin().ok(saveGateTemplate, { params: company(), body })
    const _id = await makeOffer({ state: 'A' })
    await staff().ok(saveTimeline, { params: ids, body: { timeline: [], completionDate } })
    await setGates({ accept: 'off', exchange: 'off' }, [])
    expect((await staff().call(saveTimeline, { params: ids, body: { timeline: [exchanged] } })).status).toBe(409)
    const first = await addFile()
    await check(contracts, 'exchange', { offerId: _id, documentId: first })
    await staff().ok(deleteDocument, { params: { ...ids, documentId: first } })
    expect((await staff().call(saveTimeline, { params: ids, body: { timeline: [exchanged] } })).status).toBe(409)
    const documentId = await addFile()
    await check(contracts, 'exchange', { offerId: _id, documentId })
    await staff().ok(saveTimeline, { params: ids, body: { timeline: [exchanged] } })
    await expectNothingWritten(fixtures, async () => {
      const answer = await staff().call(deleteDocument, { params: { ...ids, documentId } })
      expect(answer).toMatchObject({ status: 409, body: { code: 'DOCUMENT_IS_EVIDENCE' } })
    })
    await admin().ok(saveGateTemplate, { params: company(), body: { ...body, items, version: version + 2 } })
  })

  test('a withdrawn check is open again', async () => {
    const _id = await soldWithGate()
    await check(contracts, 'exchange', { offerId: _id, note: 'Both in the post room.' })
    const params = { ...ids, gate: 'exchange' as const, itemId: await itemId(contracts) }
    const view = await staff().ok(deleteGateCheck, { params, query: { offerId: _id } })
    expect(view.items).toMatchObject([{ state: 'open', note: '' }])
  })

  test('restoring a fall-off is not subject to gates', async () => {
    const _id = await makeOffer({ state: 'A' })
    const { saleResets } = await staff().ok(performFallOff, { params: ids, body: { note: 'No' } })
    await setGates({ accept: 'block', exchange: 'off' }, [funds])
    expect((await accept(_id)).status).toBe(409)
    const params = { ...ids, fallOffId: saleResets[0]?._id ?? '' }
    expect((await staff().call(restoreFallOff, { params })).status).toBe(200)
  })
})

test('GET …/gates/effect counts what *block* would stop', async () => {
  await setGates({ accept: 'warn', exchange: 'off' }, [funds])
  const before = await admin().ok(readGateEffect, { params: company() })
  await makeOffer()
  const after = await admin().ok(readGateEffect, { params: company() })
  expect(after.accept).toEqual({
    waiting: before.accept.waiting + 1,
    lacking: before.accept.lacking + 1,
    items: before.accept.items + 1,
  })
})

test('the template: 409 for a stale version, 404 for an unknown item, 403 for staff', async () => {
  const { items, modes, version } = await template()
  const save = (body: Wire<typeof saveGateTemplate, 'body'>, as: 'company' | 'branch' = 'company') =>
    fixtures.as(as).call(saveGateTemplate, { params: company(), body })
  expect(await save({ modes, items, version: version + 7 })).toMatchObject({ body: { code: 'STALE_VERSION' } })
  const unknown = [...items, { ...items[0], _id: ids.propertyId } as (typeof items)[number]]
  expect(await save({ modes, items: unknown })).toMatchObject({ status: 404 })
  expect(await save({ modes, items }, 'branch')).toMatchObject({ status: 403 })
})
