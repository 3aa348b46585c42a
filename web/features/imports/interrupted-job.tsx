import { showDateTime } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { retryImport } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportDetail, ImportState } from '@gya/domain/features/imports/imports.model.ts'
import { jobRetryWindow } from '@gya/domain/features/operations/job-retries.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { jobRetried } from './imports.messages.ts'

const titles: Partial<Record<ImportState, string>> = {
  reading: 'An error interrupted the reading of the file',
  checking: 'An error interrupted the check',
  running: 'An error interrupted the import',
  undoing: 'An error interrupted the undo',
}

/** The progress of a job when it failed, and the unchanged data. */
export function interruptedWords({ state, counts }: Pick<ImportDetail, 'state' | 'counts'>): string {
  const { confirmed, written, heldBack, leftOut, undone, kept } = counts
  if (state === 'running')
    return `Written so far: ${showCount(written, 'row')}, which ${written === 1 ? 'stays' : 'stay'}. Still to be written: ${showCount(confirmed - written - heldBack - leftOut, 'row')}. No property was written in part.`
  if (state === 'undoing')
    return `Undone so far: ${showCount(undone, 'row')}. Still as the import wrote them: ${showCount(written - undone - kept, 'row')}. No property was undone in part.`
  return 'Nothing has been written, and the files you sent are still here.'
}

/** The job of an import failed: shows the error, what is kept, and a button that restarts it. */
export function InterruptedJob({ companyId, one }: { companyId: string; one: ImportDetail }) {
  const retrying = useSave(retryImport, jobRetried)
  if (one.jobFailedOn === null) return null
  return (
    <>
      {retrying.overlay}
      <Notice
        tone="warn"
        title={titles[one.state]}
        action={
          <Button
            size="s"
            pending={retrying.pending}
            onClick={() => void retrying.save({ params: { companyId, importId: one._id } })}
          >
            Try again
          </Button>
        }
      >
        It happened on {showDateTime(one.jobFailedOn)}. {interruptedWords(one)} GYA tries again automatically for about{' '}
        {jobRetryWindow}, at increasing intervals. To start it now, press Try again. If it keeps failing, contact the operator of
        this installation.
      </Notice>
    </>
  )
}
