/**
 * `node scripts/run.mjs file.ts [arguments]` and `node scripts/run.mjs --bin tool [arguments]`: runs with the Node.js and the
 * tools of the project. Prints nothing itself, because `npm run -s openapi` prints JSON.
 */
import { existsSync } from 'node:fs'
import { environment, node, perform, root, StepFailed } from './install.mjs'
import { runChild } from './run-child.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'
import { toolCommand } from './tools.mjs'

await perform(() => {
  if (!existsSync(node)) throw new StepFailed('GYA is not installed yet: run npm install first.')
  const [first = '', second = '', ...rest] = process.argv.slice(2)
  const options = { cwd: root, env: environment }
  if (first === '--bin') {
    const [command, ...args] = toolCommand(second)
    return runChild(command, [...args, ...rest], options)
  }
  if (first !== 'server/main.ts') return runChild(node, process.argv.slice(2), options)
  return runChild(node, [...serverFlags, ...process.argv.slice(2)], { ...options, env: { ...serverEnvironment, ...environment } })
})
