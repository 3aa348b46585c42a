import { searchFold } from '@gya/domain/common/search-fold.ts'
import type { CandidateSale } from '@gya/domain/features/mail-in/match-mail.model.ts'
import { mentionsIn, termsOf } from '@gya/domain/features/mail-in/mentions.ts'
import { expect, test } from 'vitest'
import { streetLines } from '../../server/features/addresses/price-paid-places.ts'

/** "2,000 invented addresses in real streets": each names its own sale, and those that we do not hold name none. [mail-in §3.1](docs/design/mail-in.md#3.1). */
test('Invented addresses in real streets name their own sale and no other', () => {
  let state = 7
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  const of = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const streets = streetLines
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
  const invent = () => {
    const [street = '', , town = '', sector = ''] = of(streets)
    const number = `${1 + below(120)}${of(['', '', '', '', 'a'])}`
    const house = `${of(['Rose', 'Ivy', 'Old Mill', 'Orchard'])} ${of(['Cottage', 'House', 'Lodge'])}`
    const [line1, line2] = of([
      [`${number} ${street}`, ''],
      [`${number} ${street}`, ''],
      [`Flat ${1 + below(9)}, ${number} ${street}`, ''],
      [house, street],
    ] as const)
    return { line1, line2, town, postcode: `${sector.split(',')[0]}${of(['AA', 'BD', 'XY', 'LN'])}` }
  }
  type Address = ReturnType<typeof invent>
  const keyOf = ({ line1, line2 }: Address): string => `${line1}, ${line2}`.toLowerCase()
  const held = new Map<string, CandidateSale>()
  while (held.size < 2000) {
    const address = invent()
    held.set(keyOf(address), {
      propertyId: keyOf(address),
      isDeleted: false,
      vendorSurnames: [],
      buyerSurnames: [],
      standing: 'agreed',
      offerId: null,
      ...address,
    })
  }
  const sales = [...held.values()].map((sale) => ({ sale, folded: searchFold(`${sale.line1} ${sale.line2}`) }))
  const named = (text: string): string[] => {
    const terms = termsOf([text])
    const candidates = sales.filter(({ folded }) => terms.some((term) => folded.includes(term))).map(({ sale }) => sale)
    return mentionsIn({ subjects: [], texts: [text] }, candidates).flatMap(({ propertyIds }) => [...propertyIds])
  }
  const shorten = (text: string): string =>
    text
      .replace(/Road\b/, 'Rd')
      .replace(/Close\b/, 'Cl')
      .replace(/Avenue\b/, 'Ave')
  const write = ({ line1, line2, town, postcode }: Address): string => {
    const line = [line1, line2].filter(Boolean).join(', ')
    return `About ${of([line, line.toUpperCase(), shorten(line)])}${of(['', `, ${town}`, `, ${town}, ${postcode}`, ' - searches'])}`
  }
  const own = sales.filter(({ sale }) => named(write(sale)).join() !== sale.propertyId)
  expect(own.map(({ sale }) => sale.propertyId)).toEqual([])

  const others = Array.from({ length: 3000 }, (): Address => {
    const { line1, line2, town, postcode } = of(sales).sale
    const ours = { line1, line2, town, postcode }
    return of<Address>([
      invent(),
      { ...ours, line1: line1.startsWith('Flat') ? line1.replace(/^Flat \d/, 'Flat 12') : `Flat 12, ${line1}` },
      { ...ours, line1: line1.replace(/(\d+)(?=a? [A-Z])/, '1$1') },
      { ...ours, line1: line1.replace(/(\d+)(?= [A-Z])/, '$1c') },
    ])
  }).filter((address) => !held.has(keyOf(address)))
  expect(others.length).toBeGreaterThan(2000)
  const wrong = others.map(write).filter((text) => named(text).length > 0)
  expect(wrong).toEqual([])
})
