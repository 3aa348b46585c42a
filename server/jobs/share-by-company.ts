import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'

type Options = { pool: pg.Pool; events: WorkerEvents; places: number; workerId: () => string }

/**
 * The companies whose jobs a free place of a worker leaves alone, by the flags of their jobs: those that have all places but one, and, while
 * a company without a place waits, those that have one. Places look for jobs one after the other, so that each sees what the others took.
 */
export function shareByCompany({ pool, events, places, workerId }: Options): () => Promise<string[]> {
  let turns: Promise<void> = Promise.resolve()
  let endTurn = () => {}
  for (const event of ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const) events.on(event, () => endTurn())
  return async () => {
    const before = turns
    const turn = Promise.withResolvers<void>()
    turns = turn.promise
    await before
    endTurn = turn.resolve
    const { rows } = await pool.query<{ company: string; running: number; waiting: number }>(
      `select company, count(*) filter (where locked_by = $1)::int as running, count(*) filter (where is_available)::int as waiting
       from graphile_worker._private_jobs, jsonb_object_keys(flags) company
       where locked_by = $1 or is_available group by company`,
      [workerId()],
    )
    const isWaited = rows.some(({ running, waiting }) => running === 0 && waiting > 0)
    return rows.filter(({ running }) => running >= (isWaited ? 1 : places - 1)).map(({ company }) => company)
  }
}
