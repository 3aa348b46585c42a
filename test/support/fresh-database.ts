import pg from 'pg'
import { migrate } from '../../server/db/migrate.ts'

/** Creates an empty, migrated database of this name, replacing an existing one; returns its URL. */
export async function createFreshDatabase(serverUrl: string, name: `gya_bench_${string}`): Promise<string> {
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  try {
    await server.query(`drop database if exists ${name} with (force)`)
    await server.query(`create database ${name}`)
  } finally {
    await server.end()
  }
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await migrate(url)
  return url
}
