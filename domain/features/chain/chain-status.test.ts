import { expect, test } from 'vitest'
import { type LinkStanding, statusOfLinks } from './chain-status.ts'

const own = { thisProperty: true, standing: 'unknown' as const }
const link = (standing: LinkStanding) => ({ thisProperty: false, standing })

test.each([
  ['no links', [], null],
  ['this sale alone', [own], 0],
  ['every other link moves', [link('complete'), own, link('complete')], 1],
  ['one link stands in the way', [link('complete'), own, link('incomplete')], 2],
  ['a red link outranks one that is not known', [link('unknown'), link('incomplete'), own], 2],
  ['one link is not known', [link('complete'), own, link('unknown')], null],
] as const)('%s', (_case, links, status) => expect(statusOfLinks(links)).toBe(status))
