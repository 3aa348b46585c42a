import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listOwnSessions } from '@gya/domain/features/sessions/sessions.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import './sessions.css'

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
