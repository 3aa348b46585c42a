import { expect, test } from 'vitest'
import { isJointName, salutationOf } from './person.ts'

test.each([
  ['one owner', 'Grace', 'Holloway', 'Grace', false],
  ['two owners of one surname', 'Grace and Ewan', 'Holloway', 'Grace and Ewan', true],
  ['two owners of two surnames', 'Grace Holloway and Ewan', 'Price', 'Grace Holloway and Ewan Price', true],
  ['the same with an ampersand', 'Grace Holloway & Ewan', 'Price', 'Grace Holloway & Ewan Price', true],
  ['one person with two first names', 'Mary Ann', 'Holloway', 'Mary Ann', false],
  ['a name that contains "and"', 'Sandy', 'Anderson', 'Sandy', false],
])('salutationOf and isJointName: %s', (_who, first, last, greeting, isJoint) => {
  expect(salutationOf(first, last)).toBe(greeting)
  expect(isJointName(first)).toBe(isJoint)
})
