import { useNavigate, useRouterState } from '@tanstack/react-router'

/** The search parameter that names the panel open over a page: a link to it can be shared, and Back closes it. */
export const panelParameter = 'panel'

/** Whether the panel of this name is open, and how to open and close it. */
export function usePanelParam(name: string): { open: boolean; show: () => void; hide: () => void } {
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  const navigate = useNavigate()
  const set = (panel: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, [panelParameter]: panel }),
      resetScroll: false,
    } as never)
  return { open: search[panelParameter] === name, show: () => set(name), hide: () => set(undefined) }
}
