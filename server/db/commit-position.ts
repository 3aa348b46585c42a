import type { ReadPosition } from '@gya/domain/common/read-position.ts'
import type pg from 'pg'
import { requestContext } from '../infra/telemetry/request-context.ts'

/** Converts PostgreSQL's notation, such as `16/B374D848`. */
export function toReadPosition(lsn: string): ReadPosition {
  const [high = '', low = ''] = lsn.split('/')
  return `${high.padStart(8, '0')}${low.padStart(8, '0')}`
}

type Row = { position: string }
const selectPosition = 'select pg_current_wal_insert_lsn()::text as position'

/** The position of the primary, which includes everything committed before the call. */
export async function readPrimaryPosition(primary: pg.Pool): Promise<ReadPosition> {
  const { rows } = await primary.query<Row>(selectPosition)
  return toReadPosition(rows[0]?.position ?? '')
}

/**
 * Records the position of every commit in the request context, read in the same round trip. Call it before the pool is used.
 */
export function recordCommitPositions(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as unknown as (...given: unknown[]) => unknown
    const commit = async () => {
      const results = (await send(`commit; ${selectPosition}`)) as [pg.QueryResult, pg.QueryResult<Row>]
      const [committed, { rows }] = results
      const context = requestContext()
      if (context && rows[0]) context.position = toReadPosition(rows[0].position)
      return committed
    }
    const query = (...given: unknown[]) =>
      given[0] === 'commit' && typeof given.at(-1) !== 'function' ? commit() : send(...given)
    Object.assign(client, { query })
  })
}
