import { expect, test } from 'vitest'
import { isJointName, salutationOf } from './person.ts'

test.each([
  ['one owner', 'Grace', 'Holloway', 'Grace', false],
  ['two owners of one surname', 'Grace and Ewan', 'Holloway', 'Grace and Ewan', true],
  ['two owners of two surnames', 'Grace Holloway and Ewan', 'Price', 'Grace Holloway and Ewan Price', true],
  ['the same with an ampersand', 'Grace Holloway & Ewan', 'Price', 'Grace Holloway & Ewan Price', true],
  ['one person with two first names', 'Mary Ann', 'Holloway', 'Mary Ann', false],
  ['a couple with titles', 'Mr & Mrs J', 'Smith', 'Mr & Mrs Smith', true],
  ['the same with the initials of each', 'Mr J & Mrs P', 'Smith', 'Mr & Mrs Smith', true],
  ['titles alone', 'Mr and Mrs', 'Smith', 'Mr and Mrs Smith', true],
  ['titles and two surnames', 'Mr John Smith & Ms Penny', 'Jones', 'Mr John Smith & Ms Penny Jones', true],
  ['one person with a title', 'Dr. Grace', 'Holloway', 'Dr. Holloway', false],
  ['initials', 'J & P', 'Smith', 'J & P Smith', true],
  ['one initial', 'J.', 'Smith', 'J. Smith', false],
  ['executors', 'Executors of Mrs A', 'Smith', 'Executors of Mrs A Smith', false],
  ['a name that contains "and"', 'Sandy', 'Anderson', 'Sandy', false],
])('salutationOf and isJointName: %s', (_who, first, last, greeting, isJoint) => {
  expect(salutationOf(first, last)).toBe(greeting)
  expect(isJointName(first)).toBe(isJoint)
})
