import { readers } from '@gya/domain/access/permissions.ts'
import { findTradeTargets, tradeWords } from '@gya/domain/features/search/trade-words.ts'
import { expect, test } from 'vitest'
import { screens } from '../../app/app-screens.ts'
import { generalActions, type ItemContext, isNamed, itemsOfAnyProperty, saleActions, screenItems } from './palette-items.ts'

const contextOf = (type: string) => ({ to: (path: string) => path, commands: {}, me: { type } }) as unknown as ItemContext

test('generalActions: a reader gets no actions that change data, and no Undo', () => {
  const titles = (type: string) => generalActions(contextOf(type)).map(({ title }) => title)
  expect(titles('READER')).toEqual(['All keys', 'Support', 'Logout'])
  expect(titles('BRANCH_STAFF')).toEqual(['Quick add', 'Add Property', 'Undo the last change', 'All keys', 'Support', 'Logout'])
})

test('screenItems: pages of a property are offered only where one is open', () => {
  const known = [
    { path: '/property/manage', permission: 'property.list', title: 'Properties' },
    { path: '/property/create', permission: 'property.create', title: 'Create Property' },
    { path: '/property/offers/create', permission: 'property.edit', title: 'Add offer' },
    { path: '/property/timeline', permission: 'property.view', title: 'Timeline' },
  ] as const
  const titles = (hasProperty: boolean) => screenItems(contextOf('BRANCH_STAFF'), known, hasProperty).map(({ title }) => title)
  expect(titles(false)).toEqual(['Properties'])
  expect(titles(true)).toEqual(['Properties', 'Add offer', 'Timeline'])
})

const sale = { propertyId: 'p', branchId: 'b', line1: '1 Palette Place' }
const actionsOf = (type: string) => [...saleActions(contextOf(type), sale), ...generalActions(contextOf(type))]

test('a letter that works only among the listed actions of a sale is not shown as a key of the page', () => {
  const items = saleActions(contextOf('BRANCH_STAFF'), sale)
  expect(items.flatMap(({ letter = [] }) => letter)).toEqual(['L', 'E', 'T'])
  expect(items.flatMap(({ keys = [] }) => keys).filter((key) => ['L', 'E', 'T'].includes(key))).toEqual([])
})

test.each([
  ['add property', 'Add Property'],
  ['new property', 'Add Property'],
  ['create property', 'Add Property'],
  ['e-mail', 'E-mail the parties'],
  ['parties', 'E-mail the parties'],
  ['expected exchange', 'Timeline'],
  ['help', 'Support'],
  ['log out', 'Logout'],
])('“%s” finds %s', (typed, title) => {
  expect(
    actionsOf('BRANCH_STAFF')
      .filter((item) => isNamed(typed, item))
      .map((item) => item.title),
  ).toContain(title)
})

test('every word of the trade finds its screen or action first, for each role that may open it', () => {
  // Progressors take on no property.
  const lacking: Readonly<Record<string, readonly string[]>> = { PROGRESSOR: ['add-property'] }
  for (const type of readers) {
    const items = [...actionsOf(type), ...screenItems(contextOf(type), screens, true)]
    const offered = new Set<string>(items.flatMap(({ trade }) => trade ?? []))
    const missed = Object.entries(tradeWords).flatMap(([target, phrases]) =>
      phrases.filter((phrase) => {
        const found: readonly string[] = findTradeTargets(phrase.split(' ').toReversed().join(' '))
        // A reader has no actions that change data.
        return (
          !found.includes(target) ||
          (type !== 'READER' && !lacking[type]?.includes(target) && !found.some((one) => offered.has(one)))
        )
      }),
    )
    expect(missed).toEqual([])
  }
})

test.each([
  ['COMPANY_ADMIN', '/company/users'],
  ['BRANCH_ADMIN', '/branch/users'],
  ['BRANCH_STAFF', '/company/report'],
  ['PROGRESSOR', '/company/report'],
])('“leaver” leads %s where they may hand over sales: %s', (type, path) => {
  const offered = screenItems(contextOf(type), screens, false).map(({ trade }) => trade)
  expect(findTradeTargets('leaver').find((target) => offered.includes(target))).toBe(path)
})

test('without an open property, what needs one asks for it, and is the same item once it is chosen', () => {
  const asking = itemsOfAnyProperty(contextOf('BRANCH_STAFF'), screens)
  for (const target of ['/property/memo', 'fall-off', 'email-parties', '/property/viewing-create'] as const) {
    const item = asking.find(({ trade }) => trade === target)
    expect(item).toMatchObject({ title: expect.stringMatching(/…$/), to: undefined, run: undefined })
    expect(item?.ofSale?.(sale)).toMatchObject({ title: item?.title.replace('…', ''), about: '1 Palette Place' })
  }
  expect(itemsOfAnyProperty(contextOf('READER'), screens).map(({ trade }) => trade)).not.toContain('fall-off')
})
