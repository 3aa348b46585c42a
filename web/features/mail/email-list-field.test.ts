import { expect, test } from 'vitest'
import { noTypedEmails, parseEmails, typedEmailErrors, whyTypingBlocksSend } from './email-list-field.tsx'

const none = { to: [], cc: [], bcc: [] }

test.each([
  ['one address', 'A@x.example', ['a@x.example'], ''],
  [
    'any separators',
    'a@x.example; b@x.example,c@x.example\nd@x.example',
    ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
    '',
  ],
  ['with names', 'Jo Marsh <jo@law.example>, "Reed, O." <or@law.example>', ['jo@law.example', 'or@law.example'], ''],
  ['nothing', '  ', [], ''],
])('parseEmails: %s', (_case, typed, added, left) => {
  expect(parseEmails(typed, none)).toEqual({ added, left, error: null })
})

test('parseEmails leaves invalid and duplicate addresses in the field, with the reason', () => {
  expect(parseEmails('a@x.example, nobody', none)).toEqual({
    added: ['a@x.example'],
    left: 'nobody',
    error: expect.stringMatching(/e-mail address/),
  })
  const given = { to: [], cc: [], bcc: ['a@x.example'] }
  expect(parseEmails('A@x.example', given)).toEqual({ added: [], left: 'A@x.example', error: 'No duplicate emails allowed' })
  expect(parseEmails('b@x.example b@x.example', none).error).toBe('No duplicate emails allowed')
})

test('whyTypingBlocksSend names invalid text in any field', () => {
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
