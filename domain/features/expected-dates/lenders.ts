import { z } from 'zod'
import { Id, requiredLine } from '../../common/wire.ts'

/** The lender of the buyer’s mortgage. */
export const Lender = z.object({ _id: Id, name: z.string() })
export type Lender = z.output<typeof Lender>

/** One of the company’s list, or a name that is added to it. */
export const LenderInput = z.union([z.strictObject({ _id: Id }), z.strictObject({ name: requiredLine(80, 'the lender') })])
export type LenderInput = z.output<typeof LenderInput>

/** Offered beside the company’s own list. */
export const knownLenders: readonly string[] = [
  'Atom Bank',
  'Barclays Bank PLC',
  'Bath Building Society',
  'Buckinghamshire Building Society',
  'Cambridge Building Society',
  'Coventry Building Society',
  'Cumberland Building Society',
  'Darlington Building Society',
  'Dudley Building Society',
  'Ecology Building Society',
  'Halifax',
  'Hanley Economic Building Society',
  'Hinckley and Rugby Building Society',
  'Holmesdale Building Society',
  'Ipswich Building Society',
  'Leeds Building Society',
  'Lloyds Bank',
  'Mansfield Building Society',
  'Market Harborough Building Society',
  'Melton Mowbray Building Society',
  'Nationwide Building Society',
  'Natwest',
  'Nedbank Private Wealth',
  'Newbury Building Society',
  'OneSavings Bank',
  'Parity Trust',
  'Penrith Building Society',
  'Pepper Homeloans',
  'Royal Bank of Scotland',
  'Santander',
  'Skipton Building Society',
  'Teachers Building Society',
  'The Co-operative Bank',
  'Tipton & Coseley Building Society',
  'TSB',
  'Ulster Bank',
  'Virgin Money',
  'West Bromwich Building Society',
  'Yorkshire Building Society',
]

/** Names that contain the typed text: the company’s own first, then the common ones. */
export function matchingLenders(own: readonly Lender[], typed: string): { _id: string | null; name: string }[] {
  const text = typed.trim().toLowerCase()
  const holds = (name: string): boolean => name.toLowerCase().includes(text)
  const known = new Set(own.map(({ name }) => name.toLowerCase()))
  return [
    ...own.filter(({ name }) => holds(name)),
    ...knownLenders.filter((name) => holds(name) && !known.has(name.toLowerCase())).map((name) => ({ _id: null, name })),
  ]
}
