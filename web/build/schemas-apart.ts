import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** What the browser reads of a call: everything else in it is for the server and the OpenAPI document. */
const usedInBrowser = new Set([
  'method',
  'path',
  'permission',
  'byPartyLink',
  'file',
  'responseTypes',
  'writes',
  'idempotent',
  'returnsSecret',
  'liveFor',
])

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Cut = { at: number; end: number; text: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const isFunction = ({ type }: Node): boolean => /^(Arrow)?Function/.test(type)
const hasCall = (node: Node): boolean =>
  !isFunction(node) && (/^(Call|New)Expression$/.test(node.type) || childrenOf(node).some(hasCall))

/** Reduces `endpoint({ … })` to the properties in `kept`. */
function endpointCuts(node: Node, kept: ReadonlySet<string>, code: string): Cut[] {
  const { callee, arguments: [call] = [] } = node as { callee?: { name?: string }; arguments?: (Node & { properties: Node[] })[] }
  if (node.type !== 'CallExpression' || callee?.name !== 'endpoint' || !call)
    return childrenOf(node).flatMap((child) => endpointCuts(child, kept, code))
  const left = call.properties.filter(({ type, key }) => {
    if (type !== 'Property') throw new Error('The properties of an endpoint are written out.')
    return kept.has((key as { name: string }).name)
  })
  return [{ at: call.start, end: call.end, text: `{ ${left.map(({ start, end }) => code.slice(start, end)).join(', ')} }` }]
}

/** Marks the initial values of the module's constants as free of effects, so that those not used are left out. */
const pureMarks = (program: Node): Cut[] =>
  (program.body as Node[]).flatMap((statement) => {
    const declaration = (statement.declaration ?? statement) as { type: string; declarations: { init?: Node }[] }
    if (declaration.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) =>
      init && hasCall(init)
        ? [
            { at: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
            { at: init.end, end: init.end, text: '))()' },
          ]
        : [],
    )
  })

/**
 * Leaves zod and the schemas (30 kB compressed) out of what a page loads first. A module of the domain exists twice in the build: modules
 * that call `safeParse` import it with its schemas, all others without, and calls have no `params`, `query`, `body` or `response` there.
 */
export function schemasApart(root: string): Plugin {
  const domain = join(root, '../domain/')
  const validating = new Map<string, boolean>()
  /** Modules that define schemas also call `safeParse`, in checks of those. */
  const validates = (id: string): boolean => {
    if (!validating.has(id) && /\.tsx?$/.test(id)) {
      const code = readFileSync(id, 'utf8')
      validating.set(id, code.includes('.safeParse(') && !/^import \{ z \}/m.test(code))
    }
    return validating.get(id) === true
  }
  return {
    name: 'schemas-apart',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(@gya\/domain\/|\.)/ },
      async handler(source, importer) {
        if (!importer) return null
        const isWithSchemas = importer.endsWith('?schemas')
        const from = isWithSchemas ? importer.slice(0, -'?schemas'.length) : importer
        if (!isWithSchemas && !validates(from)) return null
        const resolved = await this.resolve(source, from, { skipSelf: true })
        return resolved?.id.startsWith(domain) ? `${resolved.id}?schemas` : resolved
      },
    },
    // The calls with a body, without the schemas of queries and responses.
    load: {
      filter: { id: /\/domain\/endpoints\.ts\?schemas$/ },
      async handler(id) {
        const list = id.slice(0, -'?schemas'.length)
        const { endpoints } = (await import(pathToFileURL(list).href)) as {
          endpoints: { feature: string; name: string; call: { body?: unknown } }[]
        }
        const files = [...readFileSync(list, 'utf8').matchAll(/import \* as (\w+) from '(.*)'/g)]
        const calls = endpoints.filter(({ call }) => call.body)
        return [
          ...files.map(([, feature, file]) => {
            const names = calls.filter((each) => each.feature === feature).map(({ name }) => `${name} as ${feature}_${name}`)
            return names.length === 0 ? '' : `import { ${names.join(', ')} } from '${file}'`
          }),
          `export const endpoints = [${calls.map(({ feature, name }) => `{ call: ${feature}_${name} }`).join(', ')}]`,
        ].join('\n')
      },
    },
    transform: {
      filter: { id: /\/domain\/.*\.ts(\?schemas)?$/ },
      handler(code, id) {
        const program = this.parse(code, { lang: 'ts' }) as unknown as Node
        const kept = id.endsWith('?schemas') ? new Set([...usedInBrowser, 'body']) : usedInBrowser
        const cuts = [...endpointCuts(program, kept, code), ...pureMarks(program)].sort((a, b) => b.at - a.at || b.end - a.end)
        return cuts.reduce((text, cut) => text.slice(0, cut.at) + cut.text + text.slice(cut.end), code)
      },
    },
  }
}
