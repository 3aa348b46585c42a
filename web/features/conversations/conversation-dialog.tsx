import '../common/party-choice.css'
import { listPartiesOfSales, readParty } from '@gya/domain/features/conversations/conversations.contract.ts'
import { maxConversationSales } from '@gya/domain/features/conversations/conversations.model.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { useContext, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { DialogsContext, type NewConversationProps } from '../../lib/screens.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { ConversationDraft } from './conversation-draft.ts'
import { ConversationTop, LogRefusal, LogSummary } from './conversation-form.tsx'
import { CameBack, Dial, rolesText, Unanswered } from './party-head.tsx'
import { SaleLines } from './sale-lines.tsx'
import { salesInForm, useConversation } from './use-conversation.ts'

/** Logs a conversation with one party about one or more sales. Asks for the party first if it is unknown. */
export function ConversationDialog(props: NewConversationProps) {
  const [chosen, setChosen] = useState(props.partyRef)
  if (chosen !== undefined) return <LogDialog {...props} partyRef={chosen} />
  return <PartyDialog {...props} onChoose={setChosen} />
}

type PartyDialogProps = NewConversationProps & { onChoose: (partyRef: string) => void }

function PartyDialog({ companyId, sales, onClose, onChoose }: PartyDialogProps) {
  const isTooMany = sales.length > maxConversationSales
  const query = { propertyIds: sales.map(({ propertyId }) => propertyId).join(',') }
  const read = useCall(listPartiesOfSales, { params: { companyId }, query }, { enabled: !isTooMany })
  const parties = read.data?.data ?? []
  const loading = read.isPending && !isTooMany
  const { error } = read
  return (
    <Dialog open title="Who was it with?" onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      {isTooMany && <Notice tone="warn">A conversation is about at most {maxConversationSales} sales. Choose fewer.</Notice>}
      {error && (
        <ErrorState title="The parties could not be read." onRetry={() => void read.refetch()}>
          {error.message}
        </ErrorState>
      )}
      {loading && !error && <SkeletonLines lines={4} />}
      {!loading && !error && parties.length === 0 && (
        <p>There are no contacts on {sales.length === 1 ? 'this sale' : 'these sales'}.</p>
      )}
      {!loading && !error && !isTooMany && parties.length > 0 && (
        <ul className="party-choice">
          {parties.map(({ ref, name, firm, role, sales: count }, index) => (
            <li key={ref}>
              <button type="button" data-autofocus={index === 0 || undefined} onClick={() => onChoose(ref)}>
                <b>{name}</b>
                <span className="mut">
                  {[firm && firm.name !== name ? firm.name : '', saleRoleLabels[role]].filter(Boolean).join(', ')}
                </span>
                {sales.length > 1 && <span className="mut">{count === 1 ? '1 sale' : `${count} sales`}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function LogDialog(props: NewConversationProps & { partyRef: string }) {
  const { companyId, partyRef, sales, outcome, replaces, onLogged, onClose } = props
  // Several sales are always open; a single one may be completed or withdrawn.
  const only = sales.length === 1 && sales[0] ? { propertyId: sales[0].propertyId } : {}
  const { data: party, error, refetch } = useCall(readParty, { params: { companyId }, query: { ref: partyRef, ...only } })
  const draft = props.draft as ConversationDraft | undefined
  const form = useConversation({ companyId, partyRef, party, start: { sales, outcome, replaces, draft } })
  /** The note of a conversation just logged can be typed at once. */
  const isNote = replaces !== undefined
  const { newMessage } = useContext(DialogsContext)
  const [writing, setWriting] = useState(false)
  const onEmail = () => setWriting(true)
  const submit = async () => {
    if (!(await form.submit())) return
    onLogged?.()
    onClose()
  }
  return (
    <SaveFormDialog
      wide
      title={party ? `Log: ${party.party.name}` : 'Log a conversation'}
      saving={{ submit: () => void submit(), pending: form.pending, dirty: form.dirty }}
      onClose={onClose}
      disabledReason={form.disabledReason}
      saveLabel="Log conversation"
      summary={<LogSummary form={form} />}
      unsaved="It has not been logged."
    >
      <LeaveGuard dirty={form.dirty && !form.pending} />
      {!party && error && (
        <ErrorState title="The card could not be read." onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      )}
      {!party && !error && <SkeletonLines lines={6} />}
      {(party || isNote) && (
        <div className="log-dialog">
          {party && (
            <>
              <p className="mut">
                {party.party.firm && party.party.firm.name !== party.party.name ? `${party.party.firm.name}. ` : ''}
                {rolesText(party)}
              </p>
              <Dial party={party} onCall={() => undefined} onEmail={onEmail} withKeys={false} />
              <CameBack party={party} />
              <Unanswered party={party} onEmail={onEmail} />
            </>
          )}
          {isNote && <Notice>What was just logged is taken back when this is logged. Closing keeps it.</Notice>}
          <ConversationTop
            form={form}
            title="How did it go?"
            focus={isNote ? 'note' : outcome === 'promised' ? 'day' : 'outcome'}
          />
          {party && <SaleLines form={form} wide={false} />}
          <LogRefusal form={form} />
        </div>
      )}
      {writing && newMessage({ companyId, partyRef, sales: salesInForm(form), onClose: () => setWriting(false) })}
    </SaveFormDialog>
  )
}
