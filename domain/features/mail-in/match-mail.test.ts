import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { senderChecks } from './mail-in.model.ts'
import type { CandidateSale, MatchedMail, MatchFacts, PartyOfSale } from './match-mail.model.ts'
import { addressTermsOf, matchMail, theirRefsIn } from './match-mail.ts'

const sale = (propertyId: string, line1: string, of: Partial<CandidateSale> = {}): CandidateSale => ({
  propertyId,
  isDeleted: false,
  line1,
  line2: '',
  town: 'Reading',
  postcode: 'RG30 6DT',
  vendorSurnames: ['Otter'],
  buyerSurnames: ['Nettlefold'],
  standing: 'agreed',
  offerId: `offer-${propertyId}`,
  ...of,
})
const rodway = sale('rodway', '27 Rodway Road')
const elm = sale('elm', '3 Elm Close', { vendorSurnames: ['Finch'], buyerSurnames: ['Smith-Jones'], postcode: 'RG31 5AA' })
const mill = sale('mill', 'Flat 2, The Old Dairy', {
  line2: '12 Mill Lane',
  vendorSurnames: ['Church'],
  buyerSurnames: ['Price'],
})
const now = { offerId: null, fellOffOn: null }
const party = (propertyId: string, email: string, of: Partial<PartyOfSale> = {}): PartyOfSale => ({
  propertyId,
  ...now,
  email,
  ref: 'poc:1',
  role: 'buyerSolicitor',
  name: 'Jane Hollis',
  firmId: 'fennimore',
  ...of,
})
const jane = 'jane@fennimore.example'
const grace = 'grace@otter.example'
const tamsin = 'tamsin@gya.example'
const vendor = (propertyId: string): PartyOfSale => party(propertyId, grace, { role: 'vendor', firmId: null, ref: 'vendor:1' })

const facts = (of: Partial<MatchFacts> = {}): MatchFacts => ({
  keys: [],
  threads: [],
  parties: [party('rodway', jane), party('elm', jane), party('mill', jane)],
  firms: [{ firmId: 'fennimore', name: 'Fennimore Law', domain: 'fennimore.example' }],
  theirRefs: [],
  members: [tamsin],
  sales: [rodway, elm, mill],
  ...of,
})
const mail = (of: Partial<MatchedMail> = {}): MatchedMail => ({
  kind: 'mail',
  isList: false,
  senderCheck: 'verified',
  hasWarning: false,
  subject: '',
  text: '',
  fileNames: [],
  fromName: 'Jane Hollis',
  from: jane,
  to: [],
  replyKeys: [],
  references: [],
  forwarded: null,
  ...of,
})
const key = (...ids: string[]) => ({ key: 'k', sentOn: '2026-11-24', sales: ids.map((propertyId) => ({ propertyId, ...now })) })
const thread = (...ids: string[]) => ({
  messageId: 'm',
  sales: ids.map((propertyId) => ({ propertyId, ...now })),
  emails: [jane],
})

/** "filed rodway: address" or "inbox rodway elm". */
const outcome = (of: Partial<MatchedMail>, known: Partial<MatchFacts> = {}): string => {
  const { state, sales } = matchMail(mail(of), facts(known))
  const found = sales
    .filter(({ reasons }) => state === 'filed' || (reasons[0] !== 'party' && reasons[0] !== 'postcode'))
    .map(({ propertyId }) => propertyId)
  return [state, ...found].join(' ')
}

describe('An address is named by its number and street as whole words', () => {
  test.each([
    ['27 Rodway Road', 'rodway'],
    ['Re: 27 rodway rd., Reading', 'rodway'],
    ['No. 27, Rodway Road, RG30 6DT', 'rodway'],
    ['Searches: 27 RODWAY ROAD', 'rodway'],
    ['27 Rodway Road, Searches', 'rodway'],
    ['27 Rodway Road, Otter', 'rodway'],
    ['27 Rodway Road on 3/12, 3 Elm Cl', 'rodway elm'],
    ['Flat 2, 12 Mill Lane', 'mill'],
    ['12 Mill Lane, Flat 2', 'mill'],
    ['Apartment 2 The Old Dairy', 'mill'],
    ['127 Rodway Road', ''],
    ['27a Rodway Road', ''],
    ['27 A Rodway Road', ''],
    ['Flat 2, 27 Rodway Road', ''],
    ['Unit 4 27 Rodway Road', ''],
    ['Ground floor flat, 27 Rodway Road', ''],
    ['27 Rodway Road (Flat 2)', ''],
    ['25-27 Rodway Road', ''],
    ['2/27 Rodway Road', ''],
    ['27 Rodway Road North', ''],
    ['27 Rodway Road Close', ''],
    ['27 Rodway Road, Swindon', ''],
    ['27 Rodway Road in Swindon, please', ''],
    ['27 Rodway Road, Tilehurst, SN1 4AA', ''],
    ['opposite 27 Rodway Road', ''],
    ['See you next week, 27 Rodway Road', 'rodway'],
    ['27 Rodway Road: the related sale waits', 'rodway'],
    ['next door to 27 Rodway Road', ''],
    ['Flat 3, 12 Mill Lane', ''],
    ['12 Mill Lane', ''],
    ['Rodway Road', ''],
    ['RG30 6DT', ''],
  ])('%j names %j', (subject, named) => {
    const found = outcome({ subject, from: 'x@y.example' }).replace(/^inbox ?/, '')
    expect(found).toBe(named)
    if (named !== '' && !named.includes(' ')) expect(outcome({ subject })).toBe(`filed ${named}`)
  })

  test('a town or postcode tells apart two that are written alike', () => {
    const newbury = sale('newbury', '27 Rodway Road', { town: 'Newbury', postcode: 'RG14 1AA' })
    const sales = [rodway, newbury]
    const parties = [party('rodway', jane), party('newbury', jane)]
    expect(outcome({ subject: '27 Rodway Road' }, { sales, parties })).toBe('inbox rodway newbury')
    expect(outcome({ subject: '27 Rodway Road, Newbury' }, { sales, parties })).toBe('filed newbury')
    expect(outcome({ text: 'About 27 Rodway Road, Reading RG30 6DT.' }, { sales, parties })).toBe('filed rodway')
  })

  test('a house name with its street', () => {
    const cottage = sale('cottage', 'Rose Cottage', { line2: 'Mill Lane' })
    const known = { sales: [cottage], parties: [party('cottage', jane)] }
    expect(outcome({ subject: 'Rose Cottage, Mill Ln' }, known)).toBe('filed cottage')
    expect(outcome({ subject: 'Rose Cottage' }, known)).toBe('inbox')
    expect(addressTermsOf(mail({ subject: 'Rose Cottage, 27a Mill Lane' }))).toEqual(['27a mill', 'rose cottage', 'mill lane'])
  })

  test('the name of an attachment counts', () => expect(outcome({ fileNames: ['27_Rodway_Road_TA6.pdf'] })).toBe('filed rodway'))
})

test('the surnames of vendor and buyer, both in the subject; one names nothing, nor do parts of a street', () => {
  expect(outcome({ subject: 'Otter to Nettlefold' })).toBe('filed rodway')
  expect(outcome({ subject: 'FINCH / Smith-Jones' })).toBe('filed elm')
  expect(outcome({ subject: 'Otter' })).toBe('inbox')
  expect(outcome({ subject: 'Price reduction, 4 Church Street' })).toBe('inbox')
  expect(outcome({ subject: 'hello', text: 'Otter to Nettlefold' })).toBe('inbox')
})

test.each([
  '27 Rodway Road is ready, their onward purchase of 3 Elm Close is not.',
  'The related sale, 3 Elm Close, holds up 27 Rodway Road.',
  'Still waiting for 3 Elm Close (their purchase). 27 Rodway Road is ready.',
])('%j names 27 Rodway Road alone; the other is a candidate only if it waits', (text) => {
  expect(outcome({ text })).toBe('filed rodway')
  expect(outcome({ text, from: 'x@y.example' })).toBe('inbox rodway elm')
})

describe('Rows of evidence', () => {
  test('key: whoever sent it, verified or not', () => {
    const known = { keys: [key('rodway')] }
    expect(outcome({ replyKeys: ['k'], from: 'x@y.example', senderCheck: 'unknown', hasWarning: true }, known)).toBe(
      'filed rodway',
    )
    const match = matchMail(mail({ replyKeys: ['k'], from: 'x@y.example' }), facts(known))
    expect(match.sender).toBeNull()
    expect(match.sales[0]?.words).toBe('answers our e-mail of 24/11')
  })

  test('thread: a party of the sale, or the domain of somebody in it', () => {
    const known = { threads: [thread('rodway')] }
    expect(outcome({ references: ['m'] }, known)).toBe('filed rodway')
    expect(outcome({ references: ['m'], from: 'new@fennimore.example' }, known)).toBe('filed rodway')
    expect(outcome({ references: ['m'], from: 'x@y.example' }, known)).toBe('inbox rodway')
    expect(outcome({ references: ['m'] }, { threads: [thread('rodway', 'elm')] })).toBe('inbox rodway elm')
  })

  test('their reference, from that firm’s domain', () => {
    const subject = 'Our Ref: jh/20418. Searches'
    expect(theirRefsIn(mail({ subject, text: 'our reference Otter' }))).toEqual(['JH/20418'])
    const known = { theirRefs: [{ firmId: 'fennimore', ref: 'JH/20418', propertyId: 'elm' }] }
    expect(outcome({ subject, from: 'post@fennimore.example' }, known)).toBe('filed elm')
    expect(outcome({ subject, from: 'x@y.example' }, known)).toBe('inbox')
  })

  test('address: from the exact address of a party of it', () => {
    expect(outcome({ subject: '27 Rodway Road', from: 'new@fennimore.example' })).toBe('inbox rodway')
    expect(outcome({ subject: '27 Rodway Road' }, { parties: [party('elm', jane)] })).toBe('inbox rodway')
  })

  test('only sale: vendor or buyer of exactly one open sale, never a firm', () => {
    expect(outcome({ from: grace }, { parties: [vendor('rodway')] })).toBe('filed rodway')
    expect(outcome({ from: grace }, { parties: [vendor('rodway'), vendor('elm')] })).toBe('inbox')
    expect(outcome({}, { parties: [party('rodway', jane)] })).toBe('inbox')
    expect(outcome({ from: grace, text: '3 Elm Close' }, { parties: [vendor('rodway')] })).toBe('inbox elm rodway')
    expect(outcome({ from: grace, subject: '127 Rodway Road' }, { parties: [vendor('rodway')] })).toBe('inbox')
    expect(outcome({ from: grace, subject: '27 Rodway Road' }, { parties: [vendor('rodway')] })).toBe('filed rodway')
    const sales = [sale('rodway', '27 Rodway Road', { standing: 'completed' }), elm]
    expect(outcome({ from: grace }, { parties: [vendor('rodway'), vendor('elm')], sales })).toBe('filed elm')
  })

  test('a failed check, a warning or a check to come files nothing but by key', () => {
    const subject = '27 Rodway Road'
    expect(outcome({ subject, senderCheck: 'failed', replyKeys: ['k'] }, { keys: [key('rodway')] })).toBe('inbox rodway')
    expect(outcome({ subject, hasWarning: true })).toBe('inbox rodway')
    expect(outcome({ subject, senderCheck: 'unknown' })).toBe('inbox rodway')
    expect(outcome({ subject, senderCheck: 'not-verified' })).toBe('filed rodway')
    expect(outcome({ subject, from: '' })).toBe('inbox rodway')
  })
})

describe('Contradiction stops everything', () => {
  test('an old thread under a new subject: that sale first', () => {
    const known = { keys: [key('rodway')], threads: [thread('rodway')] }
    expect(outcome({ subject: '3 Elm Close', replyKeys: ['k'], references: ['m'] }, known)).toBe('inbox elm rodway')
    expect(outcome({ subject: '3 Elm Close', references: ['m'] }, known)).toBe('inbox elm rodway')
  })
  test('key and thread disagree', () =>
    expect(outcome({ replyKeys: ['k'], references: ['m'] }, { keys: [key('rodway')], threads: [thread('elm')] })).toBe(
      'inbox rodway elm',
    ))
  test('two sales are named', () => expect(outcome({ subject: '27 Rodway Road and 3 Elm Close' })).toBe('inbox rodway elm'))
})

test('a message about several sales, answered by key: those named, else all of them chosen', () => {
  const known = { keys: [key('rodway', 'elm', 'mill')] }
  expect(outcome({ replyKeys: ['k'], text: '27 Rodway Road: back. 3 Elm Close: tomorrow.' }, known)).toBe('filed rodway elm')
  const match = matchMail(mail({ replyKeys: ['k'], text: 'All are back.' }), facts(known))
  expect(match).toMatchObject({ state: 'inbox', why: 'It answers an e-mail about several sales.' })
  expect(match.sales.map(({ isChosen }) => isChosen)).toEqual([true, true, true])
})

describe('From a colleague', () => {
  const forwarded = { fromName: 'Jane Hollis', from: jane, subject: '', text: 'Searches are back at 27 Rodway Road.' }
  test('forwarded: the inner sender and text count', () => {
    const match = matchMail(mail({ from: tamsin, forwarded }), facts())
    expect(match).toMatchObject({
      state: 'filed',
      forwardedBy: tamsin,
      isOutgoing: false,
      sender: { email: jane, role: 'buyerSolicitor' },
    })
  })
  test('written to a party: outgoing, the recipient decides', () => {
    const match = matchMail(mail({ from: tamsin, to: [jane], subject: '27 Rodway Road' }), facts())
    expect(match).toMatchObject({ state: 'filed', isOutgoing: true, sender: { email: jane } })
  })
  test('a member’s address that is not verified is nobody’s', () => {
    for (const senderCheck of ['not-verified', 'failed'] as const)
      expect(matchMail(mail({ from: tamsin, senderCheck, forwarded }), facts())).toMatchObject({
        state: 'inbox',
        forwardedBy: null,
        sender: null,
      })
  })
})

test('the sale had fallen off: filed with its day; a deleted property: inbox', () => {
  const fallen = { propertyId: 'rodway', offerId: 'old', fellOffOn: '2026-11-03' }
  const byKey = matchMail(mail({ replyKeys: ['k'] }), facts({ keys: [{ ...key(), sales: [fallen] }] }))
  expect(byKey.sales[0]).toMatchObject({ offerId: 'old', fellOffOn: '2026-11-03' })
  const byParty = matchMail(mail({ subject: '27 Rodway Road' }), facts({ parties: [{ ...party('rodway', jane), ...fallen }] }))
  expect(byParty.sales[0]).toMatchObject({ offerId: 'old', fellOffOn: '2026-11-03' })
  const both = [{ ...party('rodway', jane), ...fallen }, party('rodway', jane)]
  expect(matchMail(mail({ subject: '27 Rodway Road' }), facts({ parties: both })).sales[0]?.fellOffOn).toBeNull()
  const deleted = matchMail(mail({ replyKeys: ['k'] }), facts({ keys: [key('rodway')], sales: [{ ...rodway, isDeleted: true }] }))
  expect(deleted).toMatchObject({ state: 'inbox', why: 'The property was deleted.' })
})

test('newsletters and copies of ours go aside', () => {
  expect(outcome({ isList: true, from: 'news@y.example' })).toBe('aside')
  expect(outcome({ isList: true, subject: '27 Rodway Road' })).toBe('filed rodway')
  expect(outcome({ kind: 'copy' })).toBe('aside')
})

describe('Property-based', () => {
  const word = fc.constantFrom(
    '27',
    'Rodway',
    'Road',
    'Rd',
    ',',
    '.',
    'Flat',
    '2',
    '3',
    'Elm',
    'Close',
    'onward',
    'Reading',
    'RG31 5AA',
    '12',
    'Mill',
    'Lane',
    'Otter',
    'Nettlefold',
    'and',
    '\n',
  )
  const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '))
  const ids = fc.subarray(['rodway', 'elm', 'mill'])
  const someMail = fc.record({
    subject: text,
    text,
    from: fc.constantFrom(jane, grace, 'new@fennimore.example', 'x@y.example', tamsin, ''),
    to: fc.subarray([jane, grace]),
    senderCheck: fc.constantFrom(...senderChecks),
    hasWarning: fc.boolean(),
    replyKeys: fc.subarray(['k']),
    references: fc.subarray(['m']),
  })
  const someFacts = fc.record({ key: ids, thread: ids, vendor: ids, jane: ids })

  test('filed only where nothing points elsewhere, and never without proof of the sender', () => {
    fc.assert(
      fc.property(someMail, someFacts, (of, known) => {
        const all = facts({
          keys: [key(...known.key)],
          threads: [thread(...known.thread)],
          parties: [...known.vendor.map(vendor), ...known.jane.map((id) => party(id, jane))],
        })
        const match = matchMail(mail(of), all)
        const filed = match.sales.filter(() => match.state === 'filed').map(({ propertyId }) => propertyId)
        if (filed.length === 0) return
        expect(of.senderCheck).not.toBe('failed')
        const byKey = of.replyKeys.length > 0 && known.key.length > 0
        if (byKey) expect(known.key).toEqual(expect.arrayContaining(filed))
        else {
          expect(filed).toHaveLength(1)
          expect(of.hasWarning || of.senderCheck === 'unknown').toBe(false)
        }
        if (of.references.length > 0 && known.thread.length > 0)
          expect(known.thread.some((id) => byKey || filed.includes(id))).toBe(true)
        expect(match.sales.every(({ reasons }) => reasons.length > 0)).toBe(true)
        // The same facts in another order give the same answer.
        const turned = matchMail(mail(of), { ...all, sales: all.sales.toReversed(), parties: all.parties.toReversed() })
        expect(turned.sales.map(({ propertyId }) => propertyId).toSorted()).toEqual(filed.toSorted())
      }),
      { numRuns: 400 },
    )
  })

  test('long hostile texts are quick', () => {
    for (const piece of ['27 ', 'Flat ', '27 Rodway Road, ', 'onward ', 'Our ref ', 'A', '1/', 'Aa, '])
      matchMail(mail({ subject: piece.repeat(100), text: piece.repeat(100_000 / piece.length) }), facts())
  })
})
