import { useSearchParam, useSetSearchParams } from './search-params.ts'

/** The open panel is stored as the search parameter `panel`: it can be linked to, and Back closes it. */
export function usePanelParam(name: string): { open: boolean; show: () => void; hide: () => void } {
  const panel = useSearchParam('panel')
  const setParams = useSetSearchParams()
  return { open: panel === name, show: () => setParams({ panel: name }), hide: () => setParams({ panel: undefined }) }
}
