import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
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

/** Error state that distinguishes "not found" and a part that is switched off from "could not be loaded". */
export const ReadFailed = ({ what, error, onRetry, children }: Props) =>
  error.code === 'SALE_FILE_OFF' ? (
    <EmptyState title={error.message} />
  ) : (
    <ErrorState title={error.code === 'NOT_FOUND' ? `No ${what} found.` : `The ${what} could not be loaded.`} onRetry={onRetry}>
      {error.message}
      {children}
    </ErrorState>
  )
