import { houseNumber } from '../addresses/split-address.ts'

/** `14`, `Mill House, 14`: the street follows. */
export const endsInHouseNumber = (text: string): boolean => houseNumber.test(text.split(',').at(-1)?.trim() ?? '')

/**
 * "Joined in the order of the file; a bare number stands first whatever the order." [seat §6](docs/design/seat.md#6). A number belongs to
 * the part after it, or to the one before it if it is the last. A part with which another part begins is not repeated.
 */
export function joinCells(cells: readonly string[]): string {
  const filled = cells.map((cell) => (/^[^]*[^\s,]/.exec(cell)?.[0] ?? '').trim()).filter((cell) => cell !== '')
  const parts = filled.filter(
    (part, at) => !filled.some((other, of) => of !== at && repeats(other, part) && (other !== part || of < at)),
  )
  const joined: string[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    const isLast = part === parts.at(-1)
    if (before !== undefined && endsInHouseNumber(before)) joined[joined.length - 1] = `${before} ${part}`
    else if (before !== undefined && isLast && houseNumber.test(part)) joined[joined.length - 1] = `${part} ${before}`
    else joined.push(part)
  }
  return joined.join(', ')
}

const repeats = (text: string, part: string): boolean =>
  `${text.toLowerCase().replace(/,/g, ' ')} `.startsWith(`${part.toLowerCase()} `)
