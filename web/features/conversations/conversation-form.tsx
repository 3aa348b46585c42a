import './conversations.css'
import { maxConversationNote } from '@gya/domain/features/conversations/conversations.model.ts'
import { summarizeSales } from '@gya/domain/features/conversations/conversations.rules.ts'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { isOutcomeUnknown } from '../../lib/api/report-failure.ts'
import { typedAhead } from '../../lib/keys/typed-ahead.ts'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { ChannelAndTime } from './channel-and-time.tsx'
import { ChaseDay } from './line-fields.tsx'
import { OutcomePicker } from './outcome-picker.tsx'
import type { ConversationForm } from './use-conversation.ts'

/** The values for all unchanged lines: outcome, day, note. */
export function ConversationTop({
  form,
  title,
  hideTitle = false,
  first,
  focus = null,
}: {
  form: ConversationForm
  title: ReactNode
  /** Hides the title if it is shown elsewhere. */
  hideTitle?: boolean
  first?: RefObject<HTMLButtonElement | null> | undefined
  /** The field focused on mount. */
  focus?: 'outcome' | 'day' | 'note' | null
}) {
  const { singleKeys } = useMe()
  const titleId = useId()
  const own = useRef<HTMLButtonElement>(null)
  const firstOutcome = first ?? own
  const day = useRef<HTMLDivElement>(null)
  const initially = useRef({ focus, firstOutcome })
  useEffect(() => {
    // Runs after the effects of an enclosing dialog, which sets the focus itself.
    queueMicrotask(() => {
      const { focus, firstOutcome } = initially.current
      if (focus === 'outcome') firstOutcome.current?.focus()
      if (focus === 'day') {
        const field = day.current?.querySelector<HTMLElement>('.in input') ?? null
        field?.focus()
        typedAhead.typeInto(field)
      }
      if (focus === 'note') day.current?.querySelector('textarea')?.focus()
    })
  }, [])
  const { draft, nextAt, refusals, lacksDay } = form
  const lacking = useRef(lacksDay)
  lacking.current = lacksDay
  useEffect(() => {
    if (refusals > 0 && lacking.current) day.current?.querySelector<HTMLElement>('.in input')?.focus()
  }, [refusals])
  return (
    <div className="conversation-top">
      <h3 id={titleId} className={hideTitle ? 'vh' : undefined}>
        {title}
      </h3>
      <OutcomePicker
        value={draft.outcome}
        onChange={form.setOutcome}
        labelledBy={titleId}
        withKeys={singleKeys}
        first={firstOutcome}
      />
      <div className="conversation-note" ref={day}>
        <TextAreaField
          label="Note, for colleagues"
          hideLabel
          placeholder="Add a note"
          rows={1}
          grows
          value={draft.note}
          onChange={(note) => form.setTop({ note })}
          error={draft.note.length > maxConversationNote ? `Use at most ${maxConversationNote} characters.` : undefined}
        />
        {draft.outcome !== null && (
          <ChaseDay
            of=""
            value={{ outcome: draft.outcome, promisedOn: draft.promisedOn, nextAt }}
            now={form.now}
            error={refusals > 0 && lacksDay ? 'Choose the day it is promised for.' : undefined}
            onPromised={(promisedOn) => form.setTop({ promisedOn })}
            onNext={(next) => form.setTop({ nextAt: next })}
          />
        )}
      </div>
      <ChannelAndTime form={form} />
    </div>
  )
}

/** The error of a refused request. */
export const LogRefusal = ({ form }: { form: ConversationForm }) =>
  form.error && (
    <Notice tone="bad" title={isOutcomeUnknown(form.error) ? undefined : 'Not logged.'}>
      {[form.error.message, ...form.error.issues.map(({ message }) => message)].join(' ')}
    </Notice>
  )

/** Describes what will be saved. */
export const LogSummary = ({ form }: { form: ConversationForm }) => {
  const chosen = form.lines.flatMap(({ included, outcome, nextAt, vendorText }) =>
    included && outcome !== null ? { outcome, nextAt, vendorText } : [],
  )
  if (chosen.length === 0 || form.disabledReason)
    return (
      <span className="mut log-summary" role="status">
        {form.disabledReason}
      </span>
    )
  const [count, rest] = summarizeSales(chosen).split(': ')
  return (
    <span className="log-summary">
      <b>{count}</b> <span className="mut">{rest}</span>
    </span>
  )
}

type LogButtonProps = {
  form: ConversationForm
  onLog: () => void
  children: ReactNode
  size?: 's'
}

export const LogButton = ({ form, onLog, children, size }: LogButtonProps) => (
  <Button variant="primary" size={size} pending={form.pending} disabledReason={form.disabledReason} onClick={onLog}>
    {children}
  </Button>
)
