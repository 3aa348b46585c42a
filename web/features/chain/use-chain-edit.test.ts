import { newChecklist } from '@gya/domain/features/chain/chain.model.ts'
import { describe, expect, test } from 'vitest'
import type { ChainProperty, Link } from './chain-edit.ts'
import { reconcileReading } from './use-chain-edit.ts'

const link = (more: Partial<Link> = {}): Link => ({
  _id: 'a',
  thisProperty: false,
  propertyRef: null,
  propertyName: '3 Orchard Mews',
  personName: '',
  saleType: 'ND',
  agent: null,
  solicitor: null,
  note: '',
  timeline: newChecklist,
  ...more,
})
const linked = (mosSent: boolean) =>
  link({
    _id: 'b',
    propertyName: '',
    propertyRef: { _id: 'water', address: { line1: '45 Water Road', postcode: 'RG30 2NN' } } as Link['propertyRef'],
    timeline: { ...newChecklist, mosSent },
  })
const read = (version: number, ...items: Link[]) => ({ version, chain: { items, shownIn: [] } }) as unknown as ChainProperty
const saved = [link(), linked(false)]
const typed = [link({ note: 'Rang' }), linked(false)]

describe('reconcileReading', () => {
  test('takes a newer response if nothing was edited', () => {
    const state = reconcileReading({ saved, version: 1, links: saved }, read(2, link({ note: 'Theirs' })))
    expect([state.version, state.links.map(({ note }) => note)]).toEqual([2, ['Theirs']])
  })

  test('advances the version if the chain is unchanged, and refreshes linked sales', () => {
    const state = reconcileReading({ saved, version: 1, links: typed }, read(2, link(), linked(true)))
    expect([state.version, state.links[0]?.note, state.links[1]?.timeline.mosSent]).toEqual([2, 'Rang', true])
  })

  test('keeps edits and base version if the chain was changed, so that the save conflicts', () => {
    const state = reconcileReading({ saved, version: 1, links: typed }, read(2, link({ note: 'Theirs' }), linked(true)))
    expect([state.version, state.links[0]?.note, state.links[1]?.timeline.mosSent]).toEqual([1, 'Rang', true])
  })

  test('keeps the identity of unchanged links, so that their cards do not rerender', () => {
    const reading = read(2, ...saved)
    const state = reconcileReading({ saved, version: 1, links: typed }, reading)
    expect([state.links[0] === typed[0], reconcileReading(state, reading).links[1] === state.links[1]]).toEqual([true, true])
  })
})
