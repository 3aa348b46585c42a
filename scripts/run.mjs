/**
 * `node scripts/run.mjs file.ts [arguments]` and `node scripts/run.mjs --bin tool [arguments]`: runs with the Node.js and the
 * tools of the project, and installs the packages that are missing after `npm start`. Prints nothing to standard output
 * itself, because `npm run -s openapi` prints JSON.
 */
import { existsSync } from 'node:fs'
import { environment, install, isInstalledForRunning, node, perform, root, StepFailed } from './install.mjs'
import { runChild } from './run-child.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'
import { toolCommand } from './tools.mjs'

/** Build with the packages of `npm start`; every other script and tool is for developers. */
const buildScripts = ['scripts/build.ts', 'scripts/openapi.ts', 'scripts/sbom.mjs']

await perform(async () => {
  const [first = '', second = '', ...rest] = process.argv.slice(2)
  // The server may run as a user without write access to the installation.
  if (isInstalledForRunning() && !first.startsWith('server/')) await install(buildScripts.includes(first) ? 'run' : 'all')
  if (!existsSync(node)) throw new StepFailed('GYA is not installed yet: run npm install first.')
  const options = { cwd: root, env: environment }
  if (first === '--bin') {
    const [command, ...args] = toolCommand(second)
    return runChild(command, [...args, ...rest], options)
  }
  if (first !== 'server/main.ts') return runChild(node, process.argv.slice(2), options)
  return runChild(node, [...serverFlags, ...process.argv.slice(2)], { ...options, env: { ...serverEnvironment, ...environment } })
})
