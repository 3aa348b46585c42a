/**
 * The baseline: node:http, pg's pool and JSON.stringify. No sign-in or validation; answers every request with the rows of
 * FLOOR_STATEMENTS, queried in parallel like the app does.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { typeParsers } from '../../server/db/pool.ts'
import type { Statement } from '../measure.ts'
import { reportUntilParentExits } from './until-parent-ends.ts'

const statements = JSON.parse(process.env.FLOOR_STATEMENTS ?? '[]') as Statement[]
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  types: typeParsers,
  options: '-c TimeZone=UTC',
})

async function answer(response: ServerResponse): Promise<void> {
  try {
    const results = await Promise.all(statements.map((statement) => pool.query(statement)))
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(results.map((result) => result.rows)))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

const server = createServer((_request, response) => void answer(response))
server.listen(0, '127.0.0.1', () => reportUntilParentExits(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
