import type pg from 'pg'

/** A plan node of `explain (format json)`. */
type Node = Record<string, unknown> & { Plans?: Node[] }

/** Collects the texts of all statements sent through a pool from now on. */
export function captureStatements(pool: pg.Pool): Set<string> {
  const sent = new Set<string>()
  const watched = new WeakSet<object>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const [first] = given
        sent.add(typeof first === 'string' ? first : (first as { text: string }).text)
        return query(...given)
      },
    })
  })
  return sent
}

const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter', 'One-Time Filter']

const allNodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allNodes)]

/**
 * The tables of `tables` that a statement scans without a condition on `column`, direct or through a join. Uses the generic
 * plan; nothing is executed.
 */
export async function unscopedScans(
  client: pg.ClientBase,
  text: string,
  column: string,
  tables: readonly string[],
): Promise<string[]> {
  await client.query(`prepare asked as ${text}`)
  try {
    const { rows } = await client.query<{ count: number }>(
      `select coalesce(cardinality(parameter_types), 0)::int as count from pg_prepared_statements where name = 'asked'`,
    )
    const nulls = Array.from({ length: rows[0]?.count ?? 0 }, () => 'null').join(', ')
    const plan = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (format json, verbose, costs off) execute asked${nulls && `(${nulls})`}`,
    )
    return plan.rows[0] ? findUnscoped(allNodes(plan.rows[0]['QUERY PLAN'][0].Plan), column, tables) : []
  } finally {
    await client.query('deallocate asked')
  }
}

function findUnscoped(nodes: Node[], column: string, tables: readonly string[]): string[] {
  const equal = new RegExp(`(\\w+)\\.${column} = ([^\\s)]+)|([^\\s(]+) = (\\w+)\\.${column}\\b`, 'g')
  const scans = nodes.filter((node) => tables.includes(String(node['Relation Name'])) && node['Node Type'] !== 'ModifyTable')
  const held = new Set<string>()
  const joined: [string, string][] = []
  for (const text of nodes.flatMap((node) => conditions.map((name) => node[name])))
    for (const [, left, value, otherValue, right] of typeof text === 'string' ? text.matchAll(equal) : []) {
      const alias = left ?? right ?? ''
      const [, other] = /^(\w+)\.\w+$/.exec(value ?? otherValue ?? '') ?? []
      if (other) joined.push([alias, other], [other, alias])
      else held.add(alias)
    }
  for (let before = -1; before < held.size; ) {
    before = held.size
    for (const [one, other] of joined) if (held.has(one)) held.add(other)
  }
  return scans.filter(({ Alias }) => !held.has(String(Alias))).map((scan) => String(scan['Relation Name']))
}
