import { newChecklist } from '@gya/domain/features/chain/chain.model.ts'
import { describe, expect, test } from 'vitest'
import type { Link } from './chain-edit.ts'
import { linkParties, linkStatus, linkTitle, partyLabel, tickOf } from './link-summary.ts'

const byHand: Link = {
  _id: 'a',
  thisProperty: false,
  propertyRef: null,
  propertyName: '3 Orchard Mews, Pangbourne RG8 7ZZ',
  personName: '',
  saleType: 'ND',
  agent: null,
  solicitor: null,
  note: '',
  timeline: newChecklist,
}
const water: NonNullable<Link['propertyRef']> = {
  _id: 'water',
  deleted: false,
  withinReach: true,
  address: { line1: '45 Water Road', postcode: 'RG30 2NN' },
  branch: { _id: 'tilehurst', name: 'Tilehurst' },
  owner: { fullName: 'Ambrose Kettlewell' },
  buyer: { name: 'Hester Vantongeren' },
  agent: 'Larkmead, Tilehurst',
  solicitor: null,
  phase: 'sold',
  fellOff: false,
  nextWarning: {
    title: 'Searches back',
    daysLeft: -4,
    awaitingReports: false,
    delayed: false,
  },
  chain: 2,
}
const late = { key: 33, title: 'Searches back', warningDate: '2026-01-01', daysLeft: -4, awaitingReports: false, delayed: false }
const linked = (property: Partial<typeof water> = {}): Link => ({ ...byHand, propertyRef: { ...water, ...property } })

test('linkTitle splits name and postcode', () => {
  expect([byHand, linked(), { ...byHand, propertyName: 'Wren Cottage' }].map(linkTitle)).toEqual([
    { name: '3 Orchard Mews, Pangbourne', postcode: 'RG8 7ZZ' },
    { name: '45 Water Road', postcode: 'RG30 2NN' },
    { name: 'Wren Cottage', postcode: '' },
  ])
})

describe('linkParties', () => {
  test('shows a last link without address as the buyer of the link below', () =>
    expect(linkParties({ ...byHand, propertyName: '' }, 2, 2, '45 Water Road')).toEqual(['Buyer of 45 Water Road']))

  test('names a buyer at the buyer’s end only', () => {
    expect(linkParties(linked(), 2, 2, undefined)).toEqual(['Seller Ambrose Kettlewell', 'Buyer Hester Vantongeren'])
    expect(linkParties(linked(), 1, 2, undefined)).toEqual(['Seller Ambrose Kettlewell'])
  })

  test('between the ends: the buyer in the note, and another agent only where one is entered', () => {
    const agent = { contact: null, poc: null, name: 'Haslams', tel: '' }
    const partiesOf = (link: Partial<Link>) => linkParties({ ...byHand, ...link }, 2, 3, undefined)
    expect(partiesOf({ agent, note: 'Keys at the office; Buyer: Kofi Mensah' })).toEqual(['Buyer Kofi Mensah'])
    expect([partiesOf({ agent }), partiesOf({})]).toEqual([['Sold by another agent'], ['Seller not known']])
  })

  test('names nobody of a deleted property or one outside the scope', () => {
    const hidden = { owner: null, buyer: null, branch: null, agent: null, phase: null, nextWarning: null }
    expect(linkParties(linked({ ...hidden, withinReach: false }), 1, 2, undefined)).toEqual(['Sold by another branch'])
    expect(linkParties(linked({ ...hidden, deleted: true }), 1, 2, undefined)[0]).toMatch(/^This property was deleted/)
  })

  test('partyLabel shows contact and point of contact, or the typed name', () => {
    const person = (name: string) => ({ _id: name, name, email: '', tel: '' })
    const agent = { contact: person('Fordwick Homes'), poc: person('Una'), name: '', tel: '' }
    const solicitor = { contact: null, poc: null, name: 'Bracken & Moss', tel: '' }
    expect([
      partyLabel({ ...byHand, agent }, 'agent'),
      partyLabel({ ...byHand, solicitor }, 'solicitor'),
      partyLabel(linked(), 'solicitor'),
    ]).toEqual(['Fordwick Homes, Una', 'Bracken & Moss', 'Not known'])
  })
})

describe('linkStatus', () => {
  test.each([
    ['an overdue step', linked(), 'incomplete', 'Searches back overdue'],
    ['nothing overdue', linked({ nextWarning: null }), 'complete', 'On track'],
    ['nothing overdue, its own chain unknown', linked({ nextWarning: null, chain: 3 }), 'unknown', 'Unknown'],
    ['exchanged, its own chain unknown', linked({ nextWarning: null, chain: 3, phase: 'exchanged' }), 'complete', 'Exchanged'],
    ['a delayed step', linked({ nextWarning: { ...late, daysLeft: 4, delayed: true } }), 'incomplete', 'Searches back delayed'],
    ['an awaited report', linked({ nextWarning: { ...late, awaitingReports: true } }), 'unknown', 'Awaiting survey reports'],
    ['a sale that fell off', linked({ fellOff: true, phase: 'forSale' }), 'incomplete', 'Sale fell off'],
    ['no sale yet', linked({ phase: 'forSale', nextWarning: null }), 'incomplete', 'No offer accepted'],
    ['a deleted property', linked({ deleted: true, phase: null }), 'incomplete', 'Deleted'],
    ['nothing entered by hand', byHand, 'unknown', 'Unknown'],
    ['ticked by hand', { ...byHand, timeline: { ...newChecklist, mosSent: true, draftContracts: true } }, 'complete', 'On track'],
  ] as const)('%s', (_case, link, state, text) => expect(linkStatus(link)).toEqual({ state, text }))
})

test('tickOf shows done or not yet, and the answers of survey and mortgage offer', () => {
  const list = { ...newChecklist, mosSent: true, mortgageOffer: 'Cash' as const }
  expect([
    tickOf(list, 'mosSent'),
    tickOf(list, 'searchesBack'),
    tickOf(list, 'surveyBooked'),
    tickOf(list, 'mortgageOffer'),
  ]).toEqual([
    { words: 'Done', look: 'y', isCash: false },
    { words: 'Not yet', look: 'n', isCash: false },
    { words: 'N/A', look: 'na', isCash: false },
    { words: 'Cash', look: 'y', isCash: true },
  ])
})
