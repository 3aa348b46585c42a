import type pg from 'pg'
import type { SchemaFile } from './schema-files.ts'

/** What a statement does to existing rows, from the cheapest to the dearest. */
export type Effort = 'catalogue' | 'scan' | 'index' | 'write' | 'rewrite'

const efforts: Record<Effort, { words: string; rowsPerSecond: number }> = {
  // Rows a second: `npm run bench migrate` on the machine of docs/scaling.md, at most a half, because real rows are wider and indexed.
  catalogue: { words: 'changes the catalogue only', rowsPerSecond: Number.POSITIVE_INFINITY },
  scan: { words: 'reads the table', rowsPerSecond: 1_000_000 },
  index: { words: 'builds an index', rowsPerSecond: 300_000 },
  write: { words: 'writes rows', rowsPerSecond: 20_000 },
  rewrite: { words: 'rewrites the table', rowsPerSecond: 100_000 },
}

/** Table locks that migrations take, from the weakest; names as in PostgreSQL's documentation. */
const locks = ['none', 'ROW EXCLUSIVE', 'SHARE', 'SHARE ROW EXCLUSIVE', 'ACCESS EXCLUSIVE'] as const
type Lock = (typeof locks)[number]

type Step = { table: string | null; effort: Effort; lock: Lock }

const rules: readonly [pattern: RegExp, effort: Effort, lock: Lock][] = [
  [/^create (unlogged )?table /, 'catalogue', 'none'],
  [/^create (unique )?index /, 'index', 'SHARE'],
  [
    /^alter table .*\badd column .*(generated always as \(|generated .* as identity|default \w+\()/,
    'rewrite',
    'ACCESS EXCLUSIVE',
  ],
  [/^alter table .*\balter column \w+ (set data )?type /, 'rewrite', 'ACCESS EXCLUSIVE'],
  [/^alter table .*\badd (constraint \w+ )?(primary key|unique|exclude)/, 'index', 'ACCESS EXCLUSIVE'],
  [/^alter table .*\badd (constraint \w+ )?(check|foreign key).* not valid/, 'catalogue', 'SHARE ROW EXCLUSIVE'],
  [/^alter table .*\badd (constraint \w+ )?foreign key/, 'scan', 'SHARE ROW EXCLUSIVE'],
  [/^alter table .*\b(set not null|validate constraint|add (constraint \w+ )?check)/, 'scan', 'ACCESS EXCLUSIVE'],
  [/^alter table /, 'catalogue', 'ACCESS EXCLUSIVE'],
  [/^drop (table|index) /, 'catalogue', 'ACCESS EXCLUSIVE'],
  [/^(update|insert into|delete from|with) /, 'write', 'ROW EXCLUSIVE'],
]

const tableOf =
  /^(?:alter table (?:only )?|update |insert into |delete from |create (?:unique )?index (?:if not exists )?\w* ?on |drop table (?:if exists )?|create (?:unlogged )?table (?:if not exists )?)(\w+)/

/** The statements of a migration in lower case, without comments, on one line each. Bodies of functions are kept as `$$`, strings as `''`. */
export function splitStatements(text: string): string[] {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$')
    .replace(/'[^']*'|--.*/g, (part) => (part.startsWith('-') ? '' : "''"))
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

export function classifyStatement(statement: string): Step {
  const [, effort, lock] = rules.find(([pattern]) => pattern.test(statement)) ?? [null, 'catalogue', 'none']
  return { table: tableOf.exec(statement)?.[1] ?? null, effort, lock }
}

/**
 * What pending migrations will do to this database, a paragraph a file: statements, tables with their rows (as estimated by the last
 * ANALYZE), the effort, the strongest lock and the time to expect. Changes nothing.
 */
export async function planMigrations(client: pg.ClientBase, pending: readonly SchemaFile[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; rows: string }>(
    `select relname as name, greatest(reltuples, 0)::bigint as rows from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const rowsOf = new Map(rows.map(({ name, rows: estimated }) => [name, Number(estimated)]))
  return pending.map(({ name, text }) => {
    const steps = splitStatements(text).map(classifyStatement)
    const touched = [...new Set(steps.flatMap(({ table }) => (table && rowsOf.has(table) ? [table] : [])))]
    const seconds = steps.reduce((sum, { table, effort }) => sum + rowsIn(table) / efforts[effort].rowsPerSecond, 0)
    const lock = locks[Math.max(...steps.map((step) => locks.indexOf(step.lock)), 0)]
    const words = [...new Set(steps.filter(({ table }) => rowsIn(table) > 0).map(({ effort }) => efforts[effort].words))]
    return [
      `${name}: ${steps.length} ${steps.length === 1 ? 'statement' : 'statements'}`,
      touched.length === 0 ? 'no existing table' : touched.map((table) => `${table} (${rowsIn(table)} rows)`).join(', '),
      words.join(', ') || efforts.catalogue.words,
      `lock ${lock}`,
      seconds < 1 ? 'under a second' : `about ${Math.ceil(seconds)} s`,
    ].join(' · ')
  })

  function rowsIn(table: string | null): number {
    return rowsOf.get(table ?? '') ?? 0
  }
}
