import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** Pages whose files the early script preloads. Their files in `pages` have the same path as their URL. */
const pages = [
  '/today',
  '/company/properties',
  '/property/manage',
  '/branch/report',
  '/company/report',
  '/branch/md',
  '/property/edit',
]

/**
 * Builds early/main.ts as one classic script without imports, so that it runs before the first paint. Writes its URL and the files of each
 * page that the entry does not load into index.html.
 */
export function earlyScript(root: string): Plugin {
  return {
    name: 'early-script',
    async configureServer(server) {
      server.middlewares.use('/early.js', (_request, response, next) => {
        bundle(root).then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
    async buildStart() {
      if (this.environment.config.command !== 'build') return
      this.emitFile({ type: 'asset', name: 'early.js', source: await bundle(root) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle: files }) => {
        if (!files || !html.includes('/early.js')) return html
        const script = Object.values(files).find((file) => file.type === 'asset' && file.names.includes('early.js'))
        if (!script) throw new Error('The build has no early.js.')
        const listed = JSON.stringify(filesOfPages(files, root))
        return html.replace('/early.js', `/${script.fileName}`).replace('id="page-files">', () => `id="page-files">${listed}`)
      },
    },
  }
}

async function bundle(root: string): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
      rolldownOptions: {
        input: join(root, 'early/main.ts'),
        output: { format: 'iife' },
        // Modules with side effects for the app (such as React contexts) are left out unless their exports are used.
        treeshake: { moduleSideEffects: (id) => id.endsWith('early/main.ts') },
      },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}

/** The scripts and styles of each page, without those of the app's entry. */
function filesOfPages(files: Rolldown.OutputBundle, root: string): Record<string, string[]> {
  const chunks = Object.values(files).filter((file) => file.type === 'chunk')
  const filesOf = (chunk: Rolldown.OutputChunk | undefined, found = new Set<string>()): Set<string> => {
    if (!chunk || found.has(chunk.fileName)) return found
    found.add(chunk.fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
    for (const imported of chunk.imports)
      filesOf(
        chunks.find(({ fileName }) => fileName === imported),
        found,
      )
    return found
  }
  const entry = filesOf(chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId === join(root, 'index.html')))
  return Object.fromEntries(
    pages.map((path) => {
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, 'pages', `${path}.tsx`))
      return [path, [...filesOf(page)].filter((file) => !entry.has(file)).map((file) => `/${file}`)]
    }),
  )
}
