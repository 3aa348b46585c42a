import { z } from 'zod'
import { defaultCountry } from './address-line.ts'
import { line, requiredLine } from './wire.ts'

/** Address of a company, branch or property. Line 1 and the postcode are required. */
export const Address = z.strictObject({
  line1: requiredLine(120, 'the first line of the address'),
  line2: line(120).default(''),
  town: line(80).default(''),
  county: line(80).default(''),
  country: line(80).default(''),
  postcode: requiredLine(10, 'the postcode'),
})
export type Address = z.output<typeof Address>

/** Address of a property in responses: an import takes on properties whose file has no postcode. */
export const PropertyAddress = Address.extend({ postcode: line(10) })

/** Initial value of address forms. */
export const emptyAddress: Address = { line1: '', line2: '', town: '', county: '', country: defaultCountry, postcode: '' }

/** Fills in the lines that a request may omit. */
export const withAddressDefaults = ({
  line1,
  line2 = '',
  town = '',
  county = '',
  country = '',
  postcode,
}: z.input<typeof Address>): Address => ({
  line1,
  line2,
  town,
  county,
  country,
  postcode,
})

/** Formats UK postcodes: `rg306dt` and `RG30  6DT` become `RG30 6DT`. Other texts are trimmed and upper-cased. */
export const normalisePostcode = (text: string): string => {
  const joined = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(joined)
    ? `${joined.slice(0, -3)} ${joined.slice(-3)}`
    : text.trim().toUpperCase()
}
