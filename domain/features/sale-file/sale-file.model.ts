import { z } from 'zod'
import { Id, Version } from '../../common/wire.ts'

/** The parts of the sale's file that a company uses; all off until it switches them on. [sale-file §2.1](docs/design/sale-file.md#2.1). */

/** Of which buyers the source of their money is checked. */
export const fundsFrom = ['all', 'cash', 'off'] as const
export type FundsFrom = (typeof fundsFrom)[number]

export const fundsFromLabels: Record<FundsFrom, string> = { all: 'All buyers', cash: 'Cash buyers', off: 'Nobody' }

export const recheckDays = { least: 90, most: 730, initial: 365 }

const part = z.boolean('Say yes or no.')

export const saleFileSettings = {
  checks: part,
  fundsFrom: z.enum(fundsFrom, 'Choose of which buyers.'),
  /** Days that a check counts, unless it says otherwise. */
  recheckDays: z
    .int('Enter a whole number.')
    .min(recheckDays.least, `Use ${recheckDays.least} or more.`)
    .max(recheckDays.most, `Use ${recheckDays.most} or less.`),
  /** The nominated officer, to whom suspicions are reported in person. */
  officerId: Id.nullable(),
}

export const SaleFileSettings = z.object({
  ...saleFileSettings,
  /** Their name; `null` without one. */
  officer: z.string().nullable(),
  version: Version,
})
export type SaleFileSettings = z.output<typeof SaleFileSettings>

/** Of a company that never changed them. */
export const noSaleFile: SaleFileSettings = {
  checks: false,
  fundsFrom: 'all',
  recheckDays: recheckDays.initial,
  officerId: null,
  officer: null,
  version: 1,
}
