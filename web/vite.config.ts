import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** In development the sign-in site and the vendor's app answer where the server has them: /login, /login/reset, /login/verify, /vendor. */
const ownAddresses = (): Plugin => ({
  name: 'own-addresses',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/login(\/(reset|verify))?\/?(\?|$)/.test(request.url ?? '')) request.url = '/login/index.html'
      if (/^\/vendor\/?(\?|$)/.test(request.url ?? '')) request.url = '/vendor/index.html'
      next()
    })
  },
})

/** Schemas check here and describe nothing: what zod needs to print them as JSON Schema stays out of the browser (5 kB). */
const zodWithoutJsonSchema = (): Plugin => ({
  name: 'zod-without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) =>
      code
        .replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
        .replace(
          /createStandardJSONSchemaMethod\(this, "(in|out)put"\)|createToJSONSchemaMethod\(this, {}\)\(params\)/g,
          'undefined',
        ),
  },
})

/** Writes .br and .gz beside every text file of the build, once, so that the server never compresses while somebody waits. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = await readdir(dir, { recursive: true })
    const texts = files.filter((file) => /\.(js|css|html|svg)$/.test(file)).map((file) => join(dir, file))
    const brotli = () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })
    await Promise.all(
      texts.flatMap((file) => [
        pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`)),
        pipeline(createReadStream(file), brotli(), createWriteStream(`${file}.br`)),
      ]),
    )
  },
})

/**
 * Three entries: the app, the sign-in site and the vendor's app. Nothing is inlined, so that the page's policy can say 'self' for scripts, styles
 * and pictures; every asset has an absolute address below /assets, because one page is served at several paths.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), ownAddresses(), zodWithoutJsonSchema(), compressed()],
  server: { port: 5173, proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: join(import.meta.dirname, 'index.html'),
        login: join(import.meta.dirname, 'login/index.html'),
        vendor: join(import.meta.dirname, 'vendor/index.html'),
      },
      // What keeps zod from trying `new Function` comes with it: in a file of its own it would come after the first schemas.
      output: { codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ }] } },
    },
  },
})
