/**
 * Writes the software bill of materials (CycloneDX) of the production packages to `dist/sbom.cdx.json`, from the lock file and
 * without a registry. Part of `npm run build`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand, root } from './install.mjs'

const [command, ...args] = npmCommand()
const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--omit', 'dev']
const json = execFileSync(command, [...args, ...sbom], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
  stdio: ['ignore', 'pipe', 'ignore'],
})
mkdirSync(join(root, 'dist'), { recursive: true })
writeFileSync(join(root, 'dist/sbom.cdx.json'), json)
const { components } = JSON.parse(json)
console.log(`dist/sbom.cdx.json names ${components.length} packages`)
