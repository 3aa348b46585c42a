import { newChecklist } from '@gya/domain/features/chain/checklist.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainSavedForAll } from './chain.messages.ts'
import {
  type ChainAction,
  canNameBuyer,
  chainChanges,
  chainReducer,
  droppedProperties,
  errorsByLink,
  type Link,
  type LinkedProperty,
  newLinkId,
  outOfScopeProperties,
  refreshLinkedProperties,
  toChainItems,
} from './chain-edit.ts'

const behind = (id: string, line1: string): LinkedProperty => ({
  property: {
    _id: id,
    deleted: false,
    withinReach: true,
    address: { line1, postcode: 'RG30 2NN' },
    branch: { _id: 'tilehurst', name: 'Tilehurst' },
    owner: { fullName: 'Ambrose Kettlewell' },
    buyer: null,
    agent: 'Larkmead, Tilehurst',
    solicitor: null,
    phase: 'sold',
    fellOff: false,
    chain: 2,
    nextWarning: null,
  },
  timeline: { ...newChecklist, mosSent: true },
})
const own = behind('own', '27 Rodway Road')
const water = behind('water', '45 Water Road')

const after = (links: readonly Link[], ...actions: ChainAction[]) => actions.reduce(chainReducer, links)
const names = (links: readonly Link[]) => links.map(({ _id }) => _id)
const add = (id: string, beside: string, where: 'above' | 'below'): ChainAction => ({ kind: 'add', id, beside, where })

/** As read after a save: own in the middle, an onward purchase below, a buyer above. */
const saved = after(
  [],
  { kind: 'start', id: 'b', own },
  add('c', 'b', 'above'),
  add('a', 'b', 'below'),
  { kind: 'change', id: 'c', change: { personName: 'Leopold Starling', saleType: 'FTB' } },
  { kind: 'change', id: 'a', change: { propertyName: '3 Orchard Mews' } },
)
const words = (links: readonly Link[]) => chainChanges(saved, links).map((change) => change.description)

describe('A chain is started, added to, moved and reset', () => {
  test('Start chain, when empty, begins with this property', () => {
    const [first, ...others] = after([], { kind: 'start', id: '1', own })
    expect([first?.thisProperty, first?.propertyRef?._id, first?.timeline.mosSent, others]).toEqual([true, 'own', true, []])
    expect(after(saved, { kind: 'start', id: '1', own })).toBe(saved)
  })

  test('a link above stands nearer to the buyer’s end, which is last; one below nearer to the onward purchase', () =>
    expect(names(after(saved, add('x', 'b', 'above'), add('y', 'b', 'below')))).toEqual(['a', 'y', 'b', 'x', 'c']))

  test.each([
    ['b', 'above', ['a', 'c', 'b']],
    ['b', 'below', ['b', 'a', 'c']],
    ['c', 'above', ['a', 'b', 'c']],
    ['a', 'below', ['a', 'b', 'c']],
  ] as const)('%s moved %s', (id, to, order) => expect(names(after(saved, { kind: 'move', id, to }))).toEqual(order))

  test('a link is removed, but this property stays', () => {
    expect(names(after(saved, { kind: 'remove', id: 'a' }, { kind: 'remove', id: 'b' }))).toEqual(['b', 'c'])
  })

  test('reset takes everything away', () => expect(after(saved, { kind: 'reset' })).toEqual([]))
})

describe('A link shows the sale of another property', () => {
  const linked = after(saved, { kind: 'link', id: 'a', behind: water })

  test('linked, its name and checklist are the property’s own', () =>
    expect(linked[0]).toMatchObject({ propertyRef: { _id: 'water' }, propertyName: '', timeline: { mosSent: true } }))

  test('no property stands twice in a chain', () => {
    expect(after(linked, { kind: 'link', id: 'c', behind: water })).toBe(linked)
    expect(after(saved, { kind: 'link', id: 'c', behind: own })).toBe(saved)
  })

  test('unlinked, address and checklist stay as they were and are kept by hand', () =>
    expect(after(linked, { kind: 'unlink', id: 'a' })[0]).toMatchObject({
      propertyRef: null,
      propertyName: '45 Water Road, RG30 2NN',
      timeline: { mosSent: true },
    }))

  test('this property cannot be unlinked', () => expect(after(saved, { kind: 'unlink', id: 'b' })).toEqual(saved))

  test('a property that is no longer linked is dropped', () => {
    expect(droppedProperties(linked, saved).map(({ _id }) => _id)).toEqual(['water'])
    expect(droppedProperties(linked, after(linked, { kind: 'reset' }))).toHaveLength(1)
    expect(droppedProperties(linked, linked)).toEqual([])
  })

  test('one of another branch, whose chain the reader may not edit, is passed over by an update of all', () => {
    const far = { ...water, property: { ...water.property, withinReach: false } }
    expect(outOfScopeProperties(linked)).toEqual([])
    expect(outOfScopeProperties(after(saved, { kind: 'link', id: 'a', behind: far }))).toEqual(['45 Water Road'])
    expect(chainSavedForAll(['45 Water Road']).success.text).toBe('Not updated, being in another branch: 45 Water Road.')
  })

  test('what is read later of a linked property is shown at once', () => {
    const later = linked.map((link) => ({ ...link, timeline: { ...link.timeline, searchesBack: true } }))
    const shown = refreshLinkedProperties(linked, later)
    expect(shown.map(({ timeline }) => timeline.searchesBack)).toEqual([true, true, false])
  })
})

describe('What is sent', () => {
  test('only the last item may carry a buyer’s name and a sale type', () => {
    const longer = after(saved, add('1', 'c', 'above'))
    expect(toChainItems(saved).at(-1)).toMatchObject({ personName: 'Leopold Starling', saleType: 'FTB' })
    expect(toChainItems(longer).filter(({ personName, saleType }) => personName !== '' || saleType !== 'ND')).toEqual([])
  })

  test('the item that is this property has a read-only name in a chain of more than one', () => {
    const [alone] = after([], { kind: 'start', id: '1', own })
    expect(alone && [canNameBuyer(alone, 1, 1), canNameBuyer(alone, 2, 2)]).toEqual([true, false])
  })

  test('a new item goes without its timestamp, a saved one with its id', () =>
    expect(toChainItems(after(saved, add('1700000000000', 'c', 'above'))).map(({ _id }) => _id)).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ]))

  test('two items added in the same millisecond differ', () => {
    const one = newLinkId(saved, 1700)
    const links = after(saved, add(one, 'a', 'above'))
    expect(newLinkId(links, 1700)).not.toBe(one)
  })
})

describe('Any edit marks the chain dirty', () => {
  test('and says what: the field of a position, what was added, moved, removed or reset', () => {
    expect(words(saved)).toEqual([])
    expect(words(after(saved, { kind: 'change', id: 'a', change: { note: 'Probate granted' } }))).toEqual([
      'Position 1, general notes',
    ])
    expect(words(after(saved, add('9', 'c', 'above')))).toEqual([
      'Position 4 added',
      'Position 3, buyer’s name',
      'Position 3, sale type',
    ])
    expect(words(after(saved, { kind: 'remove', id: 'a' }))).toEqual(['3 Orchard Mews removed'])
    expect(words(after(saved, { kind: 'move', id: 'a', to: 'above' }))).toEqual([
      '3 Orchard Mews moved to position 2',
      '27 Rodway Road moved to position 1',
    ])
    expect(words(after(saved, { kind: 'link', id: 'a', behind: water }))).toEqual(['Position 1, linked property'])
    expect(words(after(saved, { kind: 'reset' }))).toEqual(['Chain reset'])
  })

  test('an edit that is taken back is none', () => {
    const there = after(saved, { kind: 'change', id: 'a', change: { note: 'x' } }, { kind: 'move', id: 'a', to: 'above' })
    expect(
      words(after(there, { kind: 'move', id: 'a', to: 'below' }, { kind: 'change', id: 'a', change: { note: '' } })),
    ).toEqual([])
  })

  test('the progress of a linked sale is no edit', () => {
    const later = saved.map((link) => (link.thisProperty ? { ...link, timeline: { ...link.timeline, depositPaid: true } } : link))
    expect(words(later)).toEqual([])
  })
})

test('Whatever is done, every link stands once and a started chain keeps this property until it is reset', () => {
  const id = fc.constantFrom('a', 'b', 'c', '1', '2', '3')
  const action: fc.Arbitrary<ChainAction> = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), id, to: fc.constantFrom('above' as const, 'below' as const) }),
    fc.record({ kind: fc.constant('remove' as const), id }),
    fc.record({ kind: fc.constant('unlink' as const), id }),
    fc.record({ kind: fc.constant('link' as const), id, behind: fc.constantFrom(own, water) }),
  )
  const additions = after(saved, add('1', 'a', 'above'), add('2', 'b', 'below'), add('3', 'c', 'above'))
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const links = after(additions, ...actions)
      const refs = links.flatMap(({ propertyRef }) => propertyRef?._id ?? [])
      expect(new Set(names(links)).size).toBe(links.length)
      expect(new Set(refs).size).toBe(refs.length)
      expect(links.filter(({ thisProperty }) => thisProperty)).toHaveLength(1)
    }),
  )
})

test('A refusal is shown on its link, under its field, wherever the link is moved, until that field is changed', () => {
  const issues = [
    { path: 'items.0.agent.tel', message: 'Enter a telephone number.' },
    { path: 'version', message: 'Old.' },
  ]
  const refusal = [['a', { 'agent.tel': 'Enter a telephone number.' }]]
  expect([...errorsByLink(issues, saved, saved)]).toEqual(refusal)
  const moved = after(saved, { kind: 'move', id: 'a', to: 'above' }, add('9', 'a', 'below'))
  expect([...errorsByLink(issues, saved, moved)]).toEqual(refusal)
  const noted = after(saved, { kind: 'change', id: 'a', change: { note: 'Rang' } })
  expect([...errorsByLink(issues, saved, noted)]).toEqual(refusal)
  const agent = { contact: null, poc: null, name: 'Fordwick Homes', tel: '0118 496 0300' }
  expect(errorsByLink(issues, saved, after(saved, { kind: 'change', id: 'a', change: { agent } })).size).toBe(0)
  expect(errorsByLink(issues, saved, after(saved, { kind: 'remove', id: 'a' })).size).toBe(0)
})
