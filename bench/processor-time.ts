import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Query } from './calls.ts'

/** Linux counts a process's time in hundredths of a second, wherever it runs. */
const tickMs = 10

/**
 * Milliseconds of processor time that PostgreSQL takes for a question's statements, the mean of many: what a busy machine
 * changes least. Null where PostgreSQL is on another machine, or this one is no Linux.
 */
export async function cpuTime(bare: pg.Client, { statements }: Query, times: number): Promise<number | null> {
  const { rows } = await bare.query<{ pid: number }>('select pg_backend_pid() as pid')
  const before = await ticksOf(rows[0]?.pid)
  for (let time = 0; time < times; time += 1) for (const statement of statements) await bare.query(statement)
  const after = await ticksOf(rows[0]?.pid)
  return before === null || after === null ? null : ((after - before) * tickMs) / times
}

/** User and system time so far: the 14th and 15th field of its `stat`, whose second is a name in brackets. */
async function ticksOf(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13) ?? []
  return stat?.includes('(postgres)') ? Number(user) + Number(system) : null
}
