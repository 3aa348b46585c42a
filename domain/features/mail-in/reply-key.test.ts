import { expect, test } from 'vitest'
import { isOfList, kindOfMail, type MailHeads } from './kind-of-mail.ts'
import { keyedAddress, readBranchAddress, replyKeyBytes, toReplyKey } from './reply-key.ts'

test('a key of 20 letters and digits, read back from its address without regard to case', () => {
  const key = toReplyKey(Uint8Array.from({ length: replyKeyBytes }, (_, at) => at * 13))
  expect(key).toMatch(/^[a-z2-7]{20}$/)
  const address = keyedAddress('larkmead-reading', 'reply', key, 'in.gya.example')
  expect(readBranchAddress(address.toUpperCase(), 'in.gya.example')).toEqual({ mailName: 'larkmead-reading', key, use: 'reply' })
  const bounce = keyedAddress('larkmead-reading', 'bounce', key, 'in.gya.example')
  expect(readBranchAddress(bounce, 'in.gya.example')?.use).toBe('bounce')
})

test.each([
  ['larkmead@in.gya.example', { mailName: 'larkmead', key: null, use: null }],
  ['larkmead+news@in.gya.example', { mailName: 'larkmead', key: null, use: null }],
  ['larkmead+r123@in.gya.example', { mailName: 'larkmead', key: null, use: null }],
  ['larkmead@gya.example', null],
  ['la@in.gya.example', null],
  ['in.gya.example', null],
])('%s', (address, read) => expect(readBranchAddress(address, 'in.gya.example')).toEqual(read))

const kindBy = (heads: Record<string, string>, of: Partial<MailHeads> = {}) =>
  kindOfMail({ heads: new Map(Object.entries(heads)), envelopeFrom: 'a@b.example', report: null, isOurs: false, ...of })

test('"Auto-Submitted other than no, Precedence, X-Autoreply, List-Id or an empty envelope sender"; not what Outlook puts on ordinary e-mails', () => {
  expect(kindBy({})).toBe('mail')
  expect(kindBy({ 'x-auto-response-suppress': 'All', 'auto-submitted': 'no', precedence: 'normal' })).toBe('mail')
  expect(kindBy({}, { envelopeFrom: null })).toBe('mail')
  for (const heads of [{ 'auto-submitted': 'auto-replied' }, { precedence: 'Bulk' }, { 'x-autoreply': '' }, { 'list-id': '<a>' }])
    expect(kindBy(heads)).toBe('automatic')
  expect(kindBy({}, { envelopeFrom: '' })).toBe('automatic')
  expect(isOfList({ heads: new Map([['list-id', '<a>']]) })).toBe(true)
})

test('bounces by their status, and copies of ours', () => {
  expect(kindBy({}, { report: 'failed' })).toBe('bounce')
  expect(kindBy({}, { report: 'delayed' })).toBe('delay')
  expect(kindBy({}, { report: 'other' })).toBe('automatic')
  expect(kindBy({}, { isOurs: true })).toBe('copy')
})
