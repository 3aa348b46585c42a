import { endOtherSessions, endOwnSession, listOwnSessions } from '@gya/domain/features/sessions/sessions.contract.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useCall } from '../../platform/use-call.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { SessionList } from './session-list.tsx'
import { sessionEnded, sessionsEnded } from './sessions.messages.ts'

/** "Where you are signed in": each session with a button that ends it, and one that ends all others. */
export function OwnSessions() {
  const { data, error, refetch } = useCall(listOwnSessions, {})
  const one = useSave(endOwnSession, sessionEnded)
  const others = useSave(endOtherSessions, sessionsEnded)
  const [ending, setEnding] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  if (!data) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={3} />
  const end = async (sessionId: string) => {
    setEnding(sessionId)
    await one.save({ params: { sessionId } })
    setEnding(null)
  }
  const endOthers = async () => {
    if ((await others.save({})) !== null) setAsked(false)
  }
  const elsewhere = data.data.filter(({ current }) => !current)
  return (
    <>
      {one.overlay}
      {others.overlay}
      {one.error && <Notice tone="bad">{refusalText(one.error, sessionEnded.failure)}</Notice>}
      <SessionList sessions={data.data} ending={ending} onEnd={({ _id }) => void end(_id)} />
      {elsewhere.length > 0 && (
        <p>
          <Button onClick={() => setAsked(true)}>Sign out all others</Button>
        </p>
      )}
      {/* Outside the profile's form in the page: the dialog is a form of its own. */}
      {createPortal(
        <ConfirmDialog
          open={asked}
          title="Sign out all others?"
          confirmLabel="Sign out all others"
          pending={others.pending}
          error={others.error ? refusalText(others.error, sessionsEnded.failure) : null}
          onConfirm={() => void endOthers()}
          onCancel={() => {
            setAsked(false)
            others.reset()
          }}
        >
          <p>
            You stay signed in here. Everywhere else, what has been typed and not saved stays in that browser until you sign in
            there again.
          </p>
        </ConfirmDialog>,
        document.body,
      )}
    </>
  )
}
