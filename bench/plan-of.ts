import type pg from 'pg'
import type { Query } from './calls.ts'

/** What PostgreSQL does for each statement of a question, with the time of each step. */
export async function explainQuery(bare: pg.Client, { statements }: Query): Promise<string> {
  const plans: string[] = []
  for (const { text, values } of statements) {
    const { rows } = await bare.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans.join('\n\n')
}
