import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram } from '../../scripts/programs.mjs'
import { serverFlags } from '../../scripts/server-flags.mjs'

const ops = join(import.meta.dirname, '..')
const unit = readFileSync(join(import.meta.dirname, 'gya@.service'), 'utf8')
const analyze = findProgram('systemd-analyze')
const shellcheck = findProgram('shellcheck')
const without = (program: string | undefined, name: string) => (program ? '' : ` (skipped: ${name} is not installed)`)

test('gya@.service starts the server with serverFlags', () => {
  expect(unit).toContain(`\nExecStart=/opt/gya/node_modules/node/bin/node ${serverFlags.join(' ')} server/main.ts\n`)
})

test.skipIf(!analyze)(`systemd-analyze accepts the units and rates them OK${without(analyze, 'systemd-analyze')}`, () => {
  const root = mkdtempSync(join(tmpdir(), 'gya-unit-'))
  const run = (...args: string[]) => execFileSync(analyze ?? '', args, { encoding: 'utf8', stdio: 'pipe', cwd: root })
  try {
    for (const name of ['gya@.service', 'gya-backup.service', 'gya-backup.timer']) {
      // `systemd-analyze verify` requires the programs of /opt/gya: replaced by existing ones.
      const here = readFileSync(join(import.meta.dirname, name), 'utf8').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
      writeFileSync(join(root, name), here)
    }
    symlinkSync(join(root, 'gya@.service'), join(root, 'gya@3001.service'))
    expect(run('verify', '--man=no', 'gya@3001.service', 'gya-backup.service', 'gya-backup.timer')).toBe('')
    // Fails if the exposure is above 2.0 of 10.
    for (const name of ['gya@3001.service', 'gya-backup.service'])
      expect(run('security', '--offline=yes', '--threshold=20', join(root, name))).toContain('OK')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test.skipIf(!shellcheck)(`shellcheck accepts the shell scripts${without(shellcheck, 'shellcheck')}`, () => {
  const scripts = [
    'backup/backup.sh',
    'backup/restore.sh',
    'backup/programs.sh',
    'containers/make-app-database.sh',
    'failover/follow.sh',
    'failover/make-replication-role.sh',
  ]
  const args = ['-x', '-P', join(ops, 'backup'), ...scripts.map((script) => join(ops, script))]
  expect(execFileSync(shellcheck ?? '', args, { encoding: 'utf8' })).toBe('')
})
