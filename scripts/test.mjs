/**
 * `npm test`: every check there is, on a fresh clone too. A stage that fails does not keep the others from running. The
 * last line is `N passed, N failed`: the tests of Vitest and Playwright, and one for each other stage.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { environment, install, perform, root, StepFailed } from './install.mjs'
import { provideNginx } from './nginx.mjs'
import { providePostgres } from './postgres.mjs'
import { interruptions, runChild } from './run-child.mjs'

const total = { passed: 0, failed: 0 }
/** What failed, by name: said again at the end, where whoever reads only the last lines finds it. */
const failures = []
const folder = mkdtempSync(join(tmpdir(), 'gya-results-'))
// The data of the browser tests lie in it, and PostgreSQL must be able to enter when this is root.
chmodSync(folder, 0o755)

/** Runs a stage, shows its name, seconds and outcome, and adds to the total. */
async function stage(name, work) {
  if (interruptions.size > 0) return false
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

/** The runners stop the servers that they started at SIGINT, and at SIGTERM they just end. */
const run = (command, args = [], env = {}) =>
  runChild(join(root, 'node_modules/.bin', command), args, { cwd: root, env: { ...environment, ...env }, passOnAs: 'SIGINT' })

/** A stage that is one command: it passes or it fails. */
const check = (name, command, args) =>
  stage(name, async () => ((await run(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }))

/** A runner that ends badly without naming a failed test (a server that does not stop, say) counts as one failure. */
function counted(code, file, read) {
  try {
    const { passed, failed, skipped, named } = read(JSON.parse(readFileSync(file, 'utf8')))
    if (failed === 0 && code !== 0) return { passed, failed: 1, skipped, named: [`it ended with ${code}, and no test failed`] }
    return { passed, failed, skipped, named }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The failed or flaky tests in the suites of a report of Playwright, which lie within one another. */
const failedSpecs = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(failedSpecs),
]

async function vitest() {
  await provideNginx()
  await providePostgres()
  const file = join(folder, 'vitest.json')
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=./scripts/vitest-outcome.mjs'], {
    VITEST_OUTCOME: file,
    FAST_CHECK_SEED: '20261121',
  })
  return counted(code, file, (outcome) => outcome)
}

/** A test that needed a second try counts as failed. */
async function playwright() {
  const chromium = await findChromium()
  const file = join(folder, 'playwright.json')
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    E2E_DATA_DIR: join(folder, 'data'),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  }
  const code = await run('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], env)
  return counted(code, file, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    named: failedSpecs({ suites }),
  }))
}

await perform(async () => {
  const installed = await stage('install', async () => {
    await install()
    return { passed: 1, failed: 0 }
  })
  if (installed) {
    await check('types', 'tsc', ['-p', '.'])
    await check('lint', 'oxlint', ['--type-aware', '--deny-warnings'])
    await check('format', 'biome', ['check', '.'])
    await check('unused', 'knip', ['--no-progress'])
    await stage('unit and API tests', vitest)
    if (await check('web build', 'node', ['scripts/build.ts'])) await check('size', 'node', ['scripts/bundle-size.ts'])
    await stage('browser tests', playwright)
  }
  rmSync(folder, { recursive: true, force: true })
  if (failures.length > 0) console.log(`\nfailed:\n${failures.map((failure) => `  ✗ ${failure}`).join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 && interruptions.size === 0 ? 0 : 1
})
