/**
 * Makes `server/demo/streets.ts`, the small extract that the demo company's properties stand on, of HM Land Registry's
 * Price Paid Data for the postcode district RG30 (the standard file of 16 columns without a head):
 *
 *   node scripts/generate-demo-streets.ts <price-paid-RG30.csv>
 *
 * Taken: streets, their part of the town, postcode sectors, the median price by type of property and the share of
 * leaseholds. Left behind: every address. The house numbers it writes are those that the file does NOT have on a street.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const source = process.argv[2]
if (!source) throw new Error('Name the file of price paid data: node scripts/generate-demo-streets.ts <file>')

type Sale = {
  price: number
  year: number
  sector: string
  type: string
  leasehold: boolean
  house: string
  street: string
  locality: string
}

const sales: Sale[] = readFileSync(source, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.slice(1, -1).split('","'))
  .map(([, price, date = '', postcode = '', type = '', , tenure, house = '', , street = '', locality = '']) => ({
    price: Number(price),
    year: Number(date.slice(0, 4)),
    sector: postcode.slice(0, 6),
    type,
    leasehold: tenure === 'L',
    house,
    street,
    locality,
  }))

const recent = sales.filter((sale) => sale.year >= 2019 && 'DSTF'.includes(sale.type))

const small = new Set(['of', 'the'])
const inWords = (capitals: string): string =>
  capitals
    .toLowerCase()
    .split(' ')
    .map((word, position) => (position > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ')

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Whole thousands of pounds, by type (D detached, S semi-detached, T terraced, F flat) with at least three sales since 2019. */
const pricesOf = (of: readonly Sale[]): Record<string, number> =>
  Object.fromEntries(
    ['D', 'S', 'T', 'F'].flatMap((type) => {
      const prices = of.filter((sale) => sale.type === type).map((sale) => sale.price)
      return prices.length < 3 ? [] : [[type, Math.round(median(prices) / 1000)]]
    }),
  )

/** House numbers within the street's range that no address of the file has, spread over the street; 12 at most. */
const freeNumbers = (street: string): number[] => {
  const taken = new Set(
    sales.filter((sale) => sale.street === street).flatMap((sale) => sale.house.match(/\d+/g)?.map(Number) ?? []),
  )
  const end = Math.max(24, ...taken)
  const free = Array.from({ length: end }, (_, index) => index + 1).filter((number) => !taken.has(number))
  return Array.from(
    { length: Math.min(12, free.length) },
    (_, index) => free[Math.floor((index * free.length) / Math.min(12, free.length))] ?? 0,
  )
}

const groups = Map.groupBy(recent, ({ street, locality, sector }) => [street, locality, sector].join('|'))
const streets = [...groups.entries()]
  .filter(([key, of]) => of.length >= 10 && /^[A-Z ]+\|(TILEHURST)?\|/.test(key))
  .map(([key, of]) => {
    const [street = '', locality = '', sector = ''] = key.split('|')
    const leasehold = Math.round((100 * of.filter((sale) => sale.leasehold).length) / of.length)
    return {
      name: inWords(street),
      locality: inWords(locality),
      sector,
      leasehold,
      prices: pricesOf(of),
      numbers: freeNumbers(street),
    }
  })
  .filter(({ numbers, prices }) => numbers.length >= 4 && Object.keys(prices).length > 0)
  .toSorted((a, b) => a.sector.localeCompare(b.sector) || a.name.localeCompare(b.name))

const text = `/**
 * Streets of the postcode district RG30 with the median price by type of property since 2019 and the share of leaseholds.
 * Made by \`scripts/generate-demo-streets.ts\`; no address of the source is in it: \`numbers\` are house numbers that it does not have.
 *
 * Contains HM Land Registry data © Crown copyright and database right 2023. This data is licensed under the Open Government
 * Licence v3.0.
 */
export type Street = {
  name: string
  /** The part of the town, where there is one. */
  locality: string
  /** The postcode without its last two letters. */
  sector: string
  /** Leaseholds in a hundred sales. */
  leasehold: number
  /** Thousands of pounds: D detached, S semi-detached, T terraced, F flat. */
  prices: { D?: number; S?: number; T?: number; F?: number }
  numbers: readonly number[]
}

export const streets: readonly Street[] = [
${streets.map((street) => JSON.stringify(street)).join(',\n')}
]
`
writeFileSync(join(import.meta.dirname, '../server/demo/streets.ts'), text)
