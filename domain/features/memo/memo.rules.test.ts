import { expect, test } from 'vitest'
import { errors } from '../../error-catalogue.ts'
import {
  memoWarnings,
  type PrintedMemo,
  partiesWithoutEmail,
  whyNotPrintLetterhead,
  whyNotPrintMemo,
  whyNotSendMemo,
} from './memo.rules.ts'

const party = { name: 'Fenwick Larkrise', custom: '', email: 'fenwick@buyer.example', tel: '' }
const firm = { firm: 'Vellum Law', poc: 'Wren Vellum', email: 'wren@vellum.example', tel: '', address: '' }

test('partiesWithoutEmail: parties without an e-mail address; missing parties are not listed', () => {
  const sale = { seller: party, buyer: party, vendorSolicitor: firm, buyerSolicitor: firm }
  expect(partiesWithoutEmail(sale)).toEqual([])
  expect(partiesWithoutEmail({ ...sale, buyer: { ...party, email: ' ' }, buyerSolicitor: { ...firm, email: '' } })).toEqual([
    { who: 'Buyer', name: 'Fenwick Larkrise' },
    { who: 'Buyer’s solicitor', name: 'Wren Vellum, Vellum Law' },
  ])
  expect(partiesWithoutEmail({ ...sale, buyer: null, vendorSolicitor: null })).toEqual([])
})

const printedParty = { name: 'Łukasz Żółć', custom: '', email: '', tel: '' }
const printedFirm = { firm: 'Vellum Law', poc: 'Жанна', email: '', tel: '', address: '4 Forbury Road' }
const memo: PrintedMemo = {
  address: { line1: '1 Parchment Row', town: 'Reading', postcode: 'RG30 6ZZ' },
  seller: printedParty,
  buyer: printedParty,
  vendorSolicitor: printedFirm,
  buyerSolicitor: printedFirm,
  remarks: 'Curtains stay.\n\tThe shed too.',
  agentsContact: '',
  agent: 'Tamsin Larkspur',
}
const paths = (changed: Partial<PrintedMemo>) => whyNotPrintMemo({ ...memo, ...changed }).map(({ path }) => path)

test('whyNotPrintMemo: Latin, Greek and Cyrillic letters can be printed', () => {
  expect(whyNotPrintMemo(memo)).toEqual([])
})

test('whyNotPrintMemo: unprintable names and texts are listed, with advice', () => {
  expect(whyNotPrintMemo({ ...memo, seller: { ...printedParty, name: '王小明' }, remarks: '👍' })).toEqual([
    {
      path: 'sellerCustom',
      message:
        'The vendor’s name has characters that the memorandum’s font does not have: 王 小 明. Enter the name in Latin letters as custom seller text.',
    },
    {
      path: 'remarks',
      message: 'The text under Remarks has characters that the memorandum’s font does not have: 👍. Edit the text.',
    },
  ])
  expect(paths({ buyer: { ...printedParty, name: 'أمل' } })).toEqual(['buyerCustom'])
  expect(paths({ buyerSolicitor: { ...printedFirm, poc: 'דוד' } })).toEqual(['buyerSolicitor'])
  expect(paths({ address: { ...memo.address, line1: '1 北 Road' } })).toEqual(['address'])
  expect(paths({ agent: '王' })).toEqual(['agentsContact'])
})

test('whyNotPrintMemo: a custom text in Latin letters replaces a name', () => {
  expect(paths({ seller: { ...printedParty, name: '王小明', custom: 'Wang Xiaoming' } })).toEqual([])
  expect(paths({ seller: { ...printedParty, custom: '王小明' } })).toEqual(['sellerCustom'])
  expect(paths({ agent: '王', agentsContact: 'Ms Wang' })).toEqual([])
})

test('whyNotPrintLetterhead: an unprintable letterhead is reported', () => {
  expect(whyNotPrintLetterhead({ company: 'Łódź & Søn', branch: 'Tilehurst', address: '12 School Road' })).toEqual([])
  expect(whyNotPrintLetterhead({ company: '北京', branch: '', address: '' })).toMatchObject([{ path: 'letterhead' }])
})

const whole = { buyer: {}, buyerSolicitor: {}, sellerComplete: true, vendorSolicitor: {} }
const texts = (parties: object) => memoWarnings({ ...whole, ...parties }).map((code) => errors[code][1])

test.each([
  ['the buyer', { buyer: null }, 'No buyer has been selected'],
  ['the buyer’s solicitor', { buyerSolicitor: null }, 'The buyers solicitor has not been added'],
  ['a complete vendor', { sellerComplete: false }, 'The vendors details are not complete'],
  ['the vendor’s solicitor', { vendorSolicitor: null }, "The vendor's solicitor has not been added"],
])('memoWarnings and whyNotSendMemo: without %s', (_what, parties, text) => {
  expect(texts(parties)).toEqual([text])
  expect(errors[whyNotSendMemo({ ...whole, ...parties }) ?? 'INTERNAL'][1]).toBe(text)
})

test('memoWarnings: everything missing is listed, and nothing when complete', () => {
  expect(texts({ buyer: null, buyerSolicitor: null, sellerComplete: false, vendorSolicitor: null })).toHaveLength(4)
  expect(texts({})).toEqual([])
  expect(whyNotSendMemo(whole)).toBeNull()
})
