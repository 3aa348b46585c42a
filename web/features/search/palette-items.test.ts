import { expect, test } from 'vitest'
import { generalActions, type ItemContext, isNamed, saleActions, screenItems } from './palette-items.ts'

const contextOf = (type: string) => ({ to: (path: string) => path, commands: {}, me: { type } }) as unknown as ItemContext

test('generalActions: a reader gets no actions that change data, and no Undo', () => {
  const titles = (type: string) => generalActions(contextOf(type)).map(({ title }) => title)
  expect(titles('READER')).toEqual(['All keys', 'Support'])
  expect(titles('BRANCH_STAFF')).toEqual(['Quick add', 'Add Property', 'Undo the last change', 'All keys', 'Support'])
})

test('screenItems: pages of a property are offered only where one is open', () => {
  const screens = [
    { path: '/property/manage', permission: 'property.list', title: 'Properties' },
    { path: '/property/create', permission: 'property.create', title: 'Create Property' },
    { path: '/property/offers/create', permission: 'property.edit', title: 'Add offer' },
    { path: '/property/timeline', permission: 'property.view', title: 'Timeline' },
  ] as const
  const titles = (hasProperty: boolean) => screenItems(contextOf('BRANCH_STAFF'), screens, hasProperty).map(({ title }) => title)
  expect(titles(false)).toEqual(['Properties'])
  expect(titles(true)).toEqual(['Properties', 'Add offer', 'Timeline'])
})

test.each([
  ['add property', 'Add Property'],
  ['take on', 'Add Property'],
  ['new property', 'Add Property'],
  ['create property', 'Add Property'],
  ['email', 'E-mail the parties'],
  ['e-mail', 'E-mail the parties'],
  ['all parties', 'E-mail the parties'],
  ['expected exchange', 'Timeline'],
])('“%s” finds %s', (typed, title) => {
  const context = contextOf('BRANCH_STAFF')
  const items = [
    ...saleActions(context, { propertyId: 'p', branchId: 'b', line1: '1 Palette Place' }),
    ...generalActions(context),
  ]
  const found = items.filter((item) => isNamed(typed, item.title, item.also))
  expect(found.map((item) => item.title)).toContain(title)
})
