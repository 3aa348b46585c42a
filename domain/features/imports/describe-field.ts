import { viewingMinuteStep } from '../viewings/viewings.rules.ts'
import type { ImportField, ImportReader } from './import-field.ts'

const forms: Record<Exclude<ImportReader, 'choice' | 'number' | 'text' | 'code'>, string> = {
  day: 'A day, such as 22/11/2026 or 2026-11-22',
  time: `A time in steps of ${viewingMinuteStep} minutes, such as 14:30`,
  pounds: 'An amount in pounds, such as £285,000',
  fee: 'Per cent or an amount in pounds',
  'yes-no': 'yes or no',
  person: 'A name, such as Bryony Otter',
  address: 'An address with commas, such as 27 Sample Road, Reading, RG30 9ZZ',
  postcode: 'A postcode',
  email: 'An e-mail address',
  telephone: 'A telephone number',
}

/** Describes the valid cells of a field, for the documentation of the templates. */
export function describeField({ reader, allowed, choices, max, range, whole, cut, mayBeFuture }: ImportField): string {
  if (allowed !== undefined) return allowed
  if (reader === 'choice') return choices ? choices.map(({ title }) => title).join(', ') : 'The name of one of your branches'
  if (reader === 'text')
    return max === undefined ? 'Text' : `Text, up to ${max.toLocaleString('en-GB')} characters${cut ? '; more is cut' : ''}`
  if (reader === 'number') {
    const number = whole ? 'A whole number' : 'A number'
    return range ? `${number} from ${range[0]} to ${range[1]}` : number
  }
  if (reader === 'day') return `${forms.day}${mayBeFuture ? '' : ', not later than today'}`
  return reader === 'code' ? 'A number' : forms[reader]
}
