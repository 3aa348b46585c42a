import './sessions.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import {
  endMemberSession,
  endMemberSessions,
  endOtherSessions,
  endOwnSession,
  endPlatformSession,
  endPlatformSessions,
  listMemberSessions,
  listOwnSessions,
  listPlatformSessions,
} from '@gya/domain/features/sessions/sessions.contract.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { ApiError } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { refusalText, type Save, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Tag } from '../../ui/tag.tsx'
import { sessionEnded, sessionsEnded } from './sessions.messages.ts'

export type SessionRow = Wire<typeof listOwnSessions, 'response'>['data'][number]

type SessionListProps = {
  sessions: readonly SessionRow[]
  /** The session that is being ended. */
  ending: string | null
  onEnd: (session: SessionRow) => void
}

/** Sessions with their device, network and times, and a button that ends each but the present one. */
export const SessionList = ({ sessions, ending, onEnd }: SessionListProps) => (
  <ul className="sessions">
    {sessions.map((session) => (
      <li key={session._id}>
        <div>
          <p className="sessions-device">
            {session.device || 'Unknown device'} {session.current && <Tag tone="good">This one</Tag>}
          </p>
          <p className="mut t12">
            {session.network && <>Network {session.network} · </>}
            <span>Signed in {showDateTime(session.signedInOn)}</span> · <span>Last seen {showDateTime(session.lastSeenOn)}</span>
          </p>
        </div>
        {!session.current && (
          <Button
            size="s"
            pending={ending === session._id}
            disabledReason={ending !== null && ending !== session._id ? 'Please wait...' : null}
            aria-label={`Sign out ${session.device || 'unknown device'}, signed in ${showDateTime(session.signedInOn)}`}
            onClick={() => onEnd(session)}
          >
            Sign out
          </Button>
        )}
      </li>
    ))}
  </ul>
)

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

type SessionsResponse = Wire<typeof listMemberSessions, 'response'>
type SessionsPanelProps = {
  fullName: string
  list: { data: SessionsResponse | undefined; error: ApiError | null; refetch: () => unknown }
  one: Pick<Save<Endpoint>, 'overlay' | 'error'>
  all: Pick<Save<Endpoint>, 'overlay' | 'error' | 'pending' | 'reset'>
  endOne: (sessionId: string) => Promise<unknown>
  /** Resolves to null when it was refused. */
  endAll: () => Promise<unknown>
}

function SessionsPanel({ fullName, list: { data, error, refetch }, one, all, endOne, endAll }: SessionsPanelProps) {
  const [ending, setEnding] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const end = async (sessionId: string) => {
    setEnding(sessionId)
    await endOne(sessionId)
    setEnding(null)
  }
  const endEverywhere = async () => {
    if ((await endAll()) !== null) setAsked(false)
  }
  return (
    <FormPanel title="Where they are signed in">
      {one.overlay}
      {all.overlay}
      {one.error && <Notice tone="bad">{refusalText(one.error, sessionEnded.failure)}</Notice>}
      {!data ? (
        error ? (
          <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
        ) : (
          <SkeletonLines lines={2} />
        )
      ) : data.data.length === 0 ? (
        <p className="mut">{fullName} is not signed in anywhere.</p>
      ) : (
        <>
          <SessionList sessions={data.data} ending={ending} onEnd={({ _id }) => void end(_id)} />
          <p>
            <Button variant="danger" onClick={() => setAsked(true)}>
              Sign out everywhere
            </Button>
          </p>
        </>
      )}
      {createPortal(
        <ConfirmDialog
          open={asked}
          title={`Sign ${fullName} out everywhere?`}
          confirmLabel="Sign out everywhere"
          danger
          pending={all.pending}
          error={all.error ? refusalText(all.error, sessionsEnded.failure) : null}
          onConfirm={() => void endEverywhere()}
          onCancel={() => {
            setAsked(false)
            all.reset()
          }}
        >
          <p>Every session ends with the next click. They can sign in again with their password.</p>
        </ConfirmDialog>,
        document.body,
      )}
    </FormPanel>
  )
}

/** Where a member of the company is signed in, for its administrators. */
export function MemberSessions({ companyId, userId, fullName }: { companyId: string; userId: string; fullName: string }) {
  const list = useCall(listMemberSessions, { params: { companyId }, query: { userId } })
  const one = useSave(endMemberSession, sessionEnded)
  const all = useSave(endMemberSessions, sessionsEnded)
  return (
    <SessionsPanel
      {...{ fullName, list, one, all }}
      endOne={(sessionId) => one.save({ params: { companyId, sessionId } })}
      endAll={() => all.save({ params: { companyId }, query: { userId } })}
    />
  )
}

/** Where an administrator of the platform is signed in, for the other administrators. */
export function PlatformSessions({ userId, fullName }: { userId: string; fullName: string }) {
  const list = useCall(listPlatformSessions, { params: { userId } })
  const one = useSave(endPlatformSession, sessionEnded)
  const all = useSave(endPlatformSessions, sessionsEnded)
  return (
    <SessionsPanel
      {...{ fullName, list, one, all }}
      endOne={(sessionId) => one.save({ params: { userId, sessionId } })}
      endAll={() => all.save({ params: { userId } })}
    />
  )
}
