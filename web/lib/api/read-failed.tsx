import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import type { ApiError } from './call-api.ts'

type Props = {
  /** What was read: "property". */
  what: string
  error: ApiError
  onRetry?: () => void
  /** Another way on, after the words of the error. */
  children?: ReactNode
}

/** Why something is not shown: there is no such thing, or it could not be read, which does not say that there is none. */
export const ReadFailed = ({ what, error, onRetry, children }: Props) => (
  <ErrorState title={error.code === 'NOT_FOUND' ? `No ${what} found.` : `The ${what} could not be loaded.`} onRetry={onRetry}>
    {error.message}
    {children}
  </ErrorState>
)
