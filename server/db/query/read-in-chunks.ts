import { setTimeout } from 'node:timers/promises'
import { type Expression, sql } from 'kysely'
import type { Db } from '../pool.ts'

/** An id and a comma. */
const idLength = 37

type SelectedProperty = { property_id: string }

/**
 * Reads the selected properties in order, `chunk` at a time, which bounds memory and keeps the server responsive. The order is fixed at the
 * start; properties deleted meanwhile are left out, and changed ones are returned in their new state. The ids are passed as one text,
 * because 100,000 rows would block the event loop for a third of a second.
 */
export async function* readInChunks<Row extends SelectedProperty>(
  db: Db,
  choosing: Expression<SelectedProperty>,
  { chunk, read }: { chunk: number; read: (ids: string[]) => Promise<Row[]> },
): AsyncGenerator<Row[]> {
  const { rows: answer } = await sql<{ ids: string }>`select array(${choosing})::text as ids`.execute(db)
  const ids = answer[0]?.ids.slice(1, -1) ?? ''
  for (let from = 0; from < ids.length; from += chunk * idLength) {
    const began = performance.now()
    const part = ids.slice(from, from + chunk * idLength - 1).split(',')
    const byId = new Map((await read(part)).map((row) => [row.property_id, row]))
    yield part.flatMap((id) => byId.get(id) ?? [])
    // Pause for half of the chunk's duration, which leaves a third of the time to other requests.
    await setTimeout((performance.now() - began) / 2)
  }
}
