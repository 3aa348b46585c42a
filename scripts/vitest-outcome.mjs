import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Printed again at the end of the run. */
const firstLines = ({ message = 'no message' } = {}) =>
  stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n      ')

/**
 * A Vitest reporter that writes the counts for `npm test` to the file VITEST_OUTCOME: passed, failed and skipped tests, and the
 * names of failed ones and of flaky ones, which passed when retried. An error outside of tests (unhandled rejection, import error, teardown) counts as a failure too.
 */
export default class VitestOutcome {
  onTestRunEnd(modules, unhandledErrors) {
    const outcome = { passed: 0, failed: 0, skipped: 0, named: [], flaky: [] }
    const fail = (what, errors) => {
      outcome.failed += 1
      outcome.named.push(`${what}: ${firstLines(errors[0])}`)
    }
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'failed') fail(`${file}: ${test.fullName}`, errors)
        else if (test.diagnostic()?.flaky) {
          outcome.passed += 1
          outcome.flaky.push(`${file}: ${test.fullName}: ${firstLines(errors?.[0])}`)
        } else outcome[state === 'passed' ? 'passed' : 'skipped'] += 1
      }
      const suites = [...module.children.allSuites()]
      for (const broken of [module, ...suites]) {
        const errors = broken.errors()
        if (errors.length > 0) fail(`${file}: outside its tests`, errors)
      }
    }
    for (const error of unhandledErrors) fail('outside every test', [error])
    writeFileSync(process.env.VITEST_OUTCOME, JSON.stringify(outcome))
  }
}
