import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EmailForm } from './email-form.ts'
import { countDeliveries, splitIntoMessages } from './messages-of.ts'

test('Each address under To gets a message of its own, with everybody under CC and BCC', () => {
  expect(
    splitIntoMessages({ to: ['vendor@x.example', 'buyer@x.example'], cc: ['boss@x.example'], bcc: ['me@x.example'] }),
  ).toEqual([
    { to: ['vendor@x.example'], cc: ['boss@x.example'], bcc: ['me@x.example'] },
    { to: ['buyer@x.example'], cc: ['boss@x.example'], bcc: ['me@x.example'] },
  ])
})

test('No message ever has two addresses under To, and every delivery is counted', () => {
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

test('A form that would send more than 100 e-mails is refused in words', () => {
  const many = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}${index}@x.example`)
  const form = { to: many(20, 'to'), cc: many(4, 'cc'), message: 'Dear all' }
  expect(EmailForm.safeParse(form).success).toBe(true)
  const refused = EmailForm.safeParse({ ...form, bcc: ['one.more@x.example'] })
  expect(refused.error?.issues).toMatchObject([{ path: ['to'], message: expect.stringContaining('120 e-mails') }])
})
