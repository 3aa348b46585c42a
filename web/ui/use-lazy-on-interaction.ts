import { useEffect, useState } from 'react'

/** Loaded modules, also for a screen that is opened again. */
const loadedModules = new WeakMap<() => Promise<unknown>, unknown>()

const interactions = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads a module that the first view does not need at the first movement, touch or key on the page, so that it does not compete with the
 * initial content. Null until it is loaded; after a failure, the next interaction retries.
 */
export function useLazyOnInteraction<Module>(load: () => Promise<Module>, isOn: boolean): Module | null {
  const [module, setModule] = useState(() => (loadedModules.get(load) ?? null) as Module | null)
  const isMissing = isOn && module === null
  useEffect(() => {
    if (!isMissing) return
    const listening = new AbortController()
    let isLoading = false
    const start = async () => {
      if (isLoading) return
      isLoading = true
      try {
        const loaded = await load()
        loadedModules.set(load, loaded)
        if (!listening.signal.aborted) setModule(() => loaded)
      } catch {
        isLoading = false
      }
    }
    for (const interaction of interactions)
      addEventListener(interaction, () => void start(), { passive: true, capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [isMissing, load])
  return module
}
