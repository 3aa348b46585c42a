/**
 * `npm run check`: types, lint, format and the tests without a database, concurrently. About a minute on two cores. The linter
 * also checks types: its program is the compiler's, and reading it twice took most of the time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { toolCommand } from './tools.mjs'

const checks: [name: string, tool: string, ...args: string[]][] = [
  ['types and lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  ['format', 'biome', 'check', '.'],
  ['unit', 'vitest', 'run', '--project', 'domain', '--project', 'web', '--project', 'web-isolated', '--reporter', 'dot'],
]

const started = performance.now()
const outcomes = await Promise.all(checks.map(([name, tool, ...args]) => perform(name, tool, args)))
console.log(`${outcomes.every(Boolean) ? 'All is well' : 'Not all is well'} after ${seconds()} s`)
process.exit(outcomes.every(Boolean) ? 0 : 1)

/** Prints the output of a check in one piece, and only if it failed. */
async function perform(name: string, tool: string, args: string[]): Promise<boolean> {
  const [command, ...first] = toolCommand(tool)
  const child = spawn(command, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  child.stdout.on('data', (data) => output.push(String(data)))
  child.stderr.on('data', (data) => output.push(String(data)))
  const [code] = await once(child, 'close')
  if (code !== 0) console.log(output.join(''))
  console.log(`${code === 0 ? '✓' : '✗'} ${name}: ${seconds()} s`)
  return code === 0
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(1)
}
