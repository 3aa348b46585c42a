import type { ApiError } from '../../lib/api/call-api.ts'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Of a company that does not use the register, there is nothing to try again. */
export const ChecksFailed = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) =>
  error.code === 'SALE_FILE_OFF' ? (
    <EmptyState title={error.message} />
  ) : (
    <ReadFailed what="checks" error={error} onRetry={onRetry} />
  )
