import { expect, test } from 'vitest'
import { type PrintedMemo, whyNotPrintLetterhead, whyNotPrintMemo } from './why-not-print-memo.ts'

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

test('A memorandum in Latin, Greek and Cyrillic letters can be printed', () => {
  expect(whyNotPrintMemo(memo)).toEqual([])
})

test('Names and texts with characters that the font does not have are named, with what to do', () => {
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

test('A custom text in Latin letters makes up for a name', () => {
  expect(paths({ seller: { ...printedParty, name: '王小明', custom: 'Wang Xiaoming' } })).toEqual([])
  expect(paths({ seller: { ...printedParty, custom: '王小明' } })).toEqual(['sellerCustom'])
  expect(paths({ agent: '王', agentsContact: 'Ms Wang' })).toEqual([])
})

test('The letterhead can be printed, or is named', () => {
  expect(whyNotPrintLetterhead({ company: 'Łódź & Søn', branch: 'Tilehurst', address: '12 School Road' })).toEqual([])
  expect(whyNotPrintLetterhead({ company: '北京', branch: '', address: '' })).toMatchObject([{ path: 'letterhead' }])
})
