import { expect, test } from 'vitest'
import { generalActions, type ItemContext } from './palette-items.ts'

test('generalActions: a reader gets no actions that change data, and no Undo', () => {
  const titles = (type: string) =>
    generalActions({ to: (path: string) => path, commands: {}, me: { type } } as unknown as ItemContext).map(({ title }) => title)
  expect(titles('READER')).toEqual(['All keys', 'Support'])
  expect(titles('BRANCH_STAFF')).toEqual(['Quick add', 'Create property', 'Undo the last change', 'All keys', 'Support'])
})
