import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Rates } from '@gya/domain/features/forecast/bands.ts'
import { type ClosedRange, defaultClosedDays } from '@gya/domain/features/forecast/counted-days.ts'
import type { EntryCounts, EntryKey, EntryTable } from '@gya/domain/features/forecast/entry-shares.ts'
import { type Factor, type FactorKind, factorKinds } from '@gya/domain/features/forecast/learned-factors.ts'
import { type Learned, learnInParts, publishedOnly, type SaleHistory } from '@gya/domain/features/forecast/learning.ts'
import { historyOf } from '@gya/domain/features/forecast/sale-facts.ts'
import type { SaleRisk } from '@gya/domain/features/forecast/sale-risk.ts'
import { fallsId } from '@gya/domain/features/forecast/step-groups.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { findForecastSettings } from './forecast-settings.read-model.ts'
import { listSalesKnownAt, listSalesToLearnFrom } from './sales-to-learn-from.read-model.ts'

/** Number of the method; increases when the formulas change. */
export const method = 11

/** `closed`: the closed days with which step times were counted; forecasts from these tables use the same. */
export type LearnedTables = Learned & { learnedOn: DateOnly | null; closed: readonly ClosedRange[] }

/** One array per setting, because counted days are cached by it. */
const closedSettings = new Map<string, readonly ClosedRange[]>([[JSON.stringify(defaultClosedDays), defaultClosedDays]])
function sameClosed(closed: readonly ClosedRange[]): readonly ClosedRange[] {
  const key = JSON.stringify(closed.map(({ from, to }) => ({ from, to })))
  const known = closedSettings.get(key)
  if (known) return known
  closedSettings.set(key, closed)
  return closed
}

/**
 * Learns the tables as at the end of a company week and stores them. `replayed`: for a past week, from what was known then. Returns false
 * if another job is storing the tables of this day.
 */
export async function learnCompany(
  db: Db,
  companyId: string,
  today: DateOnly,
  { replayed = false, onRead }: { replayed?: boolean; onRead?: (sales: number) => Promise<void> } = {},
): Promise<boolean> {
  const { closedDays } = await findForecastSettings(db, companyId)
  const closed = sameClosed(closedDays)
  const sales: SaleHistory[] = []
  const listed = replayed ? listSalesKnownAt(db, companyId, today) : listSalesToLearnFrom(db, companyId, today)
  for await (const facts of listed) {
    sales.push(...facts.map((sale) => historyOf(sale, today, closed)))
    await onRead?.(sales.length)
  }
  const learned = await withRests(learnInParts(sales))
  await db.deleteFrom('learned_run').where('company_id', '=', companyId).where('learned_on', '=', today).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('learned_run')
    .values({
      company_id: companyId,
      learned_on: today,
      method,
      sales: learned.finishedSales,
      k: learned.k,
      blocked: learned.blocked,
      replayed,
      closed: JSON.stringify(closedDays),
      entries: JSON.stringify(toEntryRows(learned.entries)),
      sales_without_falls: learned.salesWithoutFalls,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  const key = { company_id: companyId, learned_on: today }
  const falls = ([false, true] as const).map((inChain): [string, Rates] => [
    fallsId(inChain),
    inChain ? learned.falls.inChain : learned.falls.alone,
  ])
  const tables = [...learned.rates, ...falls].flatMap(([id, rates]) => {
    const [step = '', grp = ''] = id.split(' ')
    const counts = learned.counts.get(id)
    return rates.map((rate, band) => ({
      ...key,
      step,
      grp,
      band,
      done: counts?.done[band] ?? 0,
      days: counts?.days[band] ?? 0,
      rate,
    }))
  })
  await db.insertInto('learned_band').values(tables).execute()
  const factors = factorKinds.flatMap((kind) =>
    [...learned.factors[kind]].map(([id, { observed, expected, factor, finishedSales, openSales, medianDays }]) => ({
      ...key,
      kind,
      id,
      observed,
      expected,
      factor,
      finished_sales: finishedSales,
      open_sales: openSales,
      median_days: medianDays,
    })),
  )
  if (factors.length > 0) await db.insertInto('learned_factor').values(factors).execute()
  const risks = [...learned.risks].map(([risk, factor]) => ({ ...key, risk, ...factor }))
  if (risks.length > 0) await db.insertInto('learned_risk').values(risks).execute()
  return true
}

/** Two concurrent runs would both learn, and the second would fail. */
export const lockLearning = async (db: Db, companyId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`learn ${companyId}`}, 0))`.execute(db)
}

/** Runs a long calculation in parts, so that requests are handled in between. */
async function withRests<Result>(parts: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const part = parts.next()
    if (part.done) return part.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}

type EntryRow = EntryCounts & { group: string; key: EntryKey }
const toEntryRows = (table: EntryTable): EntryRow[] =>
  [...table].flatMap(([group, counts]) => [...counts].map(([key, count]) => ({ group, key, ...count })))
const fromEntryRows = (rows: readonly EntryRow[]): EntryTable =>
  new Map(
    [...Map.groupBy(rows, ({ group }) => group)].map(([group, ofGroup]) => [
      group,
      new Map(ofGroup.map(({ group: _group, key, ...counts }) => [key, counts])),
    ]),
  )

/** The newest tables up to a day, or published times if the company has none. */
export async function loadLearned(db: Db, companyId: string, today: DateOnly): Promise<LearnedTables> {
  const run = await db
    .selectFrom('learned_run')
    .select(['learned_on', 'sales', 'k', 'blocked', 'closed', 'entries', 'sales_without_falls'])
    .where('company_id', '=', companyId)
    .where('learned_on', '<=', today)
    .orderBy('learned_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run) {
    const { closedDays } = await findForecastSettings(db, companyId)
    return { ...publishedOnly, learnedOn: null, closed: sameClosed(closedDays) }
  }
  const [bands, factors, risks] = await Promise.all([
    db
      .selectFrom('learned_band')
      .select(['step', 'grp', 'band', 'done', 'days', 'rate'])
      .where('company_id', '=', companyId)
      .where('learned_on', '=', run.learned_on)
      .orderBy('band')
      .execute(),
    db
      .selectFrom('learned_factor')
      .select(['kind', 'id', 'observed', 'expected', 'factor', 'finished_sales', 'open_sales', 'median_days'])
      .where('company_id', '=', companyId)
      .where('learned_on', '=', run.learned_on)
      .execute(),
    db
      .selectFrom('learned_risk')
      .select(['risk', 'observed', 'expected', 'factor'])
      .where('company_id', '=', companyId)
      .where('learned_on', '=', run.learned_on)
      .execute(),
  ])
  const rates = new Map<string, number[]>()
  const counts = new Map<string, { done: number[]; days: number[] }>()
  for (const { step, grp, band, done, days, rate } of bands) {
    const id = `${step} ${grp}`
    const [ofRates, ofCounts] = [rates.get(id) ?? [], counts.get(id) ?? { done: [], days: [] }]
    ofRates[band] = rate
    ofCounts.done[band] = done
    ofCounts.days[band] = days
    rates.set(id, ofRates)
    counts.set(id, ofCounts)
  }
  const factorsOf = (kind: FactorKind): Map<string, Factor> =>
    new Map(
      factors
        .filter((one) => one.kind === kind)
        .map(({ id, observed, expected, factor, finished_sales, open_sales, median_days }) => [
          id,
          { observed, expected, factor, finishedSales: finished_sales, openSales: open_sales, medianDays: median_days },
        ]),
    )
  return {
    learnedOn: run.learned_on,
    closed: sameClosed(run.closed as ClosedRange[]),
    finishedSales: run.sales,
    k: run.k,
    blocked: run.blocked,
    rates,
    counts,
    factors: {
      branch: factorsOf('branch'),
      vendorFirm: factorsOf('vendorFirm'),
      buyerFirm: factorsOf('buyerFirm'),
      broker: factorsOf('broker'),
      lender: factorsOf('lender'),
      progressor: factorsOf('progressor'),
    },
    entries: fromEntryRows(run.entries as EntryRow[]),
    salesWithoutFalls: run.sales_without_falls,
    risks: new Map(risks.map(({ risk, ...factor }) => [risk as SaleRisk, factor])),
    falls: {
      alone: rates.get(fallsId(false)) ?? publishedOnly.falls.alone,
      inChain: rates.get(fallsId(true)) ?? publishedOnly.falls.inChain,
    },
  }
}
