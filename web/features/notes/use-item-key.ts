import { parseItemKey } from '@gya/domain/features/notes/notes.rules.ts'
import type { StepKey } from '@gya/domain/features/timeline/steps.ts'
import { useRouterState } from '@tanstack/react-router'

/** The step that the notes page shows the notes of (its query parameter itemKey); null on every other page. */
export const useItemKey = (): StepKey | null =>
  useRouterState({
    select: ({ location }) =>
      location.pathname === '/property/notes' ? parseItemKey((location.search as { itemKey?: string }).itemKey) : null,
  })
