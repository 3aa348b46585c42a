import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { completeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import {
  listPortalMessages,
  markPortalMessagesSeen,
  readPortalProperty,
} from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { sendVendorNews } from './send-vendor-news.ts'

let fixtures: Fixtures
let place: PropertyPath
let vendor: { id: string; read: Fixtures['anonymous']; email: string }
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

let people = 0
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  people += 1
  const email = `seller-${people}@people.example`
  const id = await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId })
  await fixtures.database.db.updateTable('app_user').set({ email_verified: true }).where('id', '=', id).execute()
  vendor = { id, read: await fixtures.signedIn(id), email }
  place = await takeOn(fixtures.as('company'), fixtures.first, id, `${people} Seller Street`)
  fixtures.clock.advance({ minutes: 1 })
})

const secrets = { name: 'Buyer Whose Name Is Private', tel: '0118 496 0145', notes: 'bank says no to the first lender' }
const sell = (where = place) =>
  fixtures.as('company').ok(addOffer, {
    params: where,
    body: { ...secrets, amount: 285_000, cashBuy: false, chain: true, state: 'A' },
  })
const save = (state: 'C' | 'B' | 'IP', names: StepName[], where = place) => {
  fixtures.clock.advance({ minutes: 1 })
  const timeline = names.map((name) => ({ key: stepKeys[name], state }))
  return fixtures.as('company').ok(saveTimeline, { params: where, body: { timeline } })
}
/** E-mails whose waiting time for corrections is over. */
const sendNews = async () => {
  fixtures.clock.advance({ minutes: 2 })
  await sendVendorNews({ ...fixtures, publicUrl: fixtures.config.publicUrl })
}
const messages = (query = {}) => vendor.read.ok(listPortalMessages, { query })

describe('GET vendor/messages', () => {
  test('one message per save, newest first, with texts and time', async () => {
    await sell()
    await save('C', ['MemoOfSaleSent', 'DraftContractsIssued'])
    const at = fixtures.clock.now()
    await save('B', ['SearchesAppliedFor'])
    const { data, paging } = await messages()
    expect(paging.count).toBe(4)
    expect(data.map(({ lines }) => lines.length > 0)).not.toContain(false)
    expect(data[0]).toMatchObject({
      property: { _id: place.propertyId, line1: `${people} Seller Street` },
      lines: ['We are waiting for the buyer’s solicitor to apply for the searches, but this is held up at the moment.'],
    })
    expect(data[1]).toMatchObject({ at, lines: expect.arrayContaining(['The draft contract was issued.']) })
    expect(data.at(-1)?.lines[0]).toBe('You agreed to sell with us.')
  })

  test('"slips do not reach vendors": a change undone within two minutes leaves no message; undone later, it is news', async () => {
    await sell()
    await save('IP', ['SearchesBack'])
    await sendNews()
    const lines = async () =>
      (await messages()).data
        .flatMap((message) => message.lines)
        .filter((line) => /^(The searches came|The council|We are waiting again)/.test(line))
    const begun = 'The council and other search providers are preparing the search results.'
    await save('C', ['SearchesBack'])
    expect(await lines()).toEqual(['The searches came back.', begun])
    await save('IP', ['SearchesBack'])
    expect(await lines()).toEqual([begun])
    await sendNews()
    await save('C', ['SearchesBack'])
    await sendNews()
    await save('IP', ['SearchesBack'])
    expect(await lines()).toEqual(['We are waiting again for the searches.', 'The searches came back.', begun])
    expect((await messages()).unseen).toBe((await messages()).paging.count)
  })

  test.each([
    ['taken back to another state than before', ['IP', 'C', 'NS']],
    ['held up for a moment', ['C', 'B', 'IP']],
  ] as const)('a change within two minutes has the text of the e-mail: %s', async (_, states) => {
    await sell()
    await sendNews()
    for (const state of states) {
      if (state === states[1]) await sendNews()
      fixtures.clock.advance({ seconds: 30 })
      const timeline = [{ key: stepKeys.EnquiriesAnswered, state }]
      await fixtures.as('company').ok(saveTimeline, { params: place, body: { timeline } })
    }
    await sendNews()
    const mails = (await findMailsTo(fixtures, vendor.email)).map(({ text }) => text).join()
    const lines = (await messages()).data
      .flatMap((message) => message.lines)
      .filter((line) => /^(The enquiries|We are waiting again)/.test(line))
    const [last] = states.slice(-1)
    expect(lines).toEqual(
      last === 'NS'
        ? ['The enquiries are being answered.']
        : ['We are waiting again for the answers to the enquiries.', 'The enquiries were answered.'],
    )
    for (const line of lines) expect(mails).toContain(line)
  })

  test('has the text of the e-mail of the same save', async () => {
    await sell()
    await sendNews()
    await save('C', ['MemoOfSaleSent', 'DraftContractsIssued'])
    await sendNews()
    await save('B', ['SearchesAppliedFor'])
    await sendNews()
    const mails = await findMailsTo(fixtures, vendor.email)
    const told = mails.map(({ text }) => text.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : [])))
    const { data } = await messages()
    expect(told).toHaveLength(3)
    // The app also shows the take-on, whose e-mail was the one about the new account.
    expect(data.slice(0, -1).map(({ lines }) => lines)).toEqual(told)
    expect(mails[0]?.text).toContain(`/vendor?property=${place.propertyId}`)
  })

  describe('after a fall-off', () => {
    const fell = 'We are sorry that the agreed sale has fallen through.'
    const isBack = 'The sale that had fallen through is going ahead after all, with the same buyer.'
    const fallOff = async () => {
      fixtures.clock.advance({ minutes: 1 })
      const { saleResets } = await fixtures
        .as('company')
        .ok(performFallOff, { params: place, body: { note: 'The buyer withdrew' } })
      return { ...place, fallOffId: saleResets[0]?._id ?? '' }
    }
    const restore = (params: PropertyPath & { fallOffId: string }) => {
      fixtures.clock.advance({ minutes: 1 })
      return fixtures.as('company').ok(restoreFallOff, { params })
    }
    /** The lines of the newest e-mail. */
    const mailed = async () => {
      const [mail] = await findMailsTo(fixtures, vendor.email)
      expect(mail?.text).not.toContain(secrets.name)
      return mail?.text.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
    }
    beforeEach(async () => {
      await save('C', ['PropertyLaunched', 'Viewings'])
      await sell()
      await save('C', ['MemoOfSaleSent', 'DraftContractsIssued'])
      await sendNews()
    })

    test('one sentence says that the sale has fallen through, in app and e-mail', async () => {
      await fallOff()
      expect((await messages()).data[0]?.lines).toEqual([fell])
      await sendNews()
      expect(await mailed()).toEqual([fell])
    })

    test('the first steps of the next sale are reported, also in the same e-mail', async () => {
      await fallOff()
      fixtures.clock.advance({ minutes: 1 })
      await sell()
      const memo = 'We will send the memorandum of sale next.'
      const { data } = await messages()
      expect(data.slice(0, 2).map(({ lines }) => lines)).toEqual([['You accepted an offer.', memo], [fell]])
      await sendNews()
      expect(await mailed()).toEqual([fell, 'You accepted another offer.', memo])
    })

    test('a restore says that the sale continues, and repeats no step', async () => {
      const fallen = await fallOff()
      await sendNews()
      await restore(fallen)
      expect((await messages()).data[0]?.lines).toEqual([isBack])
      await sendNews()
      expect(await mailed()).toEqual([isBack])
    })

    test('a fall-off that is restored within two minutes is a slip', async () => {
      const [before, mails] = [await messages(), await findMailsTo(fixtures, vendor.email)]
      await restore(await fallOff())
      await sendNews()
      expect(await messages()).toEqual(before)
      expect(await findMailsTo(fixtures, vendor.email)).toEqual(mails)
    })

    test('a fall-off, another offer, its fall-off and a restore within two minutes: the text of the e-mail', async () => {
      const seconds = () => fixtures.clock.advance({ seconds: 20 })
      const fail = async () => {
        seconds()
        const { saleResets } = await fixtures.as('company').ok(performFallOff, { params: place, body: { note: 'Wrong buyer' } })
        return saleResets
      }
      const [first] = await fail()
      seconds()
      await sell()
      await fail()
      seconds()
      await fixtures.as('company').ok(restoreFallOff, { params: { ...place, fallOffId: first?._id ?? '' } })
      const inApp = (await messages()).data.map(({ lines }) => lines)
      const mails = (await findMailsTo(fixtures, vendor.email)).length
      await sendNews()
      const told = (await findMailsTo(fixtures, vendor.email)).length > mails ? await mailed() : []
      expect(inApp.flat().filter((line) => line === fell || line === isBack)).toEqual(told)
    })

    test('a step completed before a fall-off that is restored within two minutes: the step is done, and nothing else', async () => {
      const timeline = [{ key: stepKeys.SearchesAppliedFor, state: 'C' as const }]
      await fixtures.as('company').ok(saveTimeline, { params: place, body: { timeline } })
      fixtures.clock.advance({ seconds: 20 })
      const { saleResets } = await fixtures.as('company').ok(performFallOff, { params: place, body: { note: 'Wrong house' } })
      fixtures.clock.advance({ seconds: 20 })
      await fixtures.as('company').ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
      const lines = (await messages()).data.slice(0, 2).map((message) => message.lines)
      expect(lines.flat().filter((line) => line.includes('fallen through'))).toEqual([])
      expect(lines[0]).toContain('The searches were applied for.')
      await sendNews()
      const told = await mailed()
      expect(told).toContain('The searches were applied for.')
      expect(told?.filter((line) => line.includes('fallen through'))).toEqual([])
    })
  })

  describe('of a sale that has moved on', () => {
    const lines = async () => (await messages()).data.map((message) => message.lines)
    const mailed = async () =>
      (await findMailsTo(fixtures, vendor.email)).map(({ text }) =>
        text.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : [])),
      )
    const setActive = (active: boolean) => {
      fixtures.clock.advance({ minutes: 1 })
      return fixtures.as('company').ok(updateProperty, { params: place, body: { _id: place.propertyId, active } })
    }
    beforeEach(async () => {
      await save('C', ['PropertyLaunched', 'Viewings'])
      await sell()
      await save('C', ['MemoOfSaleSent'])
      await sendNews()
    })

    test('nothing of a step that was left open at exchange or completion, and all of one that is reopened with Exchanged', async () => {
      await save('IP', ['DraftContractsIssued', 'SearchesAppliedFor'])
      await fixtures.as('company').ok(saveTimeline, { params: place, body: { completionDate: testStart.slice(0, 10) } })
      await save('C', ['Exchanged'])
      await sendNews()
      const [told, inApp] = [await mailed(), await lines()]
      await save('C', ['DraftContractsIssued'])
      await sendNews()
      expect([await mailed(), await lines()]).toEqual([told, inApp])
      await save('C', ['Completed'])
      await sendNews()
      expect((await lines())[0]).toEqual(['The sale completed.'])
      expect((await mailed())[0]).toEqual(['The sale completed.'])
      await save('C', ['SearchesAppliedFor'])
      await save('IP', ['DraftContractsIssued'])
      await sendNews()
      expect((await lines())[0]).toEqual(['The sale completed.'])
      expect((await mailed())[0]).toEqual(['The sale completed.'])
    })

    test('a step that is held up when contracts are exchanged, all within two minutes: only the exchange and completed steps', async () => {
      const edit = (body: Parameters<typeof saveEdit>[0]) => {
        fixtures.clock.advance({ seconds: 10 })
        return saveEdit(body)
      }
      const saveEdit = (body: { timeline?: { key: number; state: 'C' | 'B' }[]; completionDate?: string }) =>
        fixtures.as('company').ok(saveTimeline, { params: place, body })
      await edit({ timeline: [{ key: stepKeys.SearchesBack, state: 'B' }] })
      await edit({ timeline: [{ key: stepKeys.ReportedToBuyer, state: 'B' }] })
      await edit({ timeline: [{ key: stepKeys.SearchesAppliedFor, state: 'C' }] })
      expect((await lines()).flat().join()).toContain('for the searches, but this is held up')
      await edit({ timeline: [{ key: stepKeys.Exchanged, state: 'C' }], completionDate: testStart.slice(0, 10) })
      await sendNews()
      const told = ['The searches were applied for.', 'Contracts were exchanged.']
      expect((await mailed())[0]).toEqual(expect.arrayContaining(told))
      expect((await lines()).flat()).toEqual(expect.arrayContaining(told))
      expect([...((await mailed())[0] ?? []), ...(await lines()).flat()].filter((line) => line.includes('held up'))).toEqual([])
    })

    test('withdrawal and return are told, nothing of the steps between; a slip is not told', async () => {
      await setActive(false)
      await setActive(true)
      await sendNews()
      const before = await mailed()
      expect((await lines()).flat().filter((line) => line.includes('withdrawn'))).toEqual([])
      await setActive(false)
      await save('C', ['DraftContractsIssued'])
      await sendNews()
      const paused = 'Your property is withdrawn from the market. The agreed sale is on hold.'
      expect((await lines())[0]).toEqual([paused])
      expect((await mailed()).slice(0, -before.length)).toEqual([[paused]])
      const [mail] = await findMailsTo(fixtures, vendor.email)
      expect(mail?.text.split('withdrawn from the market').length).toBe(2)
      await setActive(true)
      await sendNews()
      const back = 'Your agreed sale is going ahead again.'
      expect([(await lines())[0], (await mailed())[0]]).toEqual([[back], [back]])
      expect((await messages()).paging.count).toBe((await lines()).length)
    })

    test('an exchange that is entered while the property is withdrawn is told when it is put back, within two minutes too', async () => {
      const exchange = (state: 'C' | 'IP') => {
        fixtures.clock.advance({ seconds: 20 })
        const timeline = [{ key: stepKeys.Exchanged, state }]
        return fixtures
          .as('company')
          .ok(saveTimeline, { params: place, body: { timeline, completionDate: testStart.slice(0, 10) } })
      }
      const back = ['Contracts have been exchanged.']
      await setActive(false)
      await sendNews()
      await exchange('C')
      await sendNews()
      expect((await lines())[0]).toEqual(['Your property is withdrawn from the market. The agreed sale is on hold.'])
      await setActive(true)
      await sendNews()
      expect([(await lines())[0], (await mailed())[0]]).toEqual([back, back])
      await exchange('IP')
      await sendNews()
      await setActive(false)
      await exchange('C')
      await setActive(true)
      await sendNews()
      expect([(await lines())[0], (await mailed())[0]]).toEqual([back, back])
    })

    test('a property without a sale is on the market again', async () => {
      await fixtures.as('company').ok(performFallOff, { params: place, body: { note: 'The buyer withdrew' } })
      await sendNews()
      await setActive(false)
      await sendNews()
      expect((await lines())[0]).toEqual(['Your property is withdrawn from the market.'])
      await setActive(true)
      await sendNews()
      expect([(await lines())[0], (await mailed())[0]]).toEqual([
        ['Your property is on the market again.'],
        ['Your property is on the market again.'],
      ])
    })
  })

  test('covers all properties of the vendor with their addresses; the property page shows its own', async () => {
    const second = await takeOn(fixtures.as('company'), fixtures.second, vendor.id, `${people} Other Street`)
    await sell(second)
    await save('C', ['DraftContractsIssued'], second)
    await sell()
    const { data } = await messages()
    expect(new Set(data.map(({ property }) => property.line1))).toEqual(
      new Set([`${people} Seller Street`, `${people} Other Street`]),
    )
    const ofOne = await vendor.read.ok(readPortalProperty, { params: second })
    expect(new Set(ofOne.news.map(({ property }) => property._id))).toEqual(new Set([second.propertyId]))
    expect(ofOne.news).toEqual(data.filter(({ property }) => property._id === second.propertyId))
  })

  test('pages', async () => {
    await sell()
    await save('C', ['DraftContractsIssued'])
    const { data: all } = await messages()
    const { data, paging } = await messages({ itemsPerPage: '1', currentPage: '1' })
    expect(data).toEqual([all[1]])
    expect(paging).toMatchObject({ count: all.length, totalPages: all.length })
  })

  test('none for saves without vendor steps, none of other vendors’ sales', async () => {
    const before = await messages()
    await fixtures.as('company').ok(saveTimeline, { params: place, body: { invoiceSent: true } })
    await save('C', ['Viewings'], fixtures.first)
    expect(await messages()).toEqual(before)
    expect((await fixtures.as('secondVendor').ok(listPortalMessages)).data.map(({ property }) => property._id)).not.toContain(
      place.propertyId,
    )
  })

  test('none for a corrected date or a moved due date', async () => {
    await sell()
    await save('C', ['PropertyLaunched', 'Viewings'])
    await save('IP', ['DraftContractsIssued'])
    const before = await messages()
    fixtures.clock.advance({ minutes: 1 })
    const timeline = [
      { key: stepKeys.Viewings, state: 'C' as const, completedOn: '2026-03-08' },
      { key: stepKeys.DraftContractsIssued, state: 'IP' as const, dueOn: '2026-05-01', dueReason: 'Solicitor away' },
    ]
    expect((await fixtures.as('company').ok(saveTimeline, { params: place, body: { timeline } })).changes).toHaveLength(2)
    expect(await messages()).toEqual(before)
  })

  test('contains no fees, notes or other parties', async () => {
    await sell()
    const text = JSON.stringify(await messages())
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/fee|because|notes|owner|buyerName/i)
  })

  test('none of deleted properties or after 90 days', async () => {
    const second = await takeOn(fixtures.as('company'), fixtures.second, vendor.id, `${people} Going Street`)
    expect((await messages()).data).toHaveLength(2)
    await fixtures.as('company').ok(deleteProperty, { params: second })
    expect((await messages()).data).toHaveLength(1)
    fixtures.clock.advance({ days: 91 })
    expect(await (await fixtures.signedIn(vendor.id)).ok(listPortalMessages)).toMatchObject({ data: [], paging: { count: 0 } })
  })
})

describe('Story 8: slips do not reach vendors', () => {
  const set = (edits: { name: StepName; state: 'C' | 'IP' }[]) =>
    fixtures.as('company').ok(saveTimeline, {
      params: place,
      body: { timeline: edits.map(({ name, state }) => ({ key: stepKeys[name], state })) },
    })
  const news = async () =>
    (await findMailsTo(fixtures, vendor.email)).filter(({ subject }) => subject.endsWith('news of your property'))
  beforeEach(async () => {
    await sell()
    await save('C', ['MemoOfSaleSent'])
    await sendNews()
  })

  test('"A step that is set to complete and undone within 2 minutes: the vendor gets no e-mail"', async () => {
    const before = (await news()).length
    const { undoId } = await fixtures.as('company').ok(completeActionItems, {
      params: { companyId: place.companyId },
      body: { actionItems: [{ subjectId: place.propertyId, key: `step:${stepKeys.DraftContractsIssued}` }] },
    })
    fixtures.clock.advance({ minutes: 1 })
    await sendVendorNews({ ...fixtures, publicUrl: fixtures.config.publicUrl })
    await fixtures.as('company').ok(undoChange, { params: { companyId: place.companyId, undoId }, body: {} })
    await sendNews()
    expect(await news()).toHaveLength(before)
    expect(
      await fixtures.database.db.selectFrom('vendor_news').selectAll().where('property_id', '=', place.propertyId).execute(),
    ).toEqual([])
  })

  test('"Three steps of a sale within 2 minutes: one e-mail", without undone changes', async () => {
    const before = (await news()).length
    await set([{ name: 'DraftContractsIssued', state: 'C' }])
    await set([{ name: 'MortgageAppSubmitted', state: 'C' }])
    await set([{ name: 'SearchesAppliedFor', state: 'C' }])
    await set([{ name: 'MortgageAppSubmitted', state: 'IP' }])
    await sendNews()
    await sendNews()
    const mails = await news()
    expect(mails).toHaveLength(before + 1)
    expect(mails[0]?.text).toContain('- The draft contract was issued.\n- The searches were applied for.')
    expect(mails[0]?.text).not.toContain('Application submitted')
  })

  test('later changes are a separate message', async () => {
    const before = (await news()).length
    await set([{ name: 'DraftContractsIssued', state: 'C' }])
    await sendNews()
    await set([{ name: 'DraftContractsIssued', state: 'IP' }])
    await sendNews()
    expect(await news()).toHaveLength(before + 2)
  })
})

describe('POST vendor/messages/seen', () => {
  test('all are unseen at first; marks those up to the newest shown', async () => {
    await sell()
    const first = await messages()
    expect(first).toMatchObject({ unseen: 2, seenUntil: null })
    const until = first.data[0]?.at ?? ''
    expect(await vendor.read.ok(markPortalMessagesSeen, { body: { until } })).toEqual({ unseen: 0 })
    await save('C', ['DraftContractsIssued'])
    expect(await messages()).toMatchObject({ unseen: 1, seenUntil: until })
  })

  test('never moves back or into the future', async () => {
    const [newest] = (await messages()).data
    await vendor.read.ok(markPortalMessagesSeen, { body: { until: '2100-01-01T00:00:00Z' } })
    await save('C', ['PropertyLaunched'])
    expect((await messages()).unseen).toBe(1)
    await vendor.read.ok(markPortalMessagesSeen, { body: { until: fixtures.clock.now() } })
    await vendor.read.ok(markPortalMessagesSeen, { body: { until: newest?.at ?? '' } })
    expect((await messages()).unseen).toBe(0)
  })

  test('is kept per vendor', async () => {
    await vendor.read.ok(markPortalMessagesSeen, { body: { until: fixtures.clock.now() } })
    expect((await fixtures.as('secondVendor').ok(listPortalMessages)).unseen).toBeGreaterThan(0)
  })
})
