/** `14`, `14A`, `14-16`, `12/14`. */
const houseNumber = /^\d+ ?[a-z]?(?:[-/]\d+ ?[a-z]?)?$/i

/**
 * "Joined in the order of the file; a bare number stands first whatever the order." Seat design, section 6. A number and a street are
 * joined with a space, other parts with a comma. A part that the other already begins with is not repeated.
 */
export function joinCells(before: string, after: string): string {
  const [a, b] = [before.trim(), after.trim()]
  const [first, second] = houseNumber.test(b) && !houseNumber.test(a) ? [b, a] : [a, b]
  if (beginsWith(second, first)) return second
  if (beginsWith(first, second)) return first
  return houseNumber.test(first) ? `${first} ${second}` : `${first}, ${second}`
}

const beginsWith = (text: string, part: string): boolean =>
  `${text.toLowerCase()} `.replace(/,/g, ' ').startsWith(`${part.toLowerCase()} `)
