/** `npm start`: installs the required packages, builds the web app if it is stale, and starts the app with the demo company. */
import { environment, install, node, perform, root, StepFailed } from './install.mjs'
import { runChild } from './run-child.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'

await perform(async () => {
  await install('run')
  const options = { cwd: root, env: { DEMO: '1', ...serverEnvironment, ...environment } }
  const built = await runChild(node, ['scripts/build.ts', '--if-stale'], options)
  if (built !== 0) throw new StepFailed('The web app could not be built; the reason stands above.')
  return runChild(node, [...serverFlags, 'server/main.ts'], options)
})
