import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages, programOfTheMachine } from './debian-packages.mjs'

/** Debian's PostgreSQL: the oldest that the product runs on, and one that brings pg_dump along. */
export const postgresBin = '/usr/lib/postgresql/15/bin'

/** Whether the machine has its server and its programs. */
export const isPostgresHere = () => ['postgres', 'initdb', 'pg_dump'].every((name) => existsSync(join(postgresBin, name)))

/** Has it there for the tests of backups, and what checks their scripts. Where they cannot be had, those tests are skipped. */
export async function providePostgres() {
  if (!isPostgresHere() || !programOfTheMachine('shellcheck')) await installDebianPackages('postgresql-15', 'shellcheck')
}
