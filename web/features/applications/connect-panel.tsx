import './applications.css'
import type { ApiScope } from '@gya/domain/access/api-scopes.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { askForApp, decideConnection, readConnection } from '@gya/domain/features/applications/applications.contract.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { appAsked, connected } from './applications.messages.ts'
import { ScopeChoice } from './scope-choice.tsx'

type Asking = Exclude<Wire<typeof readConnection, 'response'>, { redirectTo: string }>

/** The request of an application: its person connects it or not. [open §2.4](docs/design/open.md#2.4). */
export function ConnectPanel({ ticket }: { ticket: string | undefined }) {
  const { data, error, refetch } = useCall(readConnection, { query: { ticket: ticket ?? '' } }, { enabled: ticket !== undefined })
  const back = data && 'redirectTo' in data ? data.redirectTo : null
  useEffect(() => {
    if (back !== null) location.replace(back)
  }, [back])
  if (ticket === undefined) return <Refused>{notValid}</Refused>
  if (error?.code === 'CONNECT_EXPIRED') return <Refused>{error.message}</Refused>
  if (error?.code === 'APP_NOT_READABLE') return <Refused>{error.issues[0]?.message ?? error.message}</Refused>
  if (error?.code === 'NOT_FOUND' || error?.code === 'VALIDATION_FAILED') return <Refused>{notValid}</Refused>
  if (error)
    return (
      <Box title="Connect an application">
        <ReadFailed what="request of the application" error={error} onRetry={() => void refetch()} />
      </Box>
    )
  if (!data || 'redirectTo' in data)
    return (
      <div className="connect">
        <SkeletonLines lines={3} />
      </div>
    )
  return data.state === 'allowed' ? <Decide ticket={ticket} asking={data} /> : <NotAllowed ticket={ticket} asking={data} />
}

const notValid = 'This request of an application is not valid. Nothing was connected. Go back to it and start again.'

const Refused = ({ children }: { children: string }) => (
  <Box title="Nothing was connected">
    <p>{children}</p>
  </Box>
)

/** Focus is on the heading, so that Enter does not connect. */
function Box({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="connect">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

const isWriting = (scope: ApiScope): boolean => /:(write|manage)$/.test(scope)

function Decide({ ticket, asking: { name, host, local, scopes } }: { ticket: string; asking: Asking }) {
  const { fullName } = useMe()
  const [chosen, setChosen] = useState<ApiScope[]>(scopes)
  const deciding = useSave(decideConnection, connected)
  const decide = async (allow: boolean) => {
    const answer = await deciding.save({ body: { ticket, allow, scopes: allow ? chosen : [] } })
    if (answer) location.replace(answer.redirectTo)
  }
  return (
    <Box title={`Connect ‘${name}’ to GYA?`}>
      <p>
        <b>{host}</b> asks to act for you, {fullName}. It sees at most what you see.
        {local && ' It runs on this computer.'}
      </p>
      {deciding.overlay}
      {deciding.error && deciding.error.code !== 'CONFIRM_IDENTITY' && <Notice tone="bad">{deciding.error.message}</Notice>}
      <ScopeChoice legend="It may" offered={scopes} chosen={chosen} onChange={setChosen} />
      {chosen.filter(isWriting).join() === 'draft:write' && (
        <p>It cannot change a sale: what it suggests waits for you under Proposals.</p>
      )}
      <div className="connect-actions">
        <Button
          variant="primary"
          pending={deciding.pending}
          disabledReason={chosen.length === 0 ? 'Choose what it may do' : null}
          onClick={() => void decide(true)}
        >
          Connect
        </Button>
        <Button disabledReason={deciding.pending ? 'Please wait...' : null} onClick={() => void decide(false)}>
          Do not connect
        </Button>
      </div>
      <p className="mut t12">You can end this at any time under Profile › Applications. Your administrators see it too.</p>
    </Box>
  )
}

function NotAllowed({ ticket, asking: { name, host, state } }: { ticket: string; asking: Asking }) {
  const { company } = useMe()
  const asks = useSave(askForApp, appAsked)
  const [isAsked, setAsked] = useState(state === 'asked')
  if (state === 'refused')
    return (
      <Box title={`‘${name}’ is not allowed`}>
        <p>{company?.name ?? 'Your company'} does not allow this application.</p>
      </Box>
    )
  return (
    <Box title={`‘${name}’ is not allowed yet`}>
      <p>
        {company?.name ?? 'Your company'} has not allowed ‘{name}’ from <b>{host}</b> yet.
      </p>
      {asks.overlay}
      {asks.error && <Notice tone="bad">{asks.error.message}</Notice>}
      {isAsked ? (
        <p role="status">Asked. You get an e-mail when it is decided.</p>
      ) : (
        <div className="connect-actions">
          <Button
            variant="primary"
            pending={asks.pending}
            onClick={() => void asks.save({ body: { ticket } }).then((answer) => answer && setAsked(true))}
          >
            Ask an administrator
          </Button>
        </div>
      )}
    </Box>
  )
}
