import { expect, test } from 'vitest'
import { makePdf } from '../../infra/pdf/make-pdf.ts'
import { type Letterhead, memoPdfLayout } from './memo-pdf-layout.ts'

const letterhead: Letterhead = {
  company: 'Larkmead Estates',
  branch: 'Tilehurst',
  address: 'The Lark Rooms, 12 School Road, Tilehurst, Reading RG31 5AN',
  tel: '0118 496 0110',
  email: 'tilehurst@larkmead.example',
  brandColour: '#33475b',
  logo: null,
}
const party = (name: string, custom: string) => ({ name, custom, email: 'somebody@people.example', tel: '0118 496 0101' })
const solicitor = (firm: string) => ({
  firm,
  poc: 'Wren Vellum',
  email: 'wren@vellum.example',
  tel: '0118 496 0110',
  address: '4 Forbury Road, Reading RG1 3AB',
})
const memo: Parameters<typeof memoPdfLayout>[0] = {
  remarks: 'Curtains, the garden shed and the washing machine stay. '.repeat(15),
  buyerCustom: '',
  sellerCustom: '',
  agentsContact: '',
  version: 1,
  address: { line1: '14 Parchment Row', line2: '', town: 'Reading', county: '', country: '', postcode: 'RG30 6ZZ' },
  tenure: 'Leasehold',
  seller: party('Grace and Ewan Holloway', 'Grace Holloway as executor of the late Ewan Holloway'),
  sellerComplete: true,
  buyer: party('Fenwick Larkrise', 'Fenwick and Isolde Larkrise'),
  vendorSolicitor: solicitor('Vellum Law LLP'),
  buyerSolicitor: solicitor('Bracken & Fern Solicitors'),
  price: 28_500_000,
  offerAcceptedOn: '2026-11-02',
  terms: ['Purchase with a mortgage.', 'Deposit of £28,500.', 'The buyer has a related sale.'],
  chain: 'Incomplete chain',
  completionDate: '2027-01-15',
  agent: 'Tamsin Larkspur',
  recipients: [],
}

const documentOf = (changed: Partial<typeof memo> = {}) => memoPdfLayout({ ...memo, ...changed }, letterhead, '2026-11-22')
const pagesOf = async (changed: Partial<typeof memo> = {}) =>
  (await makePdf(documentOf(changed))).toString('latin1').match(/\/Type \/Page\b/g)?.length

type Run = { text?: unknown; decoration?: string; fontSize?: number; color?: string }
const struckOut = (content: unknown): Run[] => {
  const found: Run[] = []
  JSON.stringify(content, (_key, value: Run) => {
    if (value?.decoration === 'lineThrough') found.push(value)
    return value
  })
  return found
}

test('memoPdfLayout fits custom texts, every fact and remarks of 800 characters on one page', async () => {
  expect(await pagesOf()).toBe(1)
  expect(await pagesOf({ remarks: 'Curtains stay. '.repeat(330) })).toBeGreaterThan(1)
})

test('memoPdfLayout strikes through a replaced name and keeps it readable', () => {
  const struck = struckOut(documentOf().content)
  expect(struck.map(({ text }) => text)).toEqual(['Grace and Ewan Holloway', 'Fenwick Larkrise'])
  for (const { fontSize, color } of struck) {
    expect(fontSize).toBeGreaterThanOrEqual(10)
    expect(color).toBeUndefined()
  }
})

test('memoPdfLayout omits a replaced name that the font cannot print', () => {
  expect(struckOut(documentOf({ buyer: party('王小明', 'Wang Xiaoming') }).content)).toHaveLength(1)
})
