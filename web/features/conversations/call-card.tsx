import './conversations.css'
import { readParty } from '@gya/domain/features/conversations/conversations.contract.ts'
import { IconArrowsMaximize } from '@tabler/icons-react'
import { type ReactNode, useContext, useRef, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { useDiallerReturn } from '../../lib/use-dialler-return.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconLinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import type { ReachableParty } from '../common/sale-parties.ts'
import { ShortConversations } from '../common/short-conversations.tsx'
import { storeCardHandover } from './card-handover.ts'
import type { Start } from './conversation-draft.ts'
import { ConversationTop, LogButton, LogRefusal, LogSummary } from './conversation-form.tsx'
import { isLogKey } from './log-key.ts'
import { CameBack, Dial, rolesText, Unanswered } from './party-head.tsx'
import { SaleLines } from './sale-lines.tsx'
import { salesInForm, useConversation } from './use-conversation.ts'

/** Number of conversations shown on a card. */
const shownConversations = 3

type Props = {
  companyId: string
  party: Pick<ReachableParty, 'ref' | 'name' | 'firm'>
  /** Initial sales and outcome. An outcome chosen by key is part of the component's React `key`. */
  start: Start | undefined
  /** URL of the full card. */
  fullCard: string
  /** The e-mail of the selected action item, above the log form. */
  mail?: ReactNode
  /** Why the selected action item is listed. */
  why?: ReactNode
  /** Hints about keys of the screen, in the footer. */
  hints?: ReactNode
  /** Called after the conversation was logged. */
  onLogged?: (() => void) | undefined
}

/** The call card of a party beside Today: contact details, subject, and outcome. */
export function CallCard({
  companyId,
  party: { ref: partyRef, name, firm },
  start,
  fullCard,
  mail,
  why,
  hints,
  onLogged,
}: Props) {
  const { data: party, error, refetch } = useCall(readParty, { params: { companyId }, query: { ref: partyRef } })
  const form = useConversation({ companyId, partyRef, party, ...(start ? { start } : {}), stored: true })
  const { singleKeys } = useMe()
  const mayLog = useMay('day.work')
  const isPhone = useIsPhone()
  const first = useRef<HTMLButtonElement>(null)
  const { newMessage } = useContext(DialogsContext)
  const [writing, setWriting] = useState(false)
  const onEmail = mayLog ? () => setWriting(true) : undefined
  const onCall = useDiallerReturn(() => first.current?.focus())
  const submit = async () => {
    if (await form.submit()) onLogged?.()
  }
  return (
    <section
      className="call-card"
      aria-label={`Call card of ${name}`}
      onKeyDown={(event) => {
        if (event.defaultPrevented || !isLogKey(event)) return
        event.preventDefault()
        void submit()
      }}
    >
      <LeaveGuard dirty={form.dirty} stays={({ pathname }) => pathname === '/chase' || pathname === '/today'} />
      <div className="card-scroll">
        <div className="card-part">
          <div className="card-person">
            <Avatar name={name} size={40} />
            <div>
              <h2>{name}</h2>
              {firm !== '' && <small>{firm}</small>}
            </div>
            <IconLinkButton
              to={fullCard}
              icon={IconArrowsMaximize}
              label="Open the full card (Enter)"
              variant="quiet"
              size="s"
              onClick={() => storeCardHandover(companyId, partyRef, start)}
            />
          </div>
          {party && (
            <>
              <p className="card-roles">{rolesText(party)}</p>
              <Dial party={party} onCall={onCall} onEmail={onEmail} withKeys={singleKeys} />
              <CameBack party={party} />
              <Unanswered party={party} onEmail={onEmail} />
              {party.note !== '' && <p className="card-roles">{party.note}</p>}
            </>
          )}
        </div>
        {!party && error && (
          <ErrorState title="The card could not be read." onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        )}
        {!party && !error && (
          <div className="card-part">
            <SkeletonLines lines={6} />
          </div>
        )}
        {party && (
          <>
            <div className="card-part">
              <h3>About</h3>
              <SaleLines form={form} wide={false} />
            </div>
            {mail && <div className="card-part">{mail}</div>}
            {mayLog && (
              <div className="card-part">
                <ConversationTop
                  form={form}
                  title={
                    <>
                      How did it go?{' '}
                      {singleKeys && (
                        <span className="kbd" aria-hidden="true">
                          L
                        </span>
                      )}
                    </>
                  }
                  first={first}
                  focus={start?.outcome === 'promised' ? 'day' : isPhone ? 'outcome' : null}
                />
                <LogRefusal form={form} />
              </div>
            )}
            {why && <div className="card-part">{why}</div>}
            {party.conversations.length > 0 && (
              <div className="card-part">
                <h3>Last conversations</h3>
                <ShortConversations conversations={party.conversations.slice(0, shownConversations)} />
              </div>
            )}
          </>
        )}
      </div>
      {party && (
        <footer>
          {form.dirty || form.draft.outcome !== null || hints === undefined ? <LogSummary form={form} /> : hints}
          <span className="spacer" />
          {mayLog && (
            <LogButton form={form} size="s" onLog={() => void submit()}>
              Log for {form.lines.filter(({ included }) => included).length}
            </LogButton>
          )}
        </footer>
      )}
      {writing && newMessage({ companyId, partyRef, sales: salesInForm(form), onClose: () => setWriting(false) })}
    </section>
  )
}
