import { z } from 'zod'
import { readLimited } from '../../infra/read-limited.ts'

/** Users continue typing meanwhile. */
const timeoutMs = 2000
const maxBytes = 256_000
const maxAddresses = 10
const postcodeLength = 10

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim().slice(0, 120))
const textOrEmpty = text.nullish().transform((value) => value ?? '')

/** Field names in common address services. */
const names = {
  line1: ['line1', 'line_1', 'addressLine1', 'address_line_1', 'street'],
  line2: ['line2', 'line_2', 'addressLine2', 'address_line_2', 'locality'],
  town: ['town', 'town_or_city', 'post_town', 'postTown', 'city'],
  county: ['county'],
  country: ['country'],
  postcode: ['postcode', 'post_code', 'postalCode', 'postal_code'],
} as const
type Part = keyof typeof names
export type ServiceAddress = Record<Part, string>

const Item = z.record(z.string(), z.unknown()).transform((item): ServiceAddress => {
  const part = (which: Part): string =>
    names[which].map((name) => textOrEmpty.catch('').parse(item[name])).find((value) => value !== '') ?? ''
  return {
    line1: part('line1'),
    line2: part('line2'),
    town: part('town'),
    county: part('county'),
    country: part('country'),
    postcode: part('postcode').slice(0, postcodeLength),
  }
})
const Items = z.array(Item)
const Answer = z.union([
  Items,
  z.object({ addresses: Items }).transform(({ addresses }) => addresses),
  z.object({ results: Items }).transform(({ results }) => results),
  z.object({ result: Items }).transform(({ result }) => result),
])

/**
 * Queries an address service (`ADDRESS_LOOKUP_URL`; `{text}` is replaced by the typed text). Its JSON is a list of addresses,
 * or an object with one under `addresses`, `results` or `result`. Throws on a timeout, a status other than 2xx, or another
 * format.
 */
export async function lookUpAddresses(url: string, typed: string): Promise<ServiceAddress[]> {
  const response = await fetch(url.replaceAll('{text}', encodeURIComponent(typed)), {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`the address service answered ${response.status}`)
  const found = Answer.parse(JSON.parse(await readLimited(response, maxBytes)))
  return found.filter(({ line1, postcode }) => line1 !== '' || postcode !== '').slice(0, maxAddresses)
}
