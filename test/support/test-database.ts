import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * A database for one test file: a copy of a template, which takes some 50 ms; of the migrated, empty one unless another is
 * named. `drop` ends whatever is still connected to it.
 */
export async function createTestDatabase(template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  // A trial opens its world on a database of its own, and Vitest cannot be loaded there.
  const { inject } = await import('vitest')
  const { url, template: empty } = inject('testServer')
  const name = `gya_test_${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name} template ${template ?? empty}`)
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: () => onServer(url, `drop database if exists ${name} with (force)`),
  }
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
