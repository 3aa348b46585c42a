import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationMessage } from './validation-messages.ts'

const Schema = z.strictObject({
  text: z.string().max(3),
  amount: z.number().min(1),
  whole: z.int(),
  flag: z.boolean(),
  choice: z.enum(['a', 'b']),
  either: z.union([z.literal(0), z.literal(1)]),
  part: z.object({ line1: z.string() }),
  parts: z.array(z.string()).max(1),
  mail: z.email(),
  own: z.string('Enter your name.'),
})

const wordsFor = (data: unknown) =>
  Object.fromEntries(
    Schema.safeParse(data, { error: validationMessage }).error?.issues.map(({ path, message }) => [path.join('.'), message]) ??
      [],
  )

test('validationMessage: a missing value is reported as missing, unless the schema has its own message', () => {
  expect(wordsFor({ part: {} })).toEqual({
    text: 'This is missing.',
    amount: 'This is missing.',
    whole: 'This is missing.',
    flag: 'This is missing.',
    choice: 'This is missing.',
    either: 'This is missing.',
    'part.line1': 'This is missing.',
    parts: 'This is missing.',
    mail: 'This is missing.',
    own: 'Enter your name.',
  })
})

test('validationMessage: a wrong type has a readable message', () => {
  const wrong = {
    text: 1,
    amount: 'x',
    whole: 1.5,
    flag: 'yes',
    choice: 'c',
    either: 2,
    part: [],
    parts: 'x',
    mail: 'x',
    own: 1,
    more: 1,
  }
  expect(wordsFor(wrong)).toEqual({
    text: 'Enter text.',
    amount: 'Enter a number.',
    whole: 'Enter a whole number.',
    flag: 'Say yes or no.',
    choice: 'This is not one of the choices.',
    either: 'This is not one of the choices.',
    part: 'This is not in the right form.',
    parts: 'This is not in the right form.',
    mail: 'This is not in the right form.',
    own: 'Enter your name.',
    '': 'This field is not known.',
  })
})

test('validationMessage: a range error names the limit', () => {
  expect(wordsFor({ text: 'long', amount: 0, parts: ['a', 'b'] })).toMatchObject({
    text: 'Use at most 3.',
    amount: 'Use at least 1.',
    parts: 'Use at most 1.',
  })
})
