import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { ApiError } from '../api/call-api.ts'
import { isOutcomeUnknown } from '../api/report-failure.ts'

/**
 * Why a save failed. If it is unknown whether it was executed, *Try again* repeats it with the same Idempotency-Key or version, so that it is
 * executed once.
 */
export const SaveFailed = ({ error, onRetry, children }: { error: ApiError; onRetry: () => void; children: ReactNode }) => (
  <Notice
    tone="bad"
    action={
      isOutcomeUnknown(error) && (
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
      )
    }
  >
    {children}
  </Notice>
)
