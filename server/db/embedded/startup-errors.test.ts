import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requirePlatform } from './postgres-binaries.ts'
import { explainFailure } from './postmaster.ts'
import { runApp, temporaryFolder } from './testing/run-app.ts'

describe('StartError', { timeout: 60_000 }, () => {
  test('for a file in place of the data folder', async () => {
    const file = join(await temporaryFolder(), 'data')
    await writeFile(file, '')
    expect((await runApp(file).started).refused).toBe(
      `The data folder ${file} cannot be written: there is a file where a folder is needed. Choose another with DATA_DIR.`,
    )
  })

  test.each([
    [
      'initdb: error: could not write to file "base/1/1255": No space left on device',
      'the disk is full. Make room and start again.',
    ],
    [
      'PANIC:  could not write to file "pg_wal/xlogtemp.1": Disk quota exceeded',
      'the disk quota is used up. Make room and start again.',
    ],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'there is not enough memory for PostgreSQL.'],
    [
      'LOG:  starting\n2026-01-01 UTC [7] FATAL:  could not open file "x"\nLOG:  shut down',
      'PostgreSQL says “could not open file "x"”.',
    ],
  ])('%s', (output, sentence) => {
    expect(explainFailure(output)).toBe(sentence)
  })
})

test('requirePlatform refuses a platform without included PostgreSQL', () => {
  expect(() => requirePlatform('win32-x64')).toThrow(
    'GYA includes PostgreSQL for Linux and macOS (x64 and arm64), not for win32-x64: set DATABASE_URL to a PostgreSQL 15 to 18.',
  )
  expect(() => requirePlatform('linux-arm64')).not.toThrow()
})
