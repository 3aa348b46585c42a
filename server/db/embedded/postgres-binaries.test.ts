import { expect, test } from 'vitest'
import { requirePlatform } from './postgres-binaries.ts'

test('a platform without an included PostgreSQL is refused with what to do instead', () => {
  expect(() => requirePlatform('win32-x64')).toThrow(
    'GYA includes PostgreSQL for Linux and macOS (x64 and arm64), not for win32-x64: set DATABASE_URL to a PostgreSQL 15 to 18.',
  )
  expect(() => requirePlatform('linux-arm64')).not.toThrow()
})
