/**
 * Makes `server/features/addresses/price-paid-places.ts`, the streets and towns of the address lookup, of HM Land Registry's
 * Price Paid Data:
 *
 *   node scripts/generate-address-places.ts <price-paid-RG30.csv> <price-paid-2018-11.csv>
 *
 * The first is a standard file of 16 columns without a head, the second has the head `Price,Postcode,Place`. Taken: names of
 * streets and towns with their postcode sectors (the postcode without its last two letters). Left behind: every address and
 * every whole postcode.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [streetsFile, townsFile] = process.argv.slice(2)
if (!streetsFile || !townsFile) throw new Error('Name both files: node scripts/generate-address-places.ts <streets> <towns>')

/** A street with fewer sales may be a misspelling. */
const fewestSales = 2

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean)

const small = new Set('on in of the upon under by next le la de cum y sub super over and with at'.split(' '))
const inWords = (capitals: string): string =>
  capitals
    .toLowerCase()
    .split(/([ -])/)
    .map((word, at) => (at > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')

/** `RG30 6DT` → `RG30 6`; '' for what is no postcode. */
const sectorOf = (postcode: string): string => /^([A-Z]{1,2}\d[A-Z\d]? \d)[A-Z]{2}$/.exec(postcode)?.[1] ?? ''

const sectorsOf = (sectors: Iterable<string>): string => [...new Set(sectors)].toSorted().join(',')

const sales = linesOf(streetsFile)
  .map((line) => line.slice(1, -1).split('","'))
  .map(([, , , postcode = '', , , , , , street = '', locality = '', town = '']) => {
    const named = locality === town ? '' : locality
    return { sector: sectorOf(postcode), key: [street, named, town].map(inWords).join('|') }
  })
  .filter(({ sector, key }) => sector !== '' && !key.startsWith('|'))
const streets = [...Map.groupBy(sales, ({ key }) => key)]
  .filter(([, of]) => of.length >= fewestSales)
  .map(([key, of]) => `${key}|${sectorsOf(of.map(({ sector }) => sector))}`)
  .toSorted()

const places = linesOf(townsFile)
  .slice(1)
  .map((line) => line.split(','))
  .map(([, postcode = '', town = '']) => ({ sector: sectorOf(postcode), town: inWords(town) }))
  .filter(({ sector, town }) => sector !== '' && town !== '')
const towns = [...Map.groupBy(places, ({ town }) => town)]
  .map(([town, of]) => `${town}|${sectorsOf(of.map(({ sector }) => sector))}`)
  .toSorted()

const text = `/**
 * Streets of the postcode district RG30 and towns of England and Wales with their postcode sectors, a line each: street, part
 * of the town, town, sectors; and town, sectors. Made by \`scripts/generate-address-places.ts\`; no address of the source is in it.
 *
 * Contains HM Land Registry data © Crown copyright and database right 2023. This data is licensed under the Open Government
 * Licence v3.0.
 */
export const streetLines = \`
${streets.join('\n')}
\`

export const townLines = \`
${towns.join('\n')}
\`
`
writeFileSync(join(import.meta.dirname, '../server/features/addresses/price-paid-places.ts'), text)
