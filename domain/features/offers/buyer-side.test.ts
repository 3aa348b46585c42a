import { describe, expect, test } from 'vitest'
import { ownerOfBuyerSide } from './buyer-side.ts'

const [ann, bea, cal] = [
  { name: 'Ann Archer', email: 'ann@buyers.example' },
  { name: 'Bea Baker', email: 'bea@buyers.example' },
  { name: 'Cal Carter', email: '' },
]
const nobody = { name: '', email: '' }

describe('ownerOfBuyerSide: the buyer’s side belongs to an offer', () => {
  test.each([
    ['the only bidder', nobody, ann, [], { of: 'accepted' }],
    ['a bidder who made an earlier offer', nobody, ann, [{ ...ann, name: 'ANN  archer' }], { of: 'accepted' }],
    ['one of two bidders, none named as buyer', nobody, ann, [bea], { of: 'unknown' }],
    ['the buyer named', { name: ' ann archer', email: '' }, ann, [bea], { of: 'accepted' }],
    ['another bidder named', { name: 'Bea Baker', email: '' }, ann, [cal, bea], { of: 'other', offer: bea }],
    ['another bidder named by e-mail', { name: '', email: 'BEA@buyers.example' }, ann, [bea], { of: 'other', offer: bea }],
    ['a namesake with another e-mail', { name: 'Ann Archer', email: 'other@buyers.example' }, ann, [], { of: 'unknown' }],
    ['somebody who made no offer', { name: 'Dee Draper', email: '' }, ann, [bea], { of: 'unknown' }],
  ])('%s', (_case, buyer, accepted, others, owner) => {
    expect(ownerOfBuyerSide(buyer, accepted, others)).toEqual(owner)
  })
})
