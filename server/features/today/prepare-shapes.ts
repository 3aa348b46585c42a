import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { type RawBuilder } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { prepareStatement } from '../../db/query/prepared-statement.ts'
import type { Statement } from '../../db/query/statement.ts'
import { type TodayFilters } from './today.read-model.ts'

export type Rows = { limit: number; offset: number }

export type Values = Rows & {
  companyId: string
  userId: string
  branchIds: string[] | null
  readerId: string
  today: DateOnly
  now: Instant
}

export const valuesOf = ({ companyId, who, branchIds, reader, today, now }: TodayFilters, rows: Rows): Values => {
  const userId = typeof who === 'object' ? who.userId : ''
  return { ...rows, companyId, userId, branchIds, readerId: reader.userId, today, now }
}

/** The parameters that determine the text of a statement without groups, search text and property. */
export const shapeOf = ({ who, branchIds, reader }: TodayFilters): string =>
  [typeof who === 'object' ? 'person' : who, branchIds ? 'branches' : 'company', reader.seesAll ? 'all' : 'own'].join('-')

/** Returns the filters with other values. A statement may use `filters` itself only for its shape and name. */
export const withValues = <Filters extends TodayFilters>(filters: Filters, values: Values): Filters => ({
  ...filters,
  companyId: values.companyId,
  who: typeof filters.who === 'object' ? { userId: values.userId } : filters.who,
  branchIds: filters.branchIds && values.branchIds,
  reader: { ...filters.reader, userId: values.readerId },
  today: values.today,
  now: values.now,
})

/**
 * Uses a prepared statement for each shape without groups, search text and property, the most frequent requests: planning the counts costs more
 * than executing them.
 */
export function prepareShapes<Filters extends TodayFilters, Row>(
  nameOf: (filters: Filters) => string,
  build: (filters: Filters, rows: Rows) => RawBuilder<Row>,
): (db: Db, filters: Filters, rows: Rows) => Statement<Row> {
  const prepared = new Map<string, (values: Values) => Statement<Row>>()
  return (db, filters, rows) => {
    if (filters.groups || filters.searchText || filters.propertyId) return build(filters, rows).compile(db)
    const name = `${nameOf(filters)}-${shapeOf(filters)}`
    const statement =
      prepared.get(name) ??
      prepareStatement<Values, Row>(name, (compiler, values) => build(withValues(filters, values), values).compile(compiler))
    prepared.set(name, statement)
    return statement(valuesOf(filters, rows))
  }
}
