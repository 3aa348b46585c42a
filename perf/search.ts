import { Agent } from 'node:http'
import pg from 'pg'
import { type Database, typeParsers } from '../server/db/pool.ts'
import { findConversations, findNotes } from '../server/features/search/note-search.read-model.ts'
import { findFirms, findPeople, findProperties } from '../server/features/search/search.read-model.ts'
import type { SearchFor } from '../server/features/search/search-sql.ts'
import { createTestSession } from '../server/features/sessions/sessions.repository.ts'
import { sessionCookieName } from '../server/http/access/caller.ts'
import { largeCompany } from './data/large-database.ts'
import { captureStatements, type MeasuredQuery, measureCalls, ms, printCalls, type Query } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

/** "Search, five groups, 3 letters: 1.5 ×, p95 ≤ 60 ms." [day §11](docs/design/day.md#11). */
const limits = { ratio: 1.5, p95: 60 }

/** Three letters that occur in many addresses, in many names, in many notes, in all of them, and nowhere. */
const threeLetters = ['map', 'str', 'gar', 'roa', 'ada', 'ang', 'the', 'zzq']
/** Several words, one that is rare, and a telephone number. */
const others = ['maple road', '217 sorrel mews', '07700 900191']

type Options = { database: Database; url: string; samples: number; print: (line: string) => void }
export type SearchMeasured = { company: MeasuredQuery[]; branch: MeasuredQuery[] }

/** The palette's search in the large company, by its administrator and by a member of one branch. */
export async function measureSearch({ database, url, samples, print }: Options): Promise<SearchMeasured> {
  const { id: companyId } = await largeCompany(database)
  const { rows } = await database.pool.query<{ user_id: string; branch_id: string }>(
    'select user_id, branch_id from branch_member where company_id = $1 order by branch_id, user_id limit 1',
    [companyId],
  )
  const [member] = rows
  if (!member) throw new Error('The company has no members.')
  const admin = await signInHeaders(database, companyId)
  const session = await createTestSession(database.db, member.user_id, new Date().toISOString())
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const measure = async (headers: Record<string, string>, branchIds: string[] | null) => {
    const ask = async (path: string) => (await sendRequest(`${app.address}${path}`, headers, agent)).toString()
    const queries: Query[] = []
    for (const text of [...threeLetters, ...others]) {
      const asked: SearchFor = { companyId, userId: member.user_id, branchIds, text, each: 5 }
      const statements = await captureStatements(database.pool, async (db) => {
        for (const find of [findProperties, findPeople, findFirms, findNotes, findConversations]) await find(db, asked)
      })
      queries.push({ name: text, path: `/api/search/${companyId}?${new URLSearchParams({ q: text })}`, statements })
    }
    for (const { path } of queries) for (let time = 0; time < 10; time += 1) await ask(path)
    return measureCalls(queries, { ask, bare, samples, print })
  }
  try {
    await bare.connect()
    return {
      company: await measure(admin, null),
      branch: await measure({ cookie: `${sessionCookieName(false)}=${session}` }, [member.branch_id]),
    }
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
  }
}

export function printSearch(measured: SearchMeasured, print: (line: string) => void): void {
  for (const [title, queries] of [
    [
      'Search in the company. Milliseconds, medians of three rounds; sql: the five statements one after the other.',
      measured.company,
    ],
    ['Search in one branch.', measured.branch],
  ] as const) {
    print(`\n${title}`)
    printCalls(queries, print)
    const letters = queries.filter(({ name }) => threeLetters.includes(name))
    const slowest = letters.reduce((a, b) => (b.call.p95 > a.call.p95 ? b : a))
    print(
      `  Three letters: p95 at most ${ms(slowest.call.p95)} ms (${slowest.name}), target ${limits.p95}; ratio at most ${Math.max(
        ...letters.map(({ ratio }) => ratio),
      ).toFixed(2)}, target ${limits.ratio}.`,
    )
  }
}
