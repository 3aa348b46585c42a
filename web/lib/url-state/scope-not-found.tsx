import { useEffect } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { ApiError } from '../api/call-api.ts'
import { forgetScope, rememberScope } from './current-scope.ts'
import type { Scope } from './scope.ts'

/** Not found or out of scope; a malformed id fails validation. */
export const isNotFound = (error: ApiError | null): boolean =>
  error !== null && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')

/** Stores a scope once it was loaded and removes it when it is not found, so that a wrong id in a URL does not persist. */
export function useRememberScope({ company, branch, property }: Scope, found: boolean, error: ApiError | null): void {
  const missing = isNotFound(error)
  useEffect(() => {
    if (found) rememberScope({ company, branch, property })
    else if (missing) forgetScope({ company, branch, property })
  }, [company, branch, property, found, missing])
}

/** Page for a URL whose company, branch or property does not exist. */
export const ScopeNotFound = ({ title, way }: { title: string; way: { label: string; to: string } }) => (
  <EmptyState title={title} actions={<LinkButton to={way.to}>{way.label}</LinkButton>}>
    The address may be old or mistyped, or it is not yours to see.
  </EmptyState>
)
