import { showCount } from '@gya/domain/common/show-count.ts'
import '../common/party-choice.css'
import './messages.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listPartiesOfSales, readParty } from '@gya/domain/features/conversations/conversations.contract.ts'
import { maxConversationSales } from '@gya/domain/features/conversations/conversations.model.ts'
import { stepsAmong } from '@gya/domain/features/messages/choose-template.ts'
import { type SaleRole, saleRoleLabels, saleRoles } from '@gya/domain/features/property-contacts/parties.ts'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import type { NewMessageProps } from '../../lib/screens.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ComposeMessage, type Person } from './compose-message.tsx'
import { useTemplates } from './template-field.tsx'

/** E-mails one party about its sales, or several parties of the given sales, with one message per party. */
export function MessageDialog(props: NewMessageProps) {
  const { partyRef, sales, onClose } = props
  if (partyRef !== undefined) return <ToOneParty {...props} partyRef={partyRef} />
  if (sales.length <= maxConversationSales) return <ToPartiesOfSales {...props} />
  return (
    <Dialog open title="E-mail" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <Notice tone="warn">
        An e-mail is about at most {maxConversationSales} sales, and {sales.length} are chosen. Choose fewer, and write to the
        others in a second one.
      </Notice>
    </Dialog>
  )
}

type ReadProps = { what: string; error: { message: string } | null; onRetry: () => void; onClose: () => void }

/** Shown while parties and templates are loading, or after an error. */
const Reading = ({ what, error, onRetry, onClose }: ReadProps) => (
  <Dialog open wide title="E-mail" onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
    {error ? (
      <ErrorState title={`${what} could not be read.`} onRetry={onRetry}>
        {error.message}
      </ErrorState>
    ) : (
      <SkeletonLines lines={5} />
    )}
  </Dialog>
)

type CardSale = Wire<typeof readParty, 'response'>['sales'][number]
const keysOf = ({ actionItems }: CardSale): string[] => actionItems.flatMap(({ key, daysLate }) => (daysLate >= 0 ? [key] : []))

/** The initial sales of a message: the given ones, the only sale, or those with due items. */
const startOf = (sales: readonly CardSale[], given: NewMessageProps['sales']): string[] => {
  const chosen = sales.filter(({ propertyId }) => given.some((one) => one.propertyId === propertyId))
  const due = sales.filter((sale) => keysOf(sale).length > 0)
  const shown = chosen.length > 0 ? chosen : due.length > 0 ? due : sales.length === 1 ? sales : []
  return shown.map(({ propertyId }) => propertyId)
}

function ToOneParty({ companyId, partyRef, sales, answers, proposed, onSent, onClose }: NewMessageProps & { partyRef: string }) {
  // Several sales are always open; a single one may be completed or withdrawn.
  const only = sales.length === 1 && sales[0] ? { propertyId: sales[0].propertyId } : {}
  const read = useCall(readParty, { params: { companyId }, query: { ref: partyRef, ...only } })
  const card = read.data
  const chosen = card ? startOf(card.sales, sales) : []
  const about = card?.sales.filter(({ propertyId }) => chosen.includes(propertyId)) ?? []
  const templates = useTemplates(
    companyId,
    about.map(({ branchId }) => branchId),
    'email',
  )
  if (!card || !templates.templates) {
    const retry = () => void (card ? templates.refetch() : read.refetch())
    return <Reading what="The party" error={read.error ?? templates.error} onRetry={retry} onClose={onClose} />
  }
  const { name, role, email, firm } = card.party
  const person: Person = {
    partyRef,
    name,
    role: about[0]?.roles[0] ?? role,
    roles: about.flatMap(({ roles }) => roles),
    email: email || firm?.email || '',
    propertyIds: chosen,
  }
  return (
    <ComposeMessage
      companyId={companyId}
      title={`${answers ? 'Reply' : 'E-mail'}: ${name}`}
      templates={templates.templates}
      people={[person]}
      steps={stepsAmong(about.flatMap(keysOf))}
      about={{ sales: card.sales.map((sale) => ({ propertyId: sale.propertyId, line1: sale.address.line1 })), chosen }}
      draft={`message-${proposed?.proposalId ?? answers?.mailInId ?? partyRef}`}
      answers={answers}
      proposed={proposed}
      onSent={onSent}
      onClose={onClose}
    />
  )
}

type Party = Wire<typeof listPartiesOfSales, 'response'>['data'][number]

/** Returns the recipients with a role, each with their sales in this role. `null`: all parties with all of their sales. */
const peopleOf = (parties: readonly Party[], role: SaleRole | null): Person[] =>
  parties.flatMap((party) => {
    const { ref, name, email, firm } = party
    const inRole = role === null ? party : party.inRoles.find((one) => one.role === role)
    if (!inRole) return []
    const { propertyIds } = inRole
    const roles = role === null ? party.inRoles.map((one) => one.role) : [role]
    return [{ partyRef: ref, propertyIds, name, role: role ?? party.role, roles, email: email || firm?.email || '' }]
  })

function ToPartiesOfSales({ companyId, sales, onSent, onClose }: NewMessageProps) {
  const query = { propertyIds: sales.map(({ propertyId }) => propertyId).join(',') }
  const read = useCall(listPartiesOfSales, { params: { companyId }, query })
  const templates = useTemplates(
    companyId,
    sales.map(({ branchId }) => branchId),
    'email',
  )
  // One sale has few parties, so all are offered without choosing a role.
  const [role, setRole] = useState<SaleRole | null | undefined>(sales.length === 1 ? null : undefined)
  if (!read.data || !templates.templates) {
    const retry = () => void (read.data ? templates.refetch() : read.refetch())
    return <Reading what="The parties" error={read.error ?? templates.error} onRetry={retry} onClose={onClose} />
  }
  const parties = read.data.data
  if (role === undefined) return <RoleDialog parties={parties} onChoose={setRole} onClose={onClose} />
  const people = peopleOf(parties, role)
  return (
    <ComposeMessage
      companyId={companyId}
      title={role === null ? 'E-mail' : `E-mail: ${saleRoleLabels[role].toLowerCase()}, ${showCount(people.length, 'message')}`}
      templates={templates.templates}
      people={people}
      steps={stepsAmong(sales.flatMap(({ keys = [] }) => keys))}
      draft={`message-${role ?? 'all'}-${sales
        .map(({ propertyId }) => propertyId)
        .toSorted()
        .join()}`}
      onBack={sales.length > 1 ? () => setRole(undefined) : undefined}
      onSent={onSent}
      onClose={onClose}
    />
  )
}

type RoleProps = { parties: readonly Party[]; onChoose: (role: SaleRole | null) => void; onClose: () => void }

/** Chooses the role of the recipients for several sales, because a solicitor needs another text than a vendor. */
function RoleDialog({ parties, onChoose, onClose }: RoleProps) {
  const choices = [
    ...saleRoles.map((role) => ({ role, label: saleRoleLabels[role], people: peopleOf(parties, role) })),
    { role: null, label: 'Everybody', people: peopleOf(parties, null) },
  ].filter(({ people }) => people.length > 0)
  return (
    <Dialog open title="Who are you writing to?" onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      {choices.length === 0 && <p>There are no contacts on these sales.</p>}
      <ul className="party-choice">
        {choices.map(({ role, label, people }, index) => {
          const without = people.filter(({ email }) => email === '').length
          const about = new Set(people.flatMap(({ propertyIds }) => propertyIds)).size
          return (
            <li key={role ?? 'everybody'}>
              <button type="button" data-autofocus={index === 0 || undefined} onClick={() => onChoose(role)}>
                <b>{label}</b>
                <span className="mut">
                  {showCount(people.length - without, 'message')}
                  {without > 0 && `, ${without} without an address`}
                </span>
                <span className="mut">{showCount(about, 'sale')}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
