import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from './install.mjs'

/** The package of each command-line tool. */
const packages = {
  biome: '@biomejs/biome',
  knip: 'knip',
  'kysely-codegen': 'kysely-codegen',
  oxlint: 'oxlint',
  playwright: '@playwright/test',
  tsc: 'typescript',
  vite: 'vite',
  vitest: 'vitest',
}

/**
 * The command line of a tool in `node_modules`: its JavaScript file with our Node.js. `node_modules/.bin` contains command
 * scripts on Windows, which cannot be started without a shell.
 * @param {string} name
 * @returns {[command: string, ...args: string[]]}
 */
export function toolCommand(name) {
  const folder = join(root, 'node_modules', packages[name] ?? name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return [node, join(folder, typeof bin === 'string' ? bin : bin[name])]
}
