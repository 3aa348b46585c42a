import { newChecklist } from '@gya/domain/features/chain/chain.model.ts'
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
  typedBuyer,
  withTypedBuyer,
} from './chain-edit.ts'

const property = (id: string, line1: string): LinkedProperty => ({
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
const own = property('own', '27 Rodway Road')
const water = property('water', '45 Water Road')

const after = (links: readonly Link[], ...actions: ChainAction[]) => actions.reduce(chainReducer, links)
const names = (links: readonly Link[]) => links.map(({ _id }) => _id)
const add = (id: string, beside: string, where: 'above' | 'below'): ChainAction => ({ kind: 'add', id, beside, where })

/** As loaded after a save: this property in the middle, an onward purchase below, a buyer above. */
const saved = after(
  [],
  { kind: 'start', id: 'b', own },
  add('c', 'b', 'above'),
  add('a', 'b', 'below'),
  { kind: 'change', id: 'c', change: { personName: 'Leopold Starling', saleType: 'FTB' } },
  { kind: 'change', id: 'a', change: { propertyName: '3 Orchard Mews' } },
)
const words = (links: readonly Link[]) => chainChanges(saved, links).map((change) => change.description)

describe('chainReducer', () => {
  test('start adds this property to an empty chain', () => {
    const [first, ...others] = after([], { kind: 'start', id: '1', own })
    expect([first?.thisProperty, first?.propertyRef?._id, first?.timeline.mosSent, others]).toEqual([true, 'own', true, []])
    expect(after(saved, { kind: 'start', id: '1', own })).toBe(saved)
  })

  test('add above inserts towards the buyer’s end (last), below towards the onward purchase', () =>
    expect(names(after(saved, add('x', 'b', 'above'), add('y', 'b', 'below')))).toEqual(['a', 'y', 'b', 'x', 'c']))

  test.each([
    ['b', 'above', ['a', 'c', 'b']],
    ['b', 'below', ['b', 'a', 'c']],
    ['c', 'above', ['a', 'b', 'c']],
    ['a', 'below', ['a', 'b', 'c']],
  ] as const)('%s moved %s', (id, to, order) => expect(names(after(saved, { kind: 'move', id, to }))).toEqual(order))

  test('a buyer’s name that was typed is kept in the note once its link is not the last', () => {
    const typed: ChainAction = { kind: 'change', id: 'x', change: { personName: 'Kofi Mensah', note: 'Keys at the office' } }
    const longer = after(saved, add('x', 'c', 'above'), typed, add('y', 'x', 'above'))
    expect(toChainItems(longer).map(({ personName, note }) => [personName, note])).toEqual([
      ['', ''],
      ['', ''],
      ['', 'Buyer: Leopold Starling'],
      ['', 'Keys at the office; Buyer: Kofi Mensah'],
      ['', ''],
    ])
    const moved = after(saved, { kind: 'move', id: 'c', to: 'below' })
    expect(toChainItems(moved)[1]).toMatchObject({ personName: '', note: 'Buyer: Leopold Starling' })
  })

  test('a buyer’s name goes back from the note to its field once its link is the last again', () => {
    expect(after(saved, add('x', 'c', 'above'), { kind: 'remove', id: 'x' })).toEqual(saved)
    expect(toChainItems(after(saved, { kind: 'move', id: 'c', to: 'below' }, { kind: 'move', id: 'c', to: 'above' }))).toEqual(
      toChainItems(saved),
    )
  })

  test('withTypedBuyer: a name typed letter by letter stands beside the rest of the note, and leaves with its last letter', () => {
    const type = (note: string, ...values: string[]) => values.reduce(withTypedBuyer, note)
    const typed = type('Keys at the office', 'K', 'Ko', 'Ko ', 'Ko M')
    expect([typed, typedBuyer(typed), type(typed, 'Ko; M', '')]).toEqual([
      'Keys at the office; Buyer: Ko M',
      'Ko M',
      'Keys at the office',
    ])
    expect(type('', 'K', '')).toBe('')
    expect(type('Buyer: Ko; No pets', '')).toBe('No pets')
  })

  test('remove deletes a link, but never this property', () => {
    expect(names(after(saved, { kind: 'remove', id: 'a' }, { kind: 'remove', id: 'b' }))).toEqual(['b', 'c'])
  })

  test('reset removes all links', () => expect(after(saved, { kind: 'reset' })).toEqual([]))
})

describe('Linked properties', () => {
  const linked = after(saved, { kind: 'link', id: 'a', linked: water })

  test('link takes name and checklist from the property', () =>
    expect(linked[0]).toMatchObject({ propertyRef: { _id: 'water' }, propertyName: '', timeline: { mosSent: true } }))

  test('link refuses a property that is already in the chain', () => {
    expect(after(linked, { kind: 'link', id: 'c', linked: water })).toBe(linked)
    expect(after(saved, { kind: 'link', id: 'c', linked: own })).toBe(saved)
  })

  test('unlink keeps address and checklist as editable values', () =>
    expect(after(linked, { kind: 'unlink', id: 'a' })[0]).toMatchObject({
      propertyRef: null,
      propertyName: '45 Water Road, RG30 2NN',
      timeline: { mosSent: true },
    }))

  test('unlink ignores this property', () => expect(after(saved, { kind: 'unlink', id: 'b' })).toEqual(saved))

  test('droppedProperties lists properties that are no longer linked', () => {
    expect(droppedProperties(linked, saved).map(({ _id }) => _id)).toEqual(['water'])
    expect(droppedProperties(linked, after(linked, { kind: 'reset' }))).toHaveLength(1)
    expect(droppedProperties(linked, linked)).toEqual([])
  })

  test('outOfScopeProperties lists properties whose chains the reader cannot edit', () => {
    const far = { ...water, property: { ...water.property, withinReach: false } }
    expect(outOfScopeProperties(linked)).toEqual([])
    expect(outOfScopeProperties(after(saved, { kind: 'link', id: 'a', linked: far }))).toEqual(['45 Water Road'])
    expect(chainSavedForAll(['45 Water Road']).success.text).toBe('Not updated, being in another branch: 45 Water Road.')
  })

  test('refreshLinkedProperties applies a newer response', () => {
    const later = linked.map((link) => ({ ...link, timeline: { ...link.timeline, searchesBack: true } }))
    const shown = refreshLinkedProperties(linked, later)
    expect(shown.map(({ timeline }) => timeline.searchesBack)).toEqual([true, true, false])
  })
})

describe('toChainItems', () => {
  test('sends buyer’s name and sale type of the last item only', () => {
    const longer = after(saved, add('1', 'c', 'above'))
    expect(toChainItems(saved).at(-1)).toMatchObject({ personName: 'Leopold Starling', saleType: 'FTB' })
    expect(toChainItems(longer).filter(({ personName, saleType }) => personName !== '' || saleType !== 'ND')).toEqual([])
  })

  test('canNameBuyer is false for this property in a chain of more than one', () => {
    const [alone] = after([], { kind: 'start', id: '1', own })
    expect(alone && [canNameBuyer(alone, 1, 1), canNameBuyer(alone, 2, 2)]).toEqual([true, false])
  })

  test('omits the timestamp id of a new item', () =>
    expect(toChainItems(after(saved, add('1700000000000', 'c', 'above'))).map(({ _id }) => _id)).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ]))

  test('newLinkId is unique within a millisecond', () => {
    const one = newLinkId(saved, 1700)
    const links = after(saved, add(one, 'a', 'above'))
    expect(newLinkId(links, 1700)).not.toBe(one)
  })
})

describe('chainChanges: any edit marks the chain dirty', () => {
  test('names the changed field and position, and what was added, moved, removed or reset', () => {
    expect(words(saved)).toEqual([])
    expect(words(after(saved, { kind: 'change', id: 'a', change: { note: 'Probate granted' } }))).toEqual([
      'Position 1, general notes',
    ])
    expect(words(after(saved, add('9', 'c', 'above')))).toEqual([
      'Position 4 added',
      'Position 3, buyer’s name',
      'Position 3, sale type',
      'Position 3, general notes',
    ])
    expect(words(after(saved, { kind: 'remove', id: 'a' }))).toEqual(['3 Orchard Mews removed'])
    expect(words(after(saved, { kind: 'move', id: 'a', to: 'above' }))).toEqual([
      '3 Orchard Mews moved to position 2',
      '27 Rodway Road moved to position 1',
    ])
    expect(words(after(saved, { kind: 'link', id: 'a', linked: water }))).toEqual(['Position 1, linked property'])
    expect(words(after(saved, { kind: 'reset' }))).toEqual(['Chain reset'])
  })

  test('is empty after an edit is reverted', () => {
    const there = after(saved, { kind: 'change', id: 'a', change: { note: 'x' } }, { kind: 'move', id: 'a', to: 'above' })
    expect(
      words(after(there, { kind: 'move', id: 'a', to: 'below' }, { kind: 'change', id: 'a', change: { note: '' } })),
    ).toEqual([])
  })

  test('ignores the progress of a linked sale', () => {
    const later = saved.map((link) => (link.thisProperty ? { ...link, timeline: { ...link.timeline, depositPaid: true } } : link))
    expect(words(later)).toEqual([])
  })
})

test('chainReducer keeps links unique and this property in the chain, for random actions', () => {
  const id = fc.constantFrom('a', 'b', 'c', '1', '2', '3')
  const action: fc.Arbitrary<ChainAction> = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), id, to: fc.constantFrom('above' as const, 'below' as const) }),
    fc.record({ kind: fc.constant('remove' as const), id }),
    fc.record({ kind: fc.constant('unlink' as const), id }),
    fc.record({ kind: fc.constant('link' as const), id, linked: fc.constantFrom(own, water) }),
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

test('errorsByLink follows a moved link until the field is edited', () => {
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
