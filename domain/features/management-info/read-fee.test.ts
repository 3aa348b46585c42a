import { expect, test } from 'vitest'
import { readFee } from './read-fee.ts'

test.each([
  ['', null],
  ['1.25', { percent: 1.25 }],
  ['1.25 %', { percent: 1.25 }],
  ['15%', { percent: 15 }],
  ['10', { percent: 10 }],
  ['£3,000', { pounds: 3000 }],
  ['3000.50', { pounds: 3000.5 }],
  ['£9', { pounds: 9 }],
  ['50', 'unclear'],
  ['101%', 'unclear'],
  ['£1%', 'unclear'],
  ['£3000.505', 'unclear'],
  ['about 2', 'unclear'],
])('%j is %j', (text, fee) => expect(readFee(text)).toEqual(fee))
