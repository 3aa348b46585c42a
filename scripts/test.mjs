/**
 * Runs the tests in three tiers:
 *
 *   npm test                          the fast tier: types, lint, format, unused code, the rules, access, the calls and screens of
 *                                     the daily work, build and bundle size; run it before each push
 *   npm run test:extended             all other tests that are right on any machine: infrastructure, attacks, the other features and
 *                                     the other browser stories; CI runs and requires both tiers
 *   npm run test:rest                 trials: fault injection, long fuzzing, backup, nginx, embedded PostgreSQL, Firefox and WebKit
 *   npm run test:full                 all three
 *
 * `--minutes N` starts no new stage after N minutes. A failed stage does not stop the others. The last line is
 * `N passed, N failed`: the tests of Vitest and Playwright, and one for each other stage. The file TEST_TOTALS carries these
 * counts and the names of failed tests from one run to the next, so that CI ends with the totals of all tiers.
 *
 * Failed tests are retried only if TEST_RETRIES is set (in CI): a test that then passes counts as passed and is listed as
 * flaky, with the error of its first attempt.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { environment, install, perform, root, StepFailed } from './install.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { findChromium, installTestPrograms } from './programs.mjs'
import { interruptions, runChild } from './run-child.mjs'
import { toolCommand } from './tools.mjs'

const { values: options, positionals } = parseArgs({ options: { minutes: { type: 'string' } }, allowPositionals: true })
const [tier = 'fast'] = positionals
const deadline = Date.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000

const totalsFile = process.env.TEST_TOTALS
const total =
  totalsFile && existsSync(totalsFile)
    ? JSON.parse(readFileSync(totalsFile, 'utf8'))
    : { passed: 0, failed: 0, failures: [], flaky: [] }
/** Failed and flaky tests, printed again at the end. */
const { failures, flaky } = total
const notRun = []
const folder = mkdtempSync(join(memoryFolder(), 'gya-results-'))
// For the data of the browser tests: PostgreSQL needs access when this process is root.
chmodSync(folder, 0o755)

/** Runs a stage, prints its name, duration and result, and adds to the total. */
async function stage(name, work) {
  if (interruptions.size > 0) return false
  if (Date.now() > deadline) {
    notRun.push(name)
    return false
  }
  console.log(`\n── ${name}`)
  const started = Date.now()
  const {
    passed,
    failed,
    skipped = 0,
    named = [],
  } = await work().catch((error) => {
    console.error(error instanceof StepFailed ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(...(named.length > 0 ? named.map((test) => `${name}: ${test}`) : [name]))
  const counts =
    passed + failed + skipped > 1 ? `, ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}` : ''
  console.log(`${failed ? '✗' : '✓'} ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s${counts}`)
  return failed === 0
}

/** Vitest and Playwright stop their servers on SIGINT, but not on SIGTERM. */
const run = ([command, ...first], args, env = {}) =>
  runChild(command, [...first, ...args], { cwd: root, env: { ...environment, ...env }, passOnAs: 'SIGINT' })

/** A stage that is a single command. */
const check = (name, command, args) =>
  stage(name, async () => ((await run(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }))

/** A runner that exits with an error without a failed test (for example a server that does not stop) counts as one failure. */
function counted(code, file, read) {
  try {
    const { passed, failed, skipped, named } = read(JSON.parse(readFileSync(file, 'utf8')))
    if (failed === 0 && code !== 0) return { passed, failed: 1, skipped, named: [`exit code ${code} without a failed test`] }
    return { passed, failed, skipped, named }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The tests of a Playwright report with a given status, each with its first error. Suites are nested. */
const specsThatWere = (wanted, { specs = [], suites = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => `${file}: ${title}${errorOf(results.find(({ error }) => error)?.error)}`),
  ),
  ...suites.flatMap((suite) => specsThatWere(wanted, suite)),
]

const errorOf = ({ message = '' } = {}) =>
  message && `\n      ${stripVTControlCharacters(message).split('\n').slice(0, 20).join('\n      ')}`

async function vitest(...projects) {
  const file = join(folder, `vitest-${tier}-${total.passed}.json`)
  const args = ['run', '--reporter=default', '--reporter=./scripts/vitest-outcome.mjs']
  const code = await run(toolCommand('vitest'), [...args, ...projects.flatMap((project) => ['--project', project])], {
    VITEST_OUTCOME: file,
    FAST_CHECK_SEED: '20261121',
  })
  return counted(code, file, (outcome) => {
    flaky.push(...outcome.flaky)
    return outcome
  })
}

async function playwright(...projects) {
  const chromium = await findChromium()
  const file = join(folder, `playwright-${total.passed}.json`)
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    E2E_DATA_DIR: join(folder, `data-${total.passed}`),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  }
  const args = ['test', '-c', 'test/e2e/playwright.config.ts', '--reporter=list,json']
  const code = await run(toolCommand('playwright'), [...args, ...projects.flatMap((project) => ['--project', project])], env)
  return counted(code, file, ({ stats, suites }) => {
    flaky.push(...specsThatWere('flaky', { suites }))
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      named: specsThatWere('unexpected', { suites }),
    }
  })
}

const build = () => check('web build', [process.execPath], ['scripts/run.mjs', 'scripts/build.ts', '--if-stale'])

async function fast() {
  // The linter uses the compiler's types: reading the program once gives the errors of both.
  await check('types and lint', toolCommand('oxlint'), ['--type-aware', '--type-check', '--deny-warnings'])
  await check('format', toolCommand('biome'), ['check', '.'])
  await check('unused', toolCommand('knip'), ['--no-progress'])
  await stage('unit and API tests', () => vitest('domain', 'web', 'web-isolated', 'server', 'server-isolated'))
  if (!(await build())) return
  await check('size', [process.execPath], ['scripts/run.mjs', 'scripts/bundle-size.ts'])
  await stage('browser tests', () => playwright('core'))
}

async function extended() {
  const built = await build()
  await stage('extended API tests', () => vitest('extended'))
  if (built) await stage('browser stories', () => playwright('stories'))
}

async function rest() {
  // Includes what the linter leaves out: the declarations of each workspace.
  await check('types', toolCommand('tsc'), ['-b'])
  const built = await build()
  await stage('long tests', async () => {
    await installTestPrograms()
    return vitest('full')
  })
  if (built) await stage('long browser tests', () => playwright('full'))
}

const tiers = { fast: [fast], extended: [extended], rest: [rest], full: [fast, extended, rest] }

await perform(async () => {
  if (!tiers[tier]) throw new StepFailed(`There is no tier ${tier}: choose one of ${Object.keys(tiers).join(', ')}.`)
  const installed = await stage('install', async () => {
    await install()
    return { passed: 1, failed: 0 }
  })
  if (installed) for (const work of tiers[tier]) await work()
  rmSync(folder, { recursive: true, force: true })
  if (totalsFile) writeFileSync(totalsFile, JSON.stringify(total))
  if (notRun.length > 0) console.log(`\nnot run, no time left: ${notRun.join(', ')}`)
  if (flaky.length > 0) console.log(`\nflaky, passed when retried:\n${flaky.map((test) => `  ! ${test}`).join('\n')}`)
  if (failures.length > 0) console.log(`\nfailed:\n${failures.map((failure) => `  ✗ ${failure}`).join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 && interruptions.size === 0 ? 0 : 1
})
