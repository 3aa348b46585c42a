import type { Places } from '@gya/domain/features/addresses/suggest-places.ts'
import { streetLines, townLines } from './price-paid-places.ts'

const fieldsOf = (lines: string): string[][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
const sectorsOf = (text = ''): string[] => text.split(',')

/** Some 1,500 short rows: read through at each lookup. */
export const places: Places = {
  streets: fieldsOf(streetLines).map(([street = '', locality = '', town = '', sectors]) => ({
    street,
    locality,
    town,
    sectors: sectorsOf(sectors),
  })),
  towns: fieldsOf(townLines).map(([town = '', sectors]) => ({ town, sectors: sectorsOf(sectors) })),
}
