import type { ImportField, ImportReader } from './import-field.ts'

const examples: Record<Exclude<ImportReader, 'choice'>, string> = {
  text: '',
  day: '22/11/2026',
  time: '14:30',
  pounds: '£285,000',
  number: '3',
  'yes-no': 'yes',
  person: 'Mrs Bryony Otter',
  address: '27 Rodway Road, Reading, RG30 6DT',
  postcode: 'RG30 6DT',
  email: 'name@sample.example',
  telephone: '0118 496 0123',
}

/** A sample value of a field, for the second line of a template. */
export const templateLine = ({ reader, choices }: ImportField): string =>
  reader === 'choice' ? (choices?.map(({ title }) => title).join(' / ') ?? '') : examples[reader]
