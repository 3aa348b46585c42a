import type { Compilable } from 'kysely'
import type { Db } from '../pool.ts'

type PendingRead = { rows: Promise<unknown[]>; next: Promise<unknown[]> | null }
const readsByDatabase = new WeakMap<Db, Map<string, PendingRead>>()

/**
 * Coalesces identical concurrent queries, because after a live change everybody with the same list open reads it again. A query in progress
 * is not joined, as it may have started before a change that the caller already knows of; all later callers share the next one. Results are
 * never older than the call, and a call waits for two queries at most. Callers must not modify the rows.
 */
export function coalescedRead<Row>(db: Db, query: Compilable<Row>): Promise<Row[]> {
  const readings = readsByDatabase.get(db) ?? new Map<string, PendingRead>()
  readsByDatabase.set(db, readings)
  const compiled = query.compile()
  const key = JSON.stringify([compiled.sql, compiled.parameters])
  const begin = (): Promise<Row[]> => {
    const rows = db.executeQuery(compiled).then((result) => result.rows)
    const reading: PendingRead = { rows, next: null }
    readings.set(key, reading)
    const forget = () => void (reading.next ?? readings.delete(key))
    rows.then(forget, forget)
    return rows
  }
  const reading = readings.get(key)
  if (!reading) return begin()
  reading.next ??= reading.rows.then(begin, begin)
  return reading.next as Promise<Row[]>
}
