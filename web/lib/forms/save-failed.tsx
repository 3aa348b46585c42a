import { showTime } from '@gya/domain/common/dates.ts'
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

/** The save whose response was lost was executed. `on`: when, or empty. `differs`: something was typed since, or is stored otherwise. */
export const SavedAlready = ({ on, differs }: { on: string; differs: boolean }) => (
  <Notice tone="good">
    This was saved already{on && `, at ${showTime(on)}`}.{differs && ' What still differs is not saved yet.'}
  </Notice>
)
