import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import type { ApiError } from './call-api.ts'

type Props = {
  /** Noun for what was loaded: "property". */
  what: string
  error: ApiError
  onRetry?: () => void
  /** Shown after the error message. */
  children?: ReactNode
}

/** Error state that distinguishes "not found" from "could not be loaded". */
export const ReadFailed = ({ what, error, onRetry, children }: Props) => (
  <ErrorState title={error.code === 'NOT_FOUND' ? `No ${what} found.` : `The ${what} could not be loaded.`} onRetry={onRetry}>
    {error.message}
    {children}
  </ErrorState>
)
