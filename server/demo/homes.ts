import type { Address } from '@gya/domain/common/address.ts'
import type { BranchName } from './company.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type Street, streets } from './streets.ts'

/** A property for sale; `price` is the initial one in whole pounds. */
export type Home = {
  address: Address
  kind: 'D' | 'S' | 'T' | 'F'
  bedrooms: number
  ownership: 'freehold' | 'leasehold' | 'unknown'
  price: number
}

const sectors: Record<BranchName, readonly string[]> = {
  Tilehurst: ['RG30 4', 'RG30 6'],
  Reading: ['RG30 1', 'RG30 2'],
  Southcote: ['RG30 3'],
}
const kinds = ['T', 'T', 'T', 'T', 'S', 'S', 'S', 'D', 'F', 'F'] as const
const bedrooms = { D: [3, 4, 4, 5], S: [3, 3, 3, 4], T: [2, 2, 3, 3], F: [1, 1, 2, 2] }

/**
 * A postcode in the right sector that does not exist: the last two letters of a real one are never C, I, K, M, O or V. One per
 * street.
 */
const madeUpPostcode = (street: Street): string => {
  const place = streets.indexOf(street)
  return `${street.sector}${'ABDEFGHJLNPQRSTUWXYZ'.charAt(place % 20)}${'CIKMOV'.charAt(Math.floor(place / 20))}`
}

/** Rounded to £5,000, sometimes just below. */
const asAsked = (pounds: number, random: SeededRandom): number => Math.round(pounds / 5000) * 5000 - (random.chance(0.3) ? 50 : 0)

const ownershipOf = (kind: Home['kind'], { leasehold }: Street, random: SeededRandom): Home['ownership'] => {
  if (random.chance(0.03)) return 'unknown'
  return kind === 'F' || (leasehold > 50 && random.chance(0.3)) ? 'leasehold' : 'freehold'
}

export function addressOn(street: Street, line1: string): Address {
  const { locality: line2 } = street
  return { line1, line2, town: 'Reading', county: 'Berkshire', country: 'United Kingdom', postcode: madeUpPostcode(street) }
}

function homeOn(street: Street, number: number, random: SeededRandom): Home {
  const sold = kinds.filter((kind) => street.prices[kind] !== undefined)
  const kind = random.pick(sold)
  const size = random.pick(bedrooms[kind])
  const usual = (street.prices[kind] ?? 0) * 1000
  const larger = size - (bedrooms[kind][1] ?? size)
  const house = `${number} ${street.name}`
  return {
    address: addressOn(street, kind === 'F' ? `Flat ${random.int(1, 9)}, ${house}` : house),
    kind,
    bedrooms: size,
    ownership: ownershipOf(kind, street, random),
    price: asAsked(usual * (0.92 + 0.16 * random.next() + 0.08 * larger), random),
  }
}

/** Homes in the streets of a branch with distinct house numbers; fewer if there are not enough. */
export function homesOf(branch: BranchName, count: number, random: SeededRandom): Home[] {
  const houses = streets
    .filter((street) => sectors[branch].includes(street.sector))
    .flatMap((street) => street.numbers.map((number) => ({ street, number })))
  return random.pickSome(houses, count).map(({ street, number }) => homeOn(street, number, random))
}
