import { useEffect } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { ApiError } from '../api/call-api.ts'
import { forgetScope, rememberScope, type Scope } from './current-scope.ts'

/** Whether what an address names does not exist or is out of reach; an id that is none is answered as invalid. */
export const isNotFound = (error: ApiError | null): boolean =>
  error !== null && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')

/** Remembers a place once what it names was read, and forgets it when that is not there: a wrong id in an address does not stick. */
export function useRememberScope({ company, branch, property }: Scope, found: boolean, error: ApiError | null): void {
  const missing = isNotFound(error)
  useEffect(() => {
    if (found) rememberScope({ company, branch, property })
    else if (missing) forgetScope({ company, branch, property })
  }, [company, branch, property, found, missing])
}

/** What an address names is not there: a plain page with a way on. */
export const ScopeNotFound = ({ title, way }: { title: string; way: { label: string; to: string } }) => (
  <EmptyState title={title} actions={<LinkButton to={way.to}>{way.label}</LinkButton>}>
    The address may be old or mistyped, or it is not yours to see.
  </EmptyState>
)
