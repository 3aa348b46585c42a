import { setTimeout } from 'node:timers/promises'
import { type Expression, sql } from 'kysely'
import type { Db } from '../pool.ts'

/** The letters of an id and the comma behind it. */
const idLength = 37

type SelectedProperty = { property_id: string }

/**
 * Reads the rows of the properties that a query chooses, in its order, `chunk` of them at a time: so few that memory,
 * connections and the server's turn stay free for others, whatever the export's length. The order is decided once; a
 * property that is deleted meanwhile is left out, one that changes is as it is when its chunk is read. A hundred thousand
 * ids come as one text and are cut off it as they are wanted: as rows they would stop everybody else for a third of a second.
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
    // A third of the time is left to everybody else: reading and writing a chunk takes what they need, here and in PostgreSQL.
    await setTimeout((performance.now() - began) / 2)
  }
}
