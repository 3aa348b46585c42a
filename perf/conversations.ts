import { Agent } from 'node:http'
import { londonDay } from '@gya/domain/common/dates.ts'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Database, openPool } from '../server/db/pool.ts'
import type { DB } from '../server/db/schema.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { logConversationAboutSales } from '../server/features/conversations/log-conversation.ts'
import { systemClock } from '../server/infra/clock.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { measureInTurn, median, percentile, type Statement } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

/** Milliseconds of the call and of its bare statements, and the number of statements. */
export type ConversationMeasured = { sales: number; statements: number; sql: number[]; call: number[] }

type LogContext = Parameters<typeof logConversationAboutSales>[0]

class RollbackSignal extends Error {}

/**
 * "A conversation over 10 sales: 2 ×; at most 7 round trips" (day design, section 11), on the demo company. The bare statements run in a
 * transaction that is rolled back.
 */
export async function measureConversations(serverUrl: string, samples: number): Promise<ConversationMeasured[]> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_conversations')
  const database = openPool(url, 2, () => {})
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const bare = new pg.Client({ connectionString: url })
  const agent = new Agent({ keepAlive: true })
  try {
    await fillDemo(database, systemClock, () => {})
    await bare.connect()
    const { companyId, propertyIds } = await liveSales(database)
    const headers = await signInHeaders(database, companyId)
    const measured: ConversationMeasured[] = []
    for (const sales of [1, 10, 50]) {
      const body = bodyAbout(propertyIds.slice(0, sales))
      const statements = await statementsOf(database, companyId, body)
      const work = {
        sql: () => runRolledBack(bare, statements),
        call: () => sendRequest(`${app.address}/api/conversation/${companyId}`, headers, agent, { method: 'POST', body }),
      }
      await measureInTurn(work, 5)
      measured.push({ sales, statements: statements.length, ...(await measureInTurn(work, samples)) })
    }
    return measured
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
    await database.close()
  }
}

async function liveSales({ pool }: Database): Promise<{ companyId: string; propertyIds: string[] }> {
  const { rows } = await pool.query<{ company: string; id: string }>(
    `select company_id as company, property_id as id from property_report where phase in ('sold', 'exchanged') order by 2 limit 50`,
  )
  return { companyId: rows[0]?.company ?? '', propertyIds: rows.map(({ id }) => id) }
}

const bodyAbout = (propertyIds: readonly string[]) => ({
  partyRef: 'self',
  note: 'The council is slow this month',
  sales: propertyIds.map((propertyId) => ({ propertyId, outcome: 'spoke' })),
})

/** In order, without the statements of every request: session, scope, idempotency. */
async function statementsOf({ pool }: Database, companyId: string, body: ReturnType<typeof bodyAbout>): Promise<Statement[]> {
  const sent: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      sent.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  const admin = await db
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .executeTakeFirstOrThrow()
  sent.length = 0
  const now = systemClock.now()
  const sales = body.sales.map((sale) => ({ ...sale, itemKeys: [], note: '', promisedOn: null, vendorText: null }))
  await db
    .transaction()
    .execute(async (transaction) => {
      await logConversationAboutSales({
        params: { companyId },
        body: { ...body, channel: 'call', inbound: false, sales },
        caller: { type: 'COMPANY_ADMIN', userId: admin.id, companyId, branchIds: [] },
        db: transaction,
        now,
        today: londonDay(now),
        newId: () => systemClock.newId(),
      } as unknown as LogContext)
      throw new RollbackSignal()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackSignal)) throw error
    })
  return sent.filter(({ text }) => !/^(begin|rollback)/i.test(text))
}

async function runRolledBack(bare: pg.Client, statements: readonly Statement[]): Promise<void> {
  await bare.query('begin')
  for (const { text, values } of statements) await bare.query(text, values)
  await bare.query('rollback')
}

export function printConversations(measured: readonly ConversationMeasured[], print: (line: string) => void): void {
  print('\nLogging a conversation: the call, and its bare statements in a transaction that is rolled back.')
  for (const { sales, statements, sql, call } of measured) {
    const ratio = (median(call) / median(sql)).toFixed(2)
    const target = sales === 10 ? ' (target: 2, at most 7 statements)' : ''
    const ms = (times: number[]) => `p50 ${median(times).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms`
    print(
      `  ${String(sales).padStart(2)} sales, ${statements} statements: call ${ms(call)}; SQL ${ms(sql)}; ratio ${ratio}${target}`,
    )
  }
}
