import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { londonDay } from './dates.ts'

const root = join(import.meta.dirname, '../..')

test('an hour before midnight in summer, the day in London is the next one', () => {
  expect(londonDay('2026-07-31T23:30:00.000Z')).toBe('2026-08-01')
  expect(londonDay('2026-01-31T23:30:00.000Z')).toBe('2026-01-31')
})

test('no other file takes the UTC day of an instant for its day in London', () => {
  const sources = globSync('{domain,server,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] }).filter(
    (file) => !/\.test\.|\/(testing|demo)\//.test(file),
  )
  expect(sources.length).toBeGreaterThan(1000)
  const cutting = sources.filter((file) =>
    /\.(?:slice|substring|substr)\(0, 10\)|\.split\('T'\)|\b(?:createdon|at)::date\b/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect(cutting.toSorted()).toEqual(['domain/common/dates.ts'])
})
