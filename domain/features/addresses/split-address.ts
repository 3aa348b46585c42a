/** The parts of an address in one line or cell, as imports and pasted texts have it: [seat §6](docs/design/seat.md#6). */

/** `14`, `14A`, `14 - 16`, `12/14`. */
export const houseNumber = /^\d+ ?[a-z]?(?: ?[-/] ?\d+ ?[a-z]?)?$/i

const beginsWithNumber = /^\d+ ?[a-z]?(?: ?[-/] ?\d+ ?[a-z]?)? \D/i

/** Last words of the names of streets. Those of buildings, such as Court and House, are left out: the street follows them. */
const streetWords = new Set(
  `acre acres alley approach arcade avenue ave bank beeches boulevard bottom brow bridge broadway butts causeway chase circle
  circus cliff close common copse corner cottages crescent croft cross crossroads dale dell dene down downs drive drift drove
  elms embankment end esplanade estate fairway field fields firs fold garth gate gardens glade glebe glen green grove hatch
  haven heath heights highway hill hollow holt lane lawns lea leas limes loop market mead meadow meadows mews mount oaks orchard
  oval paddock parade park parkway passage path pines place plain point precinct promenade quay ride ridge rise road rd row
  sands shaw side slade spinney square st steps strand street terrace track vale valley view villas walk warren wharf way wood
  woods wynd yard`.split(/\s+/),
)

const lastWord = (part: string): string => part.toLowerCase().replace(/\.$/, '').split(' ').at(-1) ?? ''
export const isStreet = (part: string): boolean => beginsWithNumber.test(part) || streetWords.has(lastWord(part))

const counties =
  /shire$|^(?:greater|county|co\.? |east |west |north |south )|(?:sussex|kent|surrey|essex|norfolk|suffolk|cornwall|devon|dorset|somerset|cumbria|durham|middlesex|berks|bucks|oxon|hants|herts)$/i

/** Splits the parts after the first line: a county at the end is recognised by its name, the part before it is the town. */
export function addressAfterLine1(parts: readonly string[]): { line2: string; town: string; county: string } {
  const rest = parts.filter((part) => part !== '')
  const county = rest.length > 1 && counties.test(rest.at(-1) ?? '') ? (rest.pop() ?? '') : ''
  const town = rest.pop() ?? ''
  return { line2: rest.join(', '), town, county }
}

/** Parts that a first line has at most. */
const mostParts = 4

/**
 * "The first line runs to the street: leading unit or building parts, then the first part that begins with a number or ends with a word for
 * a street; … a number in a part of its own belongs to the next; at most four parts, and at least one is left for the town; without a street
 * the first part." A part with a number comes before one that ends like a street, which may be a building.
 */
export function splitAddress(given: readonly string[]): { line1: string; line2: string; town: string; county: string } {
  const parts = given.map((part) => part.trim()).filter((part) => part !== '')
  for (let at = 0; at < parts.length - 1; at += 1)
    if (houseNumber.test(parts[at] ?? '')) parts.splice(at, 2, `${parts[at]} ${parts[at + 1]}`)
  const leading = parts.slice(0, Math.max(1, Math.min(mostParts, parts.length - 1)))
  const numbered = leading.findIndex((part) => beginsWithNumber.test(part))
  const street = numbered === -1 ? leading.findIndex(isStreet) : numbered
  const end = Math.max(street, 0) + 1
  return { line1: parts.slice(0, end).join(', '), ...addressAfterLine1(parts.slice(end)) }
}
