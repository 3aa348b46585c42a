import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('outside lib/api no component throws the error of a call again, and isApiError is the only test of one', () => {
  const web = join(import.meta.dirname, '../../web')
  const sources = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['node_modules/**', 'dist/**', 'lib/api/**'] })
  const found = sources.filter(
    (file) => !/\.test\./.test(file) && /throw refusal|instanceof ApiError/.test(readFileSync(join(web, file), 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
