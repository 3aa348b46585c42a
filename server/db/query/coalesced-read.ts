import type { Compilable } from 'kysely'
import type { Db } from '../pool.ts'

type PendingRead = { rows: Promise<unknown[]>; next: Promise<unknown[]> | null }
const readsByDatabase = new WeakMap<Db, Map<string, PendingRead>>()

/**
 * Reads what several people ask for at the same moment once: a live change makes everybody who has the same list open ask
 * for it again. A reading that is under way is not joined, because it may have begun before a change that who asks knows
 * of; whoever comes meanwhile shares the next. So an answer is never older than its question, and a question waits for two
 * readings at most, however many ask it. The rows are everybody's: they are not changed.
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
