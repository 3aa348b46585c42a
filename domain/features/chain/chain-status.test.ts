import { expect, test } from 'vitest'
import { chainStatusFromLinks, type LinkState, proposeChainStatus } from './chain-status.ts'

const own = { thisProperty: true, standing: 'unknown' as const }
const link = (standing: LinkState) => ({ thisProperty: false, standing })

test.each([
  ['no links', [], null],
  ['this sale alone', [own], 0],
  ['every other link moves', [link('complete'), own, link('complete')], 1],
  ['one link stands in the way', [link('complete'), own, link('incomplete')], 2],
  ['a red link outranks one that is not known', [link('unknown'), link('incomplete'), own], 2],
  ['one link is not known', [link('complete'), own, link('unknown')], null],
] as const)('%s', (_case, links, status) => expect(chainStatusFromLinks(links)).toBe(status))

const [none, complete, incomplete, unknown] = [0, 1, 2, 3] as const

test.each([
  ['unknown, and nothing says more', unknown, [], null, null],
  ['unknown, and the links tell', unknown, [own, link('complete')], null, { status: complete, from: 'links' }],
  ['unknown, and the links outrank the offer', unknown, [own, link('incomplete')], false, { status: incomplete, from: 'links' }],
  ['unknown, and a link is not known', unknown, [own, link('unknown')], true, null],
  ['unknown, and the buyer is in a chain', unknown, [], true, { status: incomplete, from: 'offer' }],
  ['unknown, and the buyer is in no chain', unknown, [], false, { status: none, from: 'offer' }],
  ['unknown, and this sale alone is in its chain', unknown, [own], null, { status: none, from: 'links' }],
  ['no chain, and there are links', none, [own, link('unknown')], false, { status: incomplete, from: 'links' }],
  ['no chain, and the buyer is in one', none, [own], true, { status: incomplete, from: 'offer' }],
  ['no chain, and the buyer says so too', none, [], false, null],
  ['complete, and a link stands in the way', complete, [own, link('incomplete')], true, { status: incomplete, from: 'links' }],
  ['incomplete, and every link moves', incomplete, [own, link('complete')], true, { status: complete, from: 'links' }],
  ['incomplete: the vendor may buy where the buyer sells nothing', incomplete, [], false, null],
] as const)('The status is %s', (_case, status, links, buyerInChain, proposed) =>
  expect(proposeChainStatus({ status, links, buyerInChain })).toEqual(proposed),
)
