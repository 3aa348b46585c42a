import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jobSchedules } from '@gya/domain/features/operations/job-schedules.ts'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(repository, path), 'utf8')
const document = read('docs/operation.md')

/** The variables of config.ts with their defaults; undefined for none. */
function variables(): Map<string, string | undefined> {
  const [, block = ''] = /^const Environment = z\.object\(\{\n([\s\S]*?)^\}\)/m.exec(read('server/config.ts')) ?? []
  const entries = block.split(/^ {2}(?=[A-Z0-9_]+: )/m).slice(1)
  return new Map(
    entries.map((entry) => [entry.slice(0, entry.indexOf(':')), /\.default\('?(.*?)'?\)/.exec(entry)?.[1]?.replaceAll('_', '')]),
  )
}

test('docs/operation.md lists every environment variable of config.ts with its default, and no other', () => {
  const rows = [...document.matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]*?) ?\|/gm)].map(([, name = '', standard = '']) => [
    name,
    standard,
  ])
  const known = variables()
  expect(known.size).toBeGreaterThan(20)
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(known.keys()))
  expect(rows.length).toBe(known.size)
  const different = rows.filter(([name = '', standard]) => known.get(name) !== undefined && known.get(name) !== standard)
  expect(different).toEqual([])
})

test('docs/operation.md lists every job with its label and schedule', () => {
  const rows = [...document.matchAll(/^\| `([a-z-]+)` \| ([^|]*?) \| ([a-z]+) \| (?:`(.*?)`|after a change) \|$/gm)].map(
    ([, name, label, place, schedule]) => [name, { label, place, ...(schedule === undefined ? {} : { schedule }) }],
  )
  expect(Object.fromEntries(rows)).toEqual(jobSchedules)
})

test('docs/operation.md has no broken links and fewer than 200 lines', () => {
  const links = [...document.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(join(repository, 'docs', link)))).toEqual([])
  expect(document.split('\n').length).toBeLessThan(200)
})
