import type { Factor, FactorKind } from '@gya/domain/features/forecast/learned-factors.ts'
import type { QuickRow } from '@gya/domain/features/forecast/quick.contract.ts'
import { hiddenInWords, isShownAsQuick, type QuickKind, timesAsLong } from '@gya/domain/features/forecast/quick.ts'
import type { Db } from '../../db/pool.ts'
import { isInReach } from '../../http/access/reach.ts'
import type { LearnedTables } from './learned-tables.repository.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

const whatOf: Record<QuickKind, readonly [one: string, many: string]> = {
  branch: ['branch', 'branches'],
  vendorFirm: ['firm', 'firms'],
  buyerFirm: ['firm', 'firms'],
  broker: ['broker', 'brokers'],
  lender: ['lender', 'lenders'],
}

type Named = { id: string; name: string }

async function namesOf(db: Db, { companyId, branchId }: ForecastScope, kind: QuickKind, ids: string[]): Promise<Named[]> {
  const asked = kind === 'branch' && branchId !== null ? ids.filter((id) => id === branchId) : ids
  if (asked.length === 0) return []
  if (kind === 'branch')
    return db
      .selectFrom('branch')
      .select(['id', 'name'])
      .where('company_id', '=', companyId)
      .where('id', 'in', asked)
      .where('deleted_on', 'is', null)
      .execute()
  if (kind === 'lender')
    return db.selectFrom('lender').select(['id', 'name']).where('company_id', '=', companyId).where('id', 'in', ids).execute()
  return db
    .selectFrom('company_contact')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute()
}

const toRow = ({ id, name }: Named, factor: Factor): QuickRow => ({
  _id: id,
  name,
  finishedSales: factor.finishedSales,
  openSales: factor.openSales,
  steps: factor.observed,
  expected: factor.expected,
  medianDays: factor.medianDays,
  ...timesAsLong(factor),
})

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, 'en-GB')

/** Rows with enough sales, by name, and the number of those with too few. Excludes deleted ones. */
function rowsOf(factors: LearnedTables['factors'][FactorKind], names: readonly Named[]) {
  const known = names.flatMap((named) => {
    const factor = factors.get(named.id)
    return factor ? [{ named, factor }] : []
  })
  const shown = known.filter(({ factor }) => isShownAsQuick(factor))
  return {
    rows: shown.map(({ named, factor }) => toRow(named, factor)).toSorted(byName),
    hiddenCount: known.length - shown.length,
  }
}

export async function readQuick(db: Db, scope: ForecastScope, learned: LearnedTables, kind: QuickKind) {
  const factors = learned.factors[kind]
  const names = await namesOf(db, scope, kind, [...factors.keys()])
  const { rows, hiddenCount } = rowsOf(factors, names)
  return { learnedOn: learned.learnedOn, rows, hidden: hiddenInWords(hiddenCount, whatOf[kind]) }
}

/** Progressors of a branch or of the company. `only`: the single row that the caller may see. */
export async function readStaff(db: Db, { companyId, branchId }: ForecastScope, learned: LearnedTables, only: string | null) {
  const factors = learned.factors.progressor
  const ids = [...factors.keys()].filter((id) => only === null || id === only)
  const people =
    ids.length === 0
      ? []
      : await db
          .selectFrom('app_user as u')
          .select((select) => [
            'u.id',
            select.fn<string>('concat_ws', [select.val(' '), 'u.first_name', 'u.last_name']).as('name'),
          ])
          .where('u.company_id', '=', companyId)
          .where('u.id', 'in', ids)
          .where('u.deleted_on', 'is', null)
          .$if(branchId !== null, (query) => query.where(isInReach({ companyId, branchId })))
          .execute()
  const { rows, hiddenCount } = rowsOf(factors, people)
  const branch = only === null || branchId === null ? [] : (await readQuick(db, { companyId, branchId }, learned, 'branch')).rows
  return {
    learnedOn: learned.learnedOn,
    rows,
    hidden: hiddenInWords(hiddenCount, ['person', 'people']),
    branch: branch[0] ?? null,
  }
}
