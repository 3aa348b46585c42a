/**
 * Preloaded into an app process: disables the derivation of action items in saves, to compare a save with and without it. The product
 * itself has no such switch.
 */
import { registerHooks } from 'node:module'

const instead = new URL('action-items-stub.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context)
    return resolved.url.endsWith('/projections/action-items.ts') ? { ...resolved, url: instead } : resolved
  },
})
