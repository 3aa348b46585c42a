import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@gya/domain/endpoints.ts'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { z } from 'zod'

/** "ReDoS": no expression that runs on untrusted text has superlinear backtracking. Each is analysed for ambiguity, not timed. */
const repository = join(import.meta.dirname, '../..')

/** The regular expressions of the source (without tests) and of the contracts' schemas, including zod's. */
async function expressions(): Promise<Map<string, RegExp>> {
  const found = new Map<string, RegExp>()
  for (const folder of ['domain', 'server', 'web'])
    for (const name of await readdir(join(repository, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.|testing\/|node_modules|dist\//.test(name)) continue
      const code = await readFile(join(repository, folder, name), 'utf8')
      for (const { pattern, flags } of literalsOf(parseAst(code, { lang: name.endsWith('x') ? 'tsx' : 'ts' })))
        found.set(`${folder}/${name}: /${pattern}/${flags}`, new RegExp(pattern, flags))
    }
  for (const { call } of endpoints)
    for (const part of ['params', 'query', 'body'] as const)
      for (const pattern of patternsOf(call[part] && z.toJSONSchema(call[part], { io: 'input', unrepresentable: 'any' })))
        found.set(`contract: /${pattern}/`, new RegExp(pattern, 'u'))
  return found
}

type Literal = { pattern: string; flags: string }

function literalsOf(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return []
  if ('regex' in node) return [node.regex as Literal]
  return Object.values(node).flatMap(literalsOf)
}

function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : []
  return [...own, ...Object.values(schema).flatMap(patternsOf)]
}

/** An input with superlinear matching time, if any. */
const attackOn = (expression: RegExp): string[] =>
  analyse({ source: expression.source, flags: expression.flags }, { reportTypes: { Move: true } }).reports.map(
    ({ type, exponential, character }) => `${type}${exponential ? ', exponential' : ''}, by repeating ${character.pick ?? ''}`,
  )

test('the analysis finds known vulnerable expressions', () => {
  expect(attackOn(/^(a+)+$/)).not.toEqual([])
  expect(attackOn(/^\s*(\w+\s*)*$/)).not.toEqual([])
  expect(attackOn(/^[a-z]+$/)).toEqual([])
})

test('No expression of the source or a contract has superlinear matching time', async () => {
  const all = await expressions()
  expect(all.size).toBeGreaterThan(60)
  const slow = [...all].flatMap(([where, expression]) => attackOn(expression).map((attack) => `${where}: ${attack}`))
  expect(slow).toEqual([])
})
