import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { appAddresses } from './build/app-addresses.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { earlyScript } from './build/early-script.ts'
import { schemasApart } from './build/schemas-apart.ts'

/** In development, serves the sites beside the app at the server's paths: /login, /login/reset, /login/verify, /vendor, /p. */
const servedPaths = (): Plugin => ({
  name: 'served-paths',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/login(\/(reset|verify))?\/?(\?|$)/.test(request.url ?? '')) request.url = '/login/index.html'
      if (/^\/vendor\/?(\?|$)/.test(request.url ?? '')) request.url = '/vendor/index.html'
      if (/^\/p\/?(\?|$)/.test(request.url ?? '')) request.url = '/party/index.html'
      next()
    })
  },
})

/**
 * Zod without what the browser does not use: JSON Schema output (5 kB), and `new Function`, which the content security policy forbids and
 * which zod tries before its first schema.
 */
const zodForBrowser = (): Plugin => ({
  name: 'zod-for-browser',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/(classic\/schemas|core\/core)\.js$/ },
    handler: (code, id) => {
      if (id.endsWith('core.js')) {
        const jitless = code.replace('(_a.__zod_globalConfig = {})', '(_a.__zod_globalConfig = { jitless: true })')
        if (jitless === code) throw new Error('The configuration of zod is elsewhere.')
        return jitless
      }
      return code
        .replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
        .replace(
          /createStandardJSONSchemaMethod\(this, "(in|out)put"\)|createToJSONSchemaMethod\(this, {}\)\(params\)/g,
          'undefined',
        )
    },
  },
})

/**
 * Imports each icon from its own file. Through the package's index, every icon of the app would count as used by every page, including the
 * sign-in page.
 */
const iconFiles = (): Plugin => ({
  name: 'icon-files',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { code: '@tabler/icons-react' },
    handler: (code) =>
      code.replace(/^import \{([^}]*)\} from '@tabler\/icons-react';?$/gm, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
          .join(' '),
      ),
  },
})

/**
 * Removes files from a lazy import's preload list that the importing chunk has already loaded as static imports. Otherwise every list of
 * the app's routes would name the shell again (0.8 kB of the first load).
 */
const preloads = (() => {
  const loadedBy = new Map<string, Set<string>>()
  const plugin: Plugin = {
    name: 'preload-lists',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler: (_options, bundle) => {
        for (const host of Object.keys(bundle)) {
          const loaded = new Set<string>()
          const add = (file: string): void => {
            const chunk = bundle[file]
            if (loaded.has(file) || chunk?.type !== 'chunk') return
            loaded.add(file)
            chunk.imports.forEach(add)
          }
          add(host)
          loadedBy.set(host, loaded)
        }
      },
    },
  }
  const resolveDependencies = (_file: string, files: string[], { hostId, hostType }: { hostId: string; hostType: string }) =>
    hostType === 'js' ? files.filter((file) => !loadedBy.get(hostId)?.has(file)) : files
  return { plugin, resolveDependencies }
})()

/** Writes .br and .gz files, so that the server does not compress at run time. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = await readdir(dir, { recursive: true })
    const texts = files.filter((file) => /\.(js|css|html|svg)$/.test(file)).map((file) => join(dir, file))
    const brotli = () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
    await Promise.all(
      texts.flatMap((file) => [
        pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`)),
        pipeline(createReadStream(file), brotli(), createWriteStream(`${file}.br`)),
      ]),
    )
  },
})

/**
 * Four entries: the app, the sign-in site, the vendor portal and the page of a party. Nothing is inlined, because the content security policy allows
 * only 'self'. Asset URLs are absolute, because pages are served at several paths.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    appAddresses(),
    iconFiles(),
    react(),
    earlyScript(import.meta.dirname),
    servedPaths(),
    schemasApart(import.meta.dirname),
    zodForBrowser(),
    preloads.plugin,
    compressed(),
  ],
  server: { port: 5173, proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false, resolveDependencies: preloads.resolveDependencies },
    rolldownOptions: {
      input: {
        app: join(import.meta.dirname, 'index.html'),
        login: join(import.meta.dirname, 'login/index.html'),
        vendor: join(import.meta.dirname, 'vendor/index.html'),
        party: join(import.meta.dirname, 'party/index.html'),
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'schemas', test: /\?schemas$|node_modules\/zod\//, priority: 1 },
            { debugName: 'users', name: chunkGroups(import.meta.dirname), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
