import type { DateOnly } from '@gya/domain/common/dates.ts'
import { defaultClosedDays } from '@gya/domain/features/forecast/counted-days.ts'
import {
  type Factor,
  type FactorKind,
  factorKinds,
  type Learned,
  learn,
  publishedOnly,
} from '@gya/domain/features/forecast/learning.ts'
import { historyOf } from '@gya/domain/features/forecast/sale-facts.ts'
import type { Db } from '../../db/pool.ts'
import { listSalesToLearnFrom } from './sale-facts.read-model.ts'

/** Counts up when the formulas change. */
const method = 1

export type LearnedTables = Learned & { learnedOn: DateOnly | null }

/** "Learning at each company’s close of week": works out the tables as at a day and keeps them. */
export async function learnCompany(db: Db, companyId: string, today: DateOnly): Promise<void> {
  const sales = await listSalesToLearnFrom(db, companyId, today)
  const learned = learn(sales.map((sale) => historyOf(sale, today, defaultClosedDays)))
  await db.deleteFrom('learned_run').where('company_id', '=', companyId).where('learned_on', '=', today).execute()
  await db
    .insertInto('learned_run')
    .values({
      company_id: companyId,
      learned_on: today,
      method,
      sales: learned.finishedSales,
      k: learned.k,
      blocked: learned.blocked,
    })
    .execute()
  const key = { company_id: companyId, learned_on: today }
  const tables = [...learned.rates].flatMap(([id, rates]) => {
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
  const falls = (['alone', 'inChain'] as const).flatMap((kind) =>
    learned.falls[kind].map((rate, band) => ({
      ...key,
      step: 'falls',
      grp: kind === 'alone' ? 'alone' : 'chain',
      band,
      done: 0,
      days: 0,
      rate,
    })),
  )
  await db
    .insertInto('learned_band')
    .values([...tables, ...falls])
    .execute()
  const factors = factorKinds.flatMap((kind) =>
    [...learned.factors[kind]].map(([id, factor]) => ({ ...key, kind, id, ...factor })),
  )
  if (factors.length > 0) await db.insertInto('learned_factor').values(factors).execute()
}

/** The newest tables up to a day; published times where the company has none. */
export async function loadLearned(db: Db, companyId: string, today: DateOnly): Promise<LearnedTables> {
  const run = await db
    .selectFrom('learned_run')
    .select(['learned_on', 'sales', 'k', 'blocked'])
    .where('company_id', '=', companyId)
    .where('learned_on', '<=', today)
    .orderBy('learned_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run) return { ...publishedOnly, learnedOn: null }
  const [bands, factors] = await Promise.all([
    db
      .selectFrom('learned_band')
      .select(['step', 'grp', 'band', 'done', 'days', 'rate'])
      .where('company_id', '=', companyId)
      .where('learned_on', '=', run.learned_on)
      .orderBy('band')
      .execute(),
    db
      .selectFrom('learned_factor')
      .select(['kind', 'id', 'observed', 'expected', 'factor'])
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
        .map(({ id, observed, expected, factor }) => [id, { observed, expected, factor }]),
    )
  return {
    learnedOn: run.learned_on,
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
    },
    falls: {
      alone: rates.get('falls alone') ?? publishedOnly.falls.alone,
      inChain: rates.get('falls chain') ?? publishedOnly.falls.inChain,
    },
  }
}
