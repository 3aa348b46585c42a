/** What a cell with a number format shows. `pad`: number of digits, with leading zeros. */
export type NumberFormat = { shows: 'number' | 'day' | 'time' | 'percent'; pad: number }

const builtIn = new Map<number, NumberFormat['shows']>([
  ...[9, 10].map((id) => [id, 'percent'] as const),
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, 'day'] as const),
  ...[18, 19, 20, 21, 32, 33, 45, 46, 47].map((id) => [id, 'time'] as const),
])

export const plainNumber: NumberFormat = { shows: 'number', pad: 0 }

/** By the code of a format, otherwise by its id, whose meaning Excel defines for ids below 164. */
export const numberFormatOf = (id: number, code: string | undefined): NumberFormat =>
  code === undefined ? { shows: builtIn.get(id) ?? 'number', pad: 0 } : formatOfCode(code)

/** Only the first section counts, for positive numbers. Quoted and escaped characters, padding, colours and locales mean nothing. */
function formatOfCode(code: string): NumberFormat {
  const signs = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[[^\][]*\]/g, (part) => (/^\[(?:h+|m+|s+)\]$/i.test(part) ? part : ''))
    .replace(/AM\/PM|A\/P|General/gi, '')
    .split(';')[0]
  if (signs === undefined || signs === '') return plainNumber
  if (signs.includes('%')) return { shows: 'percent', pad: 0 }
  if (/[yd]/i.test(signs) || (/m/i.test(signs) && !/[hs]/i.test(signs))) return { shows: 'day', pad: 0 }
  if (/[hs]/i.test(signs)) return { shows: 'time', pad: 0 }
  return { shows: 'number', pad: /^0{2,40}$/.test(signs) ? signs.length : 0 }
}
