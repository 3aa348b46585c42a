import { hasPermission } from '@gya/domain/access/permissions.ts'
import type { BranchOrCompany } from '@gya/domain/common/scope-params.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { downloadQuick, listQuick, listStaff, type QuickRow } from '@gya/domain/features/forecast/quick.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { downloadName, findScopeName } from '../../http/route/download-name.ts'
import { csvDownload, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { csvRows, csvStream } from '../../infra/csv.ts'
import { findForecastSettings } from './forecast-settings.read-model.ts'
import { loadLearned } from './learned-tables.repository.ts'
import { readQuick, readStaff } from './quick.read-model.ts'

/** Comparison of firms, brokers, lenders and branches, and of staff. [forecast §10](docs/design/forecast.md#10). */
export function quickRoutes(app: FastifyInstance): void {
  registerRoute(app, listQuick, answerQuick)
  registerRoute(app, listStaff, answerStaff)
  registerDownload(app, downloadQuick, answerCsv)
}

type Context = { params: BranchOrCompany; caller: Caller; db: Db; today: string }

async function answerQuick({ params, query, db, today }: Context & { query: Decoded<typeof listQuick, 'query'> }) {
  return readQuick(db, params, await loadLearned(db, params.companyId, today), query.kind)
}

/** Company admins see all, branch admins their branch, others their own row. Off unless the company has switched it on. */
async function answerStaff({ params, caller, db, today }: Context) {
  const [{ compareStaff }, learned] = await Promise.all([
    findForecastSettings(db, params.companyId),
    loadLearned(db, params.companyId, today),
  ])
  if (!compareStaff) return { compared: false, learnedOn: learned.learnedOn, rows: [], hidden: '', branch: null }
  const only = hasPermission(caller.type, 'forecast.staff') ? null : caller.userId
  return { compared: true, ...(await readStaff(db, params, learned, only)) }
}

const subjectOf = {
  branch: 'branches',
  vendorFirm: 'vendors’ firms',
  buyerFirm: 'buyers’ firms',
  broker: 'brokers',
  lender: 'lenders',
  progressor: 'staff',
} as const satisfies Record<Decoded<typeof downloadQuick, 'query'>['kind'], string>

const heads = ['Name', 'Exchanged', 'Open', 'Steps', 'Expected steps', 'Median days', 'Times as long', 'From', 'To', 'Compared']
const lineOf = (row: QuickRow): (string | number)[] => [
  row.name,
  row.finishedSales,
  row.openSales,
  row.steps,
  row.expected.toFixed(1),
  row.medianDays ?? '',
  row.times.toFixed(2),
  row.low.toFixed(2),
  row.high.toFixed(2),
  row.words,
]

async function answerCsv(context: Context & { query: Decoded<typeof downloadQuick, 'query'>; newId: () => string }) {
  const { db, params, today } = context
  const { kind } = context.query
  const { rows } = kind === 'progressor' ? await answerStaff(context) : await answerQuick({ ...context, query: { kind } })
  const audit = { kind: 'forecast-downloaded', data: { rows: rows.length } } as const
  async function* chunks() {
    yield rows
  }
  const subject = `Who is quick, ${subjectOf[kind]}`
  const name = downloadName({ scope: await findScopeName(db, params), subject, day: today, extension: 'csv' })
  return csvDownload(name, context.newId(), audit, () => csvStream(heads, csvRows(chunks(), lineOf)))
}
