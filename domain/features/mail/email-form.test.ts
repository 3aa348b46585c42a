import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countDeliveries,
  duplicateEmails,
  EmailForm,
  noDuplicateEmails,
  splitIntoMessages,
  whyNotSendEmail,
} from './email-form.ts'
import { whyNotAddEmail } from './why-not-add-email.ts'

const filled = { to: ['a@x.example'], message: 'Dear all' }
const refusals = (form: object) =>
  EmailForm.safeParse({ ...filled, ...form }).error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('duplicateEmails: an address repeated across To, CC and BCC is rejected', () => {
  test.each([
    ['twice in To', { to: ['a@x.example', 'a@x.example'] }, 'to.1'],
    ['in To and CC', { cc: ['a@x.example'] }, 'cc.0'],
    ['in CC and BCC', { cc: ['b@x.example'], bcc: ['c@x.example', 'b@x.example'] }, 'bcc.1'],
    ['with other capitals and spaces', { bcc: [' A@X.example '] }, 'bcc.0'],
  ])('%s', (_case, form, path) => {
    expect(refusals(form)).toEqual([[path, noDuplicateEmails]])
  })

  test('lists are accepted exactly if all addresses differ; a list built with whyNotAddEmail has no duplicates', () => {
    const addresses = fc.array(fc.constantFrom('a@x.example', 'A@x.example', 'b@x.example', 'c@x.example'), { maxLength: 4 })
    fc.assert(
      fc.property(addresses, addresses, addresses, (to, cc, bcc) => {
        const all = [...to, ...cc, ...bcc].map((one) => one.toLowerCase())
        expect(duplicateEmails({ to, cc, bcc }).length).toBe(all.length - new Set(all).size)
        const built: string[] = []
        for (const one of all) if (whyNotAddEmail(one, { to: built, cc: [], bcc: [] }) === null) built.push(one)
        expect(duplicateEmails({ to: built, cc: [], bcc: [] })).toEqual([])
        expect(new Set(built)).toEqual(new Set(all))
      }),
    )
  })
})

test('EmailForm: every address must be valid, replyTo too', () => {
  for (const address of [
    '',
    'a',
    'a@',
    '@x.example',
    'a b@x.example',
    'a@x.example\r\nBcc: b@x.example',
    'a@x.example,b@x.example',
  ]) {
    expect([address, refusals({ cc: [address] })?.[0]?.[0]]).toEqual([address, 'cc.0'])
    expect([address, whyNotAddEmail(address, { to: [], cc: [], bcc: [] })]).toEqual([address, expect.stringMatching(/e-mail/)])
    if (address) expect(refusals({ replyTo: address })?.[0]?.[0]).toBe('replyTo')
  }
  expect(refusals({ replyTo: '' })).toBeUndefined()
})

test('whyNotSendEmail: at least one To recipient and a non-empty message', () => {
  expect(whyNotSendEmail({ to: [], message: 'x' })).toMatch(/To/)
  expect(whyNotSendEmail({ to: ['a@x.example'], message: ' \n' })).toMatch(/message/)
  expect(whyNotSendEmail(filled)).toBeNull()
  expect(refusals({ to: [] })?.[0]?.[0]).toBe('to')
  expect(refusals({ message: ' \n ' })?.[0]?.[0]).toBe('message')
})

test('EmailForm: the subject is one line', () => {
  expect(refusals({ subject: 'Sale\r\nBcc: everybody@x.example' })?.[0]?.[0]).toBe('subject')
  expect(refusals({ subject: 'x'.repeat(201) })?.[0]?.[0]).toBe('subject')
})

test('splitIntoMessages: one message per To address, with everyone under CC and BCC', () => {
  expect(
    splitIntoMessages({ to: ['vendor@x.example', 'buyer@x.example'], cc: ['boss@x.example'], bcc: ['me@x.example'] }),
  ).toEqual([
    { to: ['vendor@x.example'], cc: ['boss@x.example'], bcc: ['me@x.example'] },
    { to: ['buyer@x.example'], cc: ['boss@x.example'], bcc: ['me@x.example'] },
  ])
})

test('splitIntoMessages: no message has two To addresses, and every delivery is counted', () => {
  const list = fc.array(fc.emailAddress(), { maxLength: 6 })
  fc.assert(
    fc.property(list, list, list, (to, cc, bcc) => {
      const messages = splitIntoMessages({ to, cc, bcc })
      expect(messages.map((message) => message.to.length)).toEqual(to.map(() => 1))
      expect(messages.flatMap((message) => [...message.to, ...message.cc, ...message.bcc])).toHaveLength(
        countDeliveries({ to, cc, bcc }),
      )
    }),
  )
})

test('whyNotDeliver: a form with more than 100 deliveries is refused', () => {
  const many = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}${index}@x.example`)
  const form = { to: many(20, 'to'), cc: many(4, 'cc'), message: 'Dear all' }
  expect(EmailForm.safeParse(form).success).toBe(true)
  const refused = EmailForm.safeParse({ ...form, bcc: ['one.more@x.example'] })
  expect(refused.error?.issues).toMatchObject([{ path: ['to'], message: expect.stringContaining('120 e-mails') }])
})
