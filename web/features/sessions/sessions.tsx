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
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ApiError } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { refusalText, type Save, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { Tag } from '../../ui/tag.tsx'
import { sessionEnded, sessionsEnded } from './sessions.messages.ts'

type Session = Wire<typeof listOwnSessions, 'response'>['data'][number]

const secondWords = {
  none: '',
  totp: 'Password and code',
  passkey: 'Password and passkey',
  recovery: 'Password and recovery code',
}

/** Empty if only a password was used. */
const wayWords = ({ way, second }: Pick<Session, 'way' | 'second'>): string =>
  way === 'passkey' ? 'Passkey' : way === 'sso' ? 'Single sign-on' : secondWords[second]

type SessionListProps = {
  sessions: readonly Session[]
  saving: Pick<Save<Endpoint>, 'overlay' | 'error'>
  endSession: (sessionId: string) => Promise<unknown>
}

/** Sessions with their device, network and times. Each can be ended, except the current one. */
function SessionList({ sessions, saving, endSession }: SessionListProps) {
  const [ending, setEnding] = useState<string | null>(null)
  const end = async (sessionId: string) => {
    setEnding(sessionId)
    await endSession(sessionId)
    setEnding(null)
  }
  return (
    <>
      {saving.overlay}
      {saving.error && <Notice tone="bad">{refusalText(saving.error, sessionEnded.failure)}</Notice>}
      <ul className="sessions">
        {sessions.map(({ _id, device, network, current, signedInOn, lastSeenOn, way, second }) => (
          <li key={_id}>
            <div>
              <p className="sessions-device">
                {device || 'Unknown device'} {current && <Tag tone="good">This one</Tag>}
              </p>
              <p className="mut t12">
                {network && <>Network {network} · </>}
                {wayWords({ way, second }) && <span>{wayWords({ way, second })} · </span>}
                <span>Signed in {showDateTime(signedInOn)}</span> · <span>Last seen {showDateTime(lastSeenOn)}</span>
              </p>
            </div>
            {!current && (
              <Button
                size="s"
                pending={ending === _id}
                disabledReason={ending !== null && ending !== _id ? 'Please wait...' : null}
                aria-label={`Sign out ${device || 'unknown device'}, signed in ${showDateTime(signedInOn)}`}
                onClick={() => void end(_id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type EndAllProps = { label: string; danger?: boolean; dialog: (close: () => void) => ReactNode }

/** A button that opens a confirmation. The dialog is rendered outside the page's form, because forms cannot be nested. */
function EndAll({ label, danger, dialog }: EndAllProps) {
  const [open, setOpen] = useState(false)
  return (
    <p>
      <Button variant={danger ? 'danger' : undefined} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open &&
        createPortal(
          dialog(() => setOpen(false)),
          document.body,
        )}
    </p>
  )
}

/** "Where you are signed in". */
export function OwnSessions() {
  const { data, error, refetch } = useCall(listOwnSessions, {})
  const saving = useSave(endOwnSession, sessionEnded)
  if (!data) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={3} />
  return (
    <>
      <SessionList sessions={data.data} saving={saving} endSession={(sessionId) => saving.save({ params: { sessionId } })} />
      {data.data.some(({ current }) => !current) && (
        <EndAll
          label="Sign out all others"
          dialog={(close) => (
            <ConfirmSaveDialog
              call={endOtherSessions}
              input={{}}
              messages={sessionsEnded}
              title="Sign out all others?"
              confirmLabel="Sign out all others"
              onClose={close}
            >
              <p>
                You stay signed in here. Everywhere else, what has been typed and not saved stays in that browser until you sign
                in there again.
              </p>
            </ConfirmSaveDialog>
          )}
        />
      )}
    </>
  )
}

type SessionsPanelProps = Omit<SessionListProps, 'sessions'> & {
  fullName: string
  list: { data: { data: readonly Session[] } | undefined; error: ApiError | null; refetch: () => unknown }
  endAllDialog: (dialog: {
    title: string
    confirmLabel: string
    danger: true
    onClose: () => void
    children: ReactNode
  }) => ReactNode
}

function SessionsPanel({ fullName, list: { data, error, refetch }, saving, endSession, endAllDialog }: SessionsPanelProps) {
  const label = 'Sign out everywhere'
  const content = () => {
    if (!data && error) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
    if (!data) return <SkeletonLines lines={2} />
    if (data.data.length === 0) return <p className="mut">{fullName} is not signed in anywhere.</p>
    return (
      <>
        <SessionList sessions={data.data} saving={saving} endSession={endSession} />
        <EndAll
          label={label}
          danger
          dialog={(close) =>
            endAllDialog({
              title: `Sign ${fullName} out everywhere?`,
              confirmLabel: label,
              danger: true,
              onClose: close,
              children: <p>Every session ends with the next click. They can sign in again with their password.</p>,
            })
          }
        />
      </>
    )
  }
  return <FormPanel title="Where they are signed in">{content()}</FormPanel>
}

/** The sessions of a member of the company, for its administrators. */
export function MemberSessions({ companyId, userId, fullName }: { companyId: string; userId: string; fullName: string }) {
  const list = useCall(listMemberSessions, { params: { companyId }, query: { userId } })
  const saving = useSave(endMemberSession, sessionEnded)
  const endAll = { call: endMemberSessions, input: { params: { companyId }, query: { userId } }, messages: sessionsEnded }
  return (
    <SessionsPanel
      {...{ fullName, list, saving }}
      endSession={(sessionId) => saving.save({ params: { companyId, sessionId } })}
      endAllDialog={(dialog) => <ConfirmSaveDialog {...endAll} {...dialog} />}
    />
  )
}

/** The sessions of a platform administrator, managed by the others. */
export function PlatformSessions({ userId, fullName }: { userId: string; fullName: string }) {
  const list = useCall(listPlatformSessions, { params: { userId } })
  const saving = useSave(endPlatformSession, sessionEnded)
  const endAll = { call: endPlatformSessions, input: { params: { userId } }, messages: sessionsEnded }
  return (
    <SessionsPanel
      {...{ fullName, list, saving }}
      endSession={(sessionId) => saving.save({ params: { userId, sessionId } })}
      endAllDialog={(dialog) => <ConfirmSaveDialog {...endAll} {...dialog} />}
    />
  )
}
