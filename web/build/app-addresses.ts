import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Writes the addresses of the app's pages, so that the server knows which others are not found. */
export const appAddresses = (): Plugin => ({
  name: 'app-addresses',
  apply: 'build',
  generateBundle() {
    const screens = readFileSync(join(import.meta.dirname, '../app/app-screens.ts'), 'utf8')
    const addresses = [...screens.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => path)
    this.emitFile({ type: 'asset', fileName: 'addresses.json', source: JSON.stringify(addresses) })
  },
})
