import './conversations.css'
import { type RefObject, useEffect, useRef } from 'react'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { isModified, usesKeys } from '../../lib/uses-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ShortConversations } from '../common/short-conversations.tsx'
import { ConversationTop, LogButton, LogRefusal, LogSummary } from './conversation-form.tsx'
import { isLogKey } from './log-key.ts'
import { outcomeOfKey } from './outcome-picker.tsx'
import { CameBack, Unanswered } from './party-head.tsx'
import { SaleLines } from './sale-lines.tsx'
import type { ConversationForm, Party } from './use-conversation.ts'

/** `1` to `5` choose the outcome, outside fields; `Ctrl Enter` logs. */
function useLogKeys(form: ConversationForm, submit: () => void) {
  const { singleKeys } = useMe()
  const latest = useRef({ form, submit, singleKeys })
  latest.current = { form, submit, singleKeys }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog') !== null
      if (event.defaultPrevented || isElsewhere) return
      const { form, submit, singleKeys } = latest.current
      if (isLogKey(event)) {
        event.preventDefault()
        submit()
      } else if (singleKeys && !isModified(event) && !usesKeys(event.target)) {
        const outcome = outcomeOfKey(event.key)
        if (outcome) form.setOutcome(outcome)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

type Props = {
  form: ConversationForm
  party: Party
  first: RefObject<HTMLButtonElement | null>
  onEmail: () => void
  /** Called after the conversation was logged. */
  onLogged: () => void
}

/** Tab Log of /chase: the outcome for all sales or for each one, with previous conversations beside it. */
export function LogPanel({ form, party, first, onEmail, onLogged }: Props) {
  const mayLog = useMay('day.work')
  const submit = async () => {
    if (await form.submit()) onLogged()
  }
  useLogKeys(form, () => void submit())
  return (
    <div className="chase">
      {mayLog && (
        <section className="panel" aria-label="Log a conversation">
          <header>
            <h2>How did the call go?</h2>
            <span className="mut">Set once for all, then change a line where it differs</span>
          </header>
          <CameBack party={party} />
          <Unanswered party={party} onEmail={onEmail} />
          <ConversationTop form={form} title="How did the call go?" hideTitle first={first} />
          {party.sales.length === 0 ? (
            <EmptyState title="No sales.">A conversation is logged on a sale, and this party has no role in one.</EmptyState>
          ) : (
            <SaleLines form={form} wide />
          )}
          <LogRefusal form={form} />
          <footer className="pfoot">
            <LogSummary form={form} />
            <span className="spacer" />
            {form.dirty && (
              <Button variant="quiet" onClick={form.discard}>
                Discard
              </Button>
            )}
            <LogButton form={form} onLog={() => void submit()}>
              Log conversation{' '}
              <span className="kbd" aria-hidden="true">
                Ctrl ↵
              </span>
            </LogButton>
          </footer>
        </section>
      )}
      <section className="panel" aria-label="Last conversations">
        <header>
          <h2>Last conversations</h2>
        </header>
        <div className="card-part">
          {party.conversations.length === 0 ? (
            <p className="mut">None yet. What is logged here is kept in the record of each sale.</p>
          ) : (
            <ShortConversations conversations={party.conversations.slice(0, shownConversations)} />
          )}
          {party.note !== '' && <p className="card-roles">{party.note}</p>}
        </div>
      </section>
    </div>
  )
}

const shownConversations = 8
