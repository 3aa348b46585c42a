import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { bankDetailsIn, bankDigestText, maskBankDetails } from './bank-details.ts'
import { lookalikeOf } from './lookalike.ts'
import { warningWords } from './warning-words.ts'
import { type WarnedMail, type WarningFacts, warningsOf } from './warnings-of.ts'

describe('Bank details', () => {
  test.each([
    ['Sort code 20-00-00, account 12345612.', 'Sort code ••-••-••, account ••••••12.'],
    ['Sort code: 200000\nAccount number: 1234 5612', 'Sort code: ••-••-••\nAccount number: ••••••12'],
    ['20 00 00 / 12345612', '••-••-•• / ••••••12'],
    ['IBAN GB29 NWBK 6016 1331 9268 19 please', 'IBAN ••••••19 please'],
    ['Sort code 20/11/22, account 87654321', 'Sort code ••-••-••, account ••••••21'],
    ['20/11/22 87654321', '••-••-•• ••••••21'],
    ['Pay 201122 87654321.', 'Pay ••-••-•• ••••••21.'],
    ['201122\n8765 4321', '••-••-••\n••••••21'],
    ['Ａ: ２０－１１－２２, ８７６５４３２１ now', 'Ａ: ••-••-••, ••••••21 now'],
    ['20\u00ad-11-\u200b22 8765\u2060\u00ad4321\u200b.', '••-••-•• ••••••21\u200b.'],
    ['20\u201011\u201022 \u{1d7d6}7654321', '••-••-•• ••••••21'],
    ['Please use our new bank details, attached.', 'Please use our new bank details, attached.'],
    ['Our account details have changed.', 'Our account details have changed.'],
    ['Details of our new client account follow.', 'Details of our new client account follow.'],
    ['We have a different bank account now.', 'We have a different bank account now.'],
  ])('%j warns, masked %j', (text, masked) => {
    const found = bankDetailsIn(text)
    expect(found.numbers.length > 0 || found.isInWords).toBe(true)
    expect(maskBankDetails(text)).toBe(masked)
  })

  test.each([
    'The completion is on 28-11-26.',
    'Ring 0118 496 0201 or 07700 900412.',
    'Title BK123456, our ref 12345678.',
    'IBAN GB29 NWBK 6016 1331 9268 18',
    'Our bank details will not change.',
    'Our ref 12345678; we heard from the lender last week, on Friday, and exchanged on 20/11/22.',
    'Ref 201122/87654321, £201122 12345678',
    'Ring 020112 345678.',
    'We have new instructions from the bank.',
    'Please confirm the deposit account.',
    'The new contract details are attached, £250,000.',
  ])('%j does not', (text) => {
    expect(bankDetailsIn(text)).toEqual({ numbers: [], isInWords: false })
    expect(maskBankDetails(text)).toBe(text)
  })

  test('a British IBAN is its sort code and account; hidden signs and wide digits are read; so is the signature', () => {
    const digest = bankDigestText(bankDetailsIn('60-16-13, 31926819'))
    expect(digest).toBe('60161331926819')
    expect(bankDigestText(bankDetailsIn('GB29NWBK60161331926819'))).toBe(digest)
    expect(bankDigestText(bankDetailsIn('６0-16-13, 3192\u200b6819'))).toBe(digest)
    expect(bankDigestText(bankDetailsIn('', 'Jane\n60-16-13 31926819'))).toBe(digest)
    expect(bankDetailsIn('', 'Our new bank details are on our letter.').isInWords).toBe(false)
  })

  test('Property-based: no digit of an account is left, whatever stands around it; hostile texts are quick', () => {
    const around = fc.constantFrom('', ' ', '\n', 'Account: ', '.', ', ', 'Sort code ')
    fc.assert(
      fc.property(fc.integer({ min: 1e7, max: 99_999_999 }), around, around, (number, before, between) => {
        const masked = maskBankDetails(`${before}20-00-00${between || ' '}${number}`)
        expect(masked).not.toContain(String(number).slice(0, 6))
        expect(masked).not.toContain('20-00-00')
      }),
    )
    const many = Array.from({ length: 3000 }, (_, at) => `12-34-56 ${10_000_000 + at}`)
    const compared = vi.spyOn(Math, 'abs')
    expect(bankDetailsIn(many.join('\n')).numbers).toHaveLength(3000)
    expect(compared.mock.calls.length).toBeLessThan(10 * 3000)
    compared.mockRestore()
    for (const piece of ['12-34-56 12345678\n', '201122 87654321 ', '20-00-00 ', '12345678 ', 'GB29 ', 'sort code', '0', 'a1']) {
      const text = piece.repeat(100_000 / piece.length)
      maskBankDetails(text)
      bankDetailsIn(text)
    }
  })
})

test.each([
  ['x@fennimore-law.example', 'fennimore.example'],
  ['x@fennimorelegal.example', 'fennimore.example'],
  ['x@fennimore.example.net', null],
  ['x@fennimore.net', 'fennimore.example'],
  ['x@fenimore.example', 'fennimore.example'],
  ['x@fennimroe.example', 'fennimore.example'],
  ['x@fennirnore.example', 'fennimore.example'],
  ['x@fenn1more.example', 'fennimore.example'],
  ['x@fenni-more.example', 'fennimore.example'],
  ['x@fеnnimorе.example', 'fennimore.example'],
  ['x@xn--fnnimor-5of.example', ''],
  ['x@mail.fennimore.example', null],
  ['x@quillandsedge.example', null],
  ['x@oak.example', null],
  ['x@gmail.com', null],
  ['', null],
])('%s looks like %s', (email, like) =>
  expect(lookalikeOf(email, ['jane@fennimore.example', 'elm.example', 'a@googlemail.com', 'b@gmai1.com'])).toBe(like),
)

const mail = (of: Partial<WarnedMail> = {}): WarnedMail => ({
  senderCheck: 'verified',
  fromName: 'Jane Hollis',
  from: 'jane@fennimore.example',
  replyTo: '',
  subject: 'Otter',
  text: 'Searches are back.',
  signature: '',
  hadVirus: false,
  ...of,
})
const facts = (of: Partial<WarningFacts> = {}): WarningFacts => ({
  namesakes: [{ name: 'Jane Hollis', email: 'jane@fennimore.example' }],
  known: ['jane@fennimore.example'],
  ours: ['in.gya.example'],
  bankDigest: null,
  earlierDigests: [],
  ...of,
})
const warnings = (of: Partial<WarnedMail>, known: Partial<WarningFacts> = {}) =>
  warningsOf(mail(of), facts(known)).map(({ warning }) => warning)

test('an honest e-mail has none, also from a colleague of hers or answered to us', () => {
  expect(warnings({})).toEqual([])
  expect(warnings({ from: 'jane.hollis@mail.fennimore.example', replyTo: 'larkmead@in.gya.example' })).toEqual([])
  expect(warnings({ fromName: 'Jane Hollis', from: 'jane@gmail.com' }, { namesakes: [] })).toEqual([])
})

test('each warning and its words', () => {
  const words = {
    fromName: 'Jane Hollis',
    from: 'j.hollis@mail-box.example',
    party: { name: 'Fennimore Law', email: 'jane@fennimore.example', tel: '0118 496 0201' },
    infected: ['a.doc'],
  }
  const said = (of: Partial<WarnedMail>, known: Partial<WarningFacts> = {}) =>
    warningsOf(mail(of), facts(known)).map((one) => warningWords(one, { ...words, from: of.from ?? 'jane@fennimore.example' }))
  const bank = {
    bankDigest: 'new',
    earlierDigests: [
      { digest: 'new', on: '2026-11-01' },
      { digest: 'old', on: '2026-10-03' },
    ],
  }
  expect(said({ text: 'Sort code 20-00-00, account 12345612.' }, bank)).toEqual([
    'This e-mail is about bank details. Fraudsters send e-mails like this shortly before money moves. Do not use them or pass them on. Ring Fennimore Law on 0118 496 0201, the number in our contacts, and ask.',
    'They differ from the details in the e-mail of 03/10/2026.',
  ])
  expect(said({ senderCheck: 'failed' })).toEqual(['The sender could not be proved: fennimore.example did not send this.'])
  expect(said({ from: 'j.hollis@mail-box.example' })).toEqual([
    'The name is Jane Hollis, the address is not: j.hollis@mail-box.example. We know jane@fennimore.example.',
  ])
  expect(said({ from: 'x@fennimore-law.example', fromName: 'X' })).toEqual([
    'fennimore-law.example is not fennimore.example, which we know.',
  ])
  expect(said({ replyTo: 'x@elsewhere.example' })).toEqual([
    'Answers were to go to another domain. We answer jane@fennimore.example.',
  ])
  expect(said({ hadVirus: true })).toEqual(['One file held a virus (a.doc) and was removed.'])
  expect(warnings({ subject: 'New bank details' })).toEqual(['bank-details'])
  expect(warnings({ fromName: 'jane@fennimore.example', from: 'x@mail-box.example' })).toEqual(['name'])
})
