import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { type EntityValues, entriesOf, type Field, type Fields } from '@gya/domain/fields/fields.ts'
import type { valuesToWrite } from './write-context.ts'

/** The values of a row by their type. */
export type Values = ReturnType<typeof valuesToWrite>

export const text = (values: Values, key: string): string | undefined =>
  typeof values[key] === 'string' ? values[key] : undefined
export const amount = (values: Values, key: string): number | undefined =>
  typeof values[key] === 'number' ? values[key] : undefined
export const yes = (values: Values, key: string): boolean | undefined =>
  typeof values[key] === 'boolean' ? values[key] : undefined

/** A fee as management information has it: thousandths of a per cent, or an amount. */
export function feeOfRow(values: Values) {
  const [percent, agencyFee] = [amount(values, 'agencyFeePercent'), amount(values, 'agencyFee')]
  return omitUndefined({
    agencyFeePercent: percent === undefined ? undefined : Math.round(percent * 1000),
    agencyFee,
    agencyFeeType: percent === undefined && agencyFee !== undefined ? (1 as const) : undefined,
  })
}

const readerOf: Partial<Record<Field['kind'], (values: Values, key: string) => unknown>> = {
  money: amount,
  count: amount,
  tick: yes,
  yesNo: yes,
  triState: yes,
  codes: (values, key) => text(values, key)?.split('; '),
}

/** The imported fields of an entity that a row has a value for, without colleagues, whose ids the row has. */
export const fieldsOfRow = <F extends Fields>(fields: F, values: Values): Partial<EntityValues<F>> =>
  omitUndefined(
    Object.fromEntries(
      entriesOf(fields).flatMap(([key, field]) =>
        field.import && field.kind !== 'member' ? [[key, (readerOf[field.kind] ?? text)(values, key)]] : [],
      ),
    ),
  ) as Partial<EntityValues<F>>
