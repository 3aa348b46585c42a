/** So many rows are read at a time for an export, whatever its length: memory and connections stay free for others. */
const chunk = 500

type Chosen = { property_id: string }

/**
 * Reads the rows of the chosen properties in their order, a chunk at a time. The order is decided once; a property that
 * is deleted meanwhile is left out, one that changes is as it is when its chunk is read.
 */
export async function* readInChunks<Row extends Chosen>(
  chosen: readonly Chosen[],
  read: (ids: string[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let from = 0; from < chosen.length; from += chunk) {
    const ids = chosen.slice(from, from + chunk).map((one) => one.property_id)
    const byId = new Map((await read(ids)).map((row) => [row.property_id, row]))
    yield ids.flatMap((id) => byId.get(id) ?? [])
  }
}
