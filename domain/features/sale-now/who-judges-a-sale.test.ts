import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Only `saleNow` compares a phase or the state of a step in order to decide what is open, late, next, asked or told (decision 102). The
 * files below compare one for another reason, or have not been moved yet; a file that is not listed may not start.
 */

const root = join(import.meta.dirname, '../../..')

const compared = [
  /\bphase (===|!==) '/,
  /\bphase (=|<>) '/,
  /\bphase (not )?in \(/,
  /\.phase['`]?, '(!=|=|not in|in)', /,
  /\bstate (===|!==) '(C|NS|IP|B|NA)'/,
  /\.includes\((property\.)?phase\)/,
]

/** The rules by which a step changes, and what a person entered. */
const rulesOfSteps = [
  /^domain\/features\/timeline\//,
  /^domain\/features\/sale-now\//,
  /^domain\/features\/imports\//,
  /^server\/features\/imports\//,
  /^web\/features\/timeline\//,
]

const toShrink: string[] = JSON.parse(readFileSync(join(import.meta.dirname, 'who-judges-a-sale.json'), 'utf8')) as string[]

test('no other file compares a phase or the state of a step', () => {
  const files = ['domain', 'server', 'web'].flatMap((part) => globSync(`${part}/**/*.{ts,tsx}`, { cwd: root }))
  const product = files.filter((file) => !/node_modules|\.test\.tsx?$|\/testing\/|^server\/demo\//.test(file))
  expect(product.length).toBeGreaterThan(900)
  const found = product
    .filter((file) => !rulesOfSteps.some((rule) => rule.test(file)))
    .filter((file) => compared.some((pattern) => pattern.test(readFileSync(join(root, file), 'utf8'))))
  expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(toShrink)
})
