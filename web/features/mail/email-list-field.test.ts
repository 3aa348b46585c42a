import { expect, test } from 'vitest'
import { noTypedEmails, parseEmails, typedEmailErrors, whyTypingBlocksSend } from './email-list-field.tsx'

const none = { to: [], cc: [], bcc: [] }

test.each([
  ['one', 'A@x.example', ['a@x.example'], ''],
  [
    'several, however they are divided',
    'a@x.example; b@x.example,c@x.example\nd@x.example',
    ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
    '',
  ],
  ['with names', 'Jo Marsh <jo@law.example>, "Reed, O." <or@law.example>', ['jo@law.example', 'or@law.example'], ''],
  ['nothing', '  ', [], ''],
])('Addresses are taken as people paste them: %s', (_case, typed, added, left) => {
  expect(parseEmails(typed, none)).toEqual({ added, left, error: null })
})

test('What is no address, or stands in one of the lists, stays in the field with the reason', () => {
  expect(parseEmails('a@x.example, nobody', none)).toEqual({
    added: ['a@x.example'],
    left: 'nobody',
    error: expect.stringMatching(/e-mail address/),
  })
  const given = { to: [], cc: [], bcc: ['a@x.example'] }
  expect(parseEmails('A@x.example', given)).toEqual({ added: [], left: 'A@x.example', error: 'No duplicate emails allowed' })
  expect(parseEmails('b@x.example b@x.example', none).error).toBe('No duplicate emails allowed')
})

test('Text that is refused holds Send, whichever field it is in; what can be taken does not', () => {
  const given = { to: ['a@x.example'], cc: [], bcc: [] }
  expect(whyTypingBlocksSend(noTypedEmails, given)).toBeNull()
  expect(whyTypingBlocksSend({ ...noTypedEmails, cc: 'b@x.example, c@x.example' }, given)).toBeNull()
  expect(whyTypingBlocksSend({ ...noTypedEmails, bcc: ' A@x.example ' }, given)).toBe('Correct or remove “A@x.example” under BCC')
  expect(whyTypingBlocksSend({ ...noTypedEmails, to: 'nobody' }, given)).toBe('Correct or remove “nobody” under To')
  expect(typedEmailErrors({ to: 'b@x.example nobody', cc: 'a@x.example', bcc: '' }, given)).toEqual({
    to: expect.stringMatching(/e-mail address/),
    cc: 'No duplicate emails allowed',
  })
})
