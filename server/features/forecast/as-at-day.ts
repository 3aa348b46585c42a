import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Db } from '../../db/pool.ts'

/** The day of a request: today or a past day. */
export type AsAtDay = { day: DateOnly; isPast: boolean }

/** True if the history of the company's chains begins after the day. */
export async function isWithoutChains(db: Db, companyId: string, { day, isPast }: AsAtDay): Promise<boolean> {
  if (!isPast) return false
  const company = await db.selectFrom('company').select('forecast_known_since').where('id', '=', companyId).executeTakeFirst()
  return (company?.forecast_known_since ?? day) > day
}

/** The day on which the first sale of a company was known; null before it. */
export async function findFirstKnownDay(db: Db, companyId: string): Promise<DateOnly | null> {
  const sale = db.selectFrom('sale').select('known_on').where('company_id', '=', companyId).orderBy('known_on').limit(1)
  return (await sale.executeTakeFirst())?.known_on ?? null
}

/** Returns the day of a request. Throws VALIDATION_FAILED for a day in the future or before the company’s first sale. */
export async function resolveAsAtDay(
  db: Db,
  companyId: string,
  { asAt }: { asAt?: DateOnly | undefined },
  today: DateOnly,
): Promise<AsAtDay> {
  if (asAt === undefined || asAt === today) return { day: today, isPast: false }
  const refuse = (message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path: 'asAt', message }] })
  if (asAt > today) throw refuse('Choose today or a day before.')
  const first = await findFirstKnownDay(db, companyId)
  if (first === null) throw refuse('There was no sale yet.')
  if (asAt < first) throw refuse(`Choose a day from ${showDate(first)} on: there was no sale before.`)
  return { day: asAt, isPast: true }
}
