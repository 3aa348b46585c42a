import { expect, test } from 'vitest'
import { parseAddressQuery, suggestPlaces } from './addresses.rules.ts'

const places = {
  streets: [
    { street: 'Rodway Road', locality: 'Tilehurst', town: 'Reading', sectors: ['RG30 6'] },
    { street: 'Old Rodney Mews', locality: '', town: 'Reading', sectors: ['RG30 1', 'RG30 2'] },
    { street: 'Wilson Road', locality: '', town: 'Reading', sectors: ['RG30 2'] },
  ],
  towns: [
    { town: 'Stoke-on-Trent', sectors: ['ST1 2'] },
    { town: 'Reading', sectors: ['RG1 1', 'RG30 6'] },
    { town: "King's Lynn", sectors: ['PE30 1'] },
  ],
}
const lines = (text: string) =>
  suggestPlaces(text, places).map(({ address: { line1, line2, town, postcode } }) => [line1, line2, town, postcode].join('|'))

test.each([
  ['27 rodway rg30 6dt', { number: '27', words: ['rodway'], sector: 'RG30 6', postcode: 'RG30 6DT' }],
  ['Flat 3, 12a Old Rodney', { number: 'Flat 3, 12a', words: ['old', 'rodney'], sector: '', postcode: '' }],
  ['rg30', { number: '', words: [], sector: 'RG30', postcode: '' }],
  ['RG306', { number: '', words: [], sector: 'RG30 6', postcode: '' }],
  ['27', { number: '', words: ['27'], sector: '', postcode: '' }],
])('parseAddressQuery: "%s" gives house number, words and postcode', (text, typed) => {
  expect(parseAddressQuery(text)).toEqual(typed)
})

test('suggestPlaces: a street is found by the beginnings of its words, best match first, with the house number as typed', () => {
  expect(lines('27 rod')).toEqual(['27 Rodway Road|Tilehurst|Reading|', '27 Old Rodney Mews||Reading|'])
  expect(lines('rodway til')).toEqual(['Rodway Road|Tilehurst|Reading|'])
  expect(lines('reading')).toEqual(['||Reading|'])
})

test('suggestPlaces: a complete postcode is kept; a street alone lists its postcode sectors', () => {
  expect(lines('27 rodway rg306dt')).toEqual(['27 Rodway Road|Tilehurst|Reading|RG30 6DT'])
  expect(lines('RG30 6DT')).toEqual(['||Reading|RG30 6DT'])
  expect(suggestPlaces('old rodney', places)[0]?.sectors).toEqual(['RG30 1', 'RG30 2'])
  expect(suggestPlaces('27 rodway rg306dt', places)[0]?.sectors).toEqual([])
  expect(lines('27 rodway rg30 2')).toEqual([])
})

test('suggestPlaces: an unknown street is accepted in front of a known town', () => {
  expect(lines('4 acacia avenue, stoke on trent')).toEqual(['4 Acacia Avenue||Stoke-on-Trent|'])
  expect(lines('kings ly')).toEqual(["||King's Lynn|"])
  expect(lines('nowhere at all')).toEqual([])
})
