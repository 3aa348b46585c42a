import { describe, expect, test } from 'vitest'
import {
  type ConversationDraft,
  canShowVendor,
  channelOf,
  chaseDay,
  chaseMoment,
  type DraftSale,
  emptyDraft,
  heldMoment,
  isDirty,
  lineOf,
  type Proposals,
  toSales,
  whyNotHeld,
  whyNotLog,
  withItem,
  withLine,
  withOutcome,
  withSale,
} from './conversation-draft.ts'

/** Wednesday 05/11/2025, 14:32. */
const now = '2025-11-05T14:32:00.000Z'
const proposals: Proposals = {
  now,
  nextChases: { spoke: '2025-11-12T07:00:00.000Z', leftMessage: '2025-11-06T07:00:00.000Z', promised: null },
}
const sale = (line1: string, itemKeys: readonly string[] = ['step:32']): DraftSale => ({
  propertyId: line1,
  line1,
  role: 'buyerSolicitor',
  itemKeys,
  dueKeys: itemKeys,
  isIncluded: itemKeys.length > 0,
})
const rodway = sale('27 Rodway Road')
const park = sale('2 Park Lane', ['step:31', 'step:34'])
const oxford = sale('284 Oxford Road', [])
const linesOf = (draft: ConversationDraft, sales = [rodway, park, oxford]) => sales.map((one) => lineOf(draft, one, proposals))
const spoke = withOutcome(emptyDraft, 'spoke')

describe('draft of a conversation', () => {
  test('the channel is telephone, unless every sale was e-mailed or another channel is chosen', () => {
    const emailed = withOutcome(emptyDraft, 'emailed')
    expect(channelOf(emptyDraft, linesOf(emptyDraft))).toBe('call')
    expect(channelOf(emailed, linesOf(emailed))).toBe('email')
    const mixed = withLine(emailed, rodway.propertyId, { outcome: 'spoke' })
    expect(channelOf(mixed, linesOf(mixed))).toBe('call')
    expect(channelOf({ ...emailed, channel: 'letter' }, linesOf(emailed))).toBe('letter')
  })

  test('an earlier conversation needs day and time within 30 days; the text for the vendor has that day', () => {
    const held = (heldOn: string | null, heldAt: string | null) => ({ ...spoke, heldOn, heldAt })
    expect(whyNotHeld(spoke, now)).toBeNull()
    expect(heldMoment(spoke)).toBeUndefined()
    expect(whyNotHeld(held('2025-11-03', '15:30'), now)).toBeNull()
    expect(heldMoment(held('2025-11-03', '15:30'))).toBe('2025-11-03T15:30:00.000Z')
    expect(whyNotHeld(held('2025-11-03', null), now)).toBe('Enter the time it was held')
    expect(whyNotHeld(held('2025-11-03', '15:'), now)).toBe('Enter the time it was held')
    expect(whyNotHeld(held(null, '15:30'), now)).toBe('Enter the day it was held')
    expect(whyNotHeld(held('3/', '15:30'), now)).toBe('Enter the day it was held')
    expect(whyNotHeld(held('2025-10-06', '15:30'), now)).toBeNull()
    expect(whyNotHeld(held('2025-10-05', '15:30'), now)).toBe('Choose a day within the last 30 days')
    expect(whyNotHeld(held('2025-11-05', '15:30'), now)).toBe('The conversation is in the future')
    const shown = withLine(held('2025-11-03', '15:30'), rodway.propertyId, { isShown: true })
    expect(linesOf(shown)[0]?.vendorText).toBe('We spoke to your buyer’s solicitor on 3 November: ')
  })

  test('ticking a sale ticks its items that are due now', () => {
    const others = { ...park, itemKeys: [], isIncluded: false }
    const [line] = linesOf(spoke, [others])
    if (!line) throw new Error('There is a line for each sale.')
    expect(line).toMatchObject({ included: false, keys: [] })
    expect(linesOf(withSale(spoke, line, true), [others])[0]).toMatchObject({ included: true, keys: ['step:31', 'step:34'] })
  })

  test('common values apply to unchanged lines', () => {
    const draft = withLine(spoke, park.propertyId, { outcome: 'promised', promisedOn: '2025-11-06' })
    const [first, second] = linesOf(draft)
    expect(first).toMatchObject({ outcome: 'spoke', nextAt: '2025-11-12T07:00:00.000Z' })
    expect(second).toMatchObject({ outcome: 'promised', promisedOn: '2025-11-06', nextAt: '2025-11-06T07:00:00.000Z' })
    const [third, fourth] = linesOf(withOutcome(draft, 'leftMessage'))
    expect(third).toMatchObject({ outcome: 'leftMessage', nextAt: '2025-11-06T07:00:00.000Z' })
    expect(fourth).toMatchObject({ outcome: 'promised' })
  })

  test('a common chase date belongs to its outcome; another outcome gets its own proposal', () => {
    const later = { ...spoke, nextAt: '2025-11-20T07:00:00.000Z' }
    expect(linesOf(later)[0]?.nextAt).toBe('2025-11-20T07:00:00.000Z')
    expect(linesOf(withOutcome(later, 'leftMessage'))[0]?.nextAt).toBe('2025-11-06T07:00:00.000Z')
    expect(linesOf(withLine(later, rodway.propertyId, { outcome: 'leftMessage' }))[0]?.nextAt).toBe('2025-11-06T07:00:00.000Z')
  })

  test('the next chase can be removed', () => {
    expect(linesOf({ ...spoke, nextAt: null })[0]?.nextAt).toBeNull()
  })

  test('sales without action items are excluded until they are ticked, and get no proposed call-back', () => {
    expect(linesOf(spoke)[2]?.included).toBe(false)
    const line = linesOf(spoke)[2]
    const [, , ticked] = linesOf(withSale(spoke, line ?? expect.fail(), true))
    expect(ticked).toMatchObject({ included: true, keys: [], nextAt: null })
  })

  test('unticking the last action item excludes a sale, ticking one includes it', () => {
    const [, line] = linesOf(spoke)
    if (!line) expect.fail()
    const one = withItem(spoke, line, 'step:31', false)
    expect(linesOf(one)[1]).toMatchObject({ included: true, keys: ['step:34'] })
    const none = withItem(one, linesOf(one)[1] ?? line, 'step:34', false)
    expect(linesOf(none)[1]?.included).toBe(false)
    expect(linesOf(withItem(none, linesOf(none)[1] ?? line, 'step:31', true))[1]).toMatchObject({
      included: true,
      keys: ['step:31'],
    })
  })

  test('returns why it cannot be logged', () => {
    expect(whyNotLog(linesOf(emptyDraft))).toBe('Choose an outcome')
    expect(whyNotLog(linesOf(spoke, [oxford]))).toBe('Choose at least one sale')
    const promised = withOutcome(emptyDraft, 'promised')
    expect(whyNotLog(linesOf(promised, [rodway]))).toBe('Set the promised day of 27 Rodway Road')
    expect(whyNotLog(linesOf(promised))).toBe('Set the promised day of 2 sales')
    expect(whyNotLog(linesOf({ ...promised, promisedOn: '2025-11-07' }))).toBeNull()
    expect(whyNotLog(linesOf(withLine(spoke, rodway.propertyId, { isShown: true })))).toBe(
      'Say to the vendor what came of the call',
    )
    expect(whyNotLog(linesOf(withLine(spoke, rodway.propertyId, { isShown: true, vendorText: ' ' })))).toBe(
      'Enter a text for the vendor',
    )
    expect(
      whyNotLog(
        linesOf(
          spoke,
          Array.from({ length: 51 }, (_, index) => sale(`${index} High Street`)),
        ),
      ),
    ).toBe('Choose at most 50 sales')
  })

  test('an invalid day is kept as typed and cannot be logged', () => {
    const promised = withOutcome(emptyDraft, 'promised')
    for (const promisedOn of ['27/', '2025-11-04', '2026-11-04'])
      expect(whyNotLog(linesOf({ ...promised, promisedOn }, [rodway]))).toBe('Check the day of 27 Rodway Road')
    const typed = { ...spoke, nextAt: chaseMoment('27/', now) }
    expect(whyNotLog(linesOf(typed))).toBe('Check the day of 2 sales')
    expect(chaseDay(typed.nextAt)).toBe('27/')
    expect(whyNotLog(linesOf({ ...spoke, nextAt: chaseMoment('2025-11-27', now) }))).toBeNull()
  })

  test('the vendor sees only ticked texts; the text follows the outcome until it is edited', () => {
    expect(linesOf(spoke).map(({ vendorText }) => vendorText)).toEqual([null, null, null])
    const shown = withLine(spoke, rodway.propertyId, { isShown: true })
    expect(linesOf(shown)[0]?.vendorText).toBe('We spoke to your buyer’s solicitor on 5 November: ')
    expect(linesOf(withOutcome(shown, 'leftMessage'))[0]?.vendorText).toBe(
      'We left a message for your buyer’s solicitor on 5 November.',
    )
    const edited = withLine(shown, rodway.propertyId, { vendorText: 'They have the searches.' })
    expect(linesOf(withOutcome(edited, 'leftMessage'))[0]?.vendorText).toBe('They have the searches.')
    expect(canShowVendor('buyerSolicitor')).toBe(true)
    expect(canShowVendor('vendor')).toBe(false)
  })

  test('only ticked sales are sent; a promise is sent without a chase date', () => {
    const draft = withLine(spoke, park.propertyId, { outcome: 'promised', promisedOn: '2025-11-06', keys: ['step:31'] })
    expect(toSales(linesOf(draft))).toEqual([
      {
        propertyId: '27 Rodway Road',
        outcome: 'spoke',
        itemKeys: ['step:32'],
        note: '',
        promisedOn: null,
        nextAt: '2025-11-12T07:00:00.000Z',
        vendorText: null,
      },
      {
        propertyId: '2 Park Lane',
        outcome: 'promised',
        itemKeys: ['step:31'],
        note: '',
        promisedOn: '2025-11-06',
        vendorText: null,
      },
    ])
  })

  test('a chase day starts at 07:00 in London; today means in three hours', () => {
    expect(chaseMoment('2025-11-12', now)).toBe('2025-11-12T07:00:00.000Z')
    expect(chaseMoment('2025-07-12', now)).toBe('2025-07-12T06:00:00.000Z')
    expect(chaseMoment('2025-11-05', now)).toBe('2025-11-05T17:32:00.000Z')
  })

  test('is dirty once it differs from what it started with', () => {
    expect(isDirty(emptyDraft)).toBe(false)
    expect(isDirty(spoke)).toBe(true)
    expect(isDirty(spoke, spoke)).toBe(false)
  })
})
