import { showDateTime } from '@gya/domain/common/dates.ts'
import type { ApiError } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

type StaleChainNoticeProps = { error: ApiError; onTheirs: () => void; onMine: () => void }

/** Somebody else saved this chain meanwhile: what was typed stays, and the reader decides. */
export function StaleChainNotice({ error, onTheirs, onMine }: StaleChainNoticeProps) {
  const { savedBy, savedOn } = error.details
  return (
    <Notice
      tone="warn"
      title={`${savedBy ?? 'Somebody'} saved this chain${savedOn ? ` on ${showDateTime(savedOn)}` : ''} after you opened it`}
      action={
        <>
          <Button size="s" onClick={onTheirs}>
            Take theirs
          </Button>
          <Button size="s" onClick={onMine}>
            Save mine
          </Button>
        </>
      }
    >
      Nothing of yours has been saved yet.
    </Notice>
  )
}
