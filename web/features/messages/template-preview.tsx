import { errors } from '@gya/domain/error-catalogue.ts'
import { listPartiesOfSales } from '@gya/domain/features/conversations/conversations.contract.ts'
import { mergeIssues } from '@gya/domain/features/messages/merge-text.ts'
import type { MessagePreview } from '@gya/domain/features/messages/messages.contract.ts'
import { maxMessageBody, maxMessageSubject } from '@gya/domain/features/messages/messages.model.ts'
import { type SaleRole, saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { type FoundSale, SaleLookup } from '../common/sale-lookup.tsx'
import { noSubject, PreviewText, usePreviews, useSettled, type Words } from './message-preview.tsx'

type Input = {
  companyId: string
  sale: FoundSale | null
  words: Words
  audience: readonly SaleRole[]
  /** A saved template. Its preview is required to switch it on. */
  templateId?: string | undefined
}

/** Previews a template for each party of a sale in its audience. */
export function useSalePreview({ companyId, sale, words, audience, templateId }: Input) {
  const { subject, body } = useSettled(words)
  const propertyId = sale?.propertyId ?? ''
  const parties = useCall(
    listPartiesOfSales,
    { params: { companyId }, query: { propertyIds: propertyId } },
    { enabled: sale !== null },
  )
  const to = (parties.data?.data ?? [])
    .filter(({ role }) => audience.includes(role))
    .map(({ ref }) => ({ partyRef: ref, propertyIds: [propertyId] }))
  const input = { templateId: templateId ?? null, subject: subject.trim() || noSubject, body, to }
  const canBeSent =
    body.trim() !== '' &&
    body.length <= maxMessageBody &&
    subject.length <= maxMessageSubject &&
    mergeIssues({ subject, body }).length === 0
  const preview = usePreviews(companyId, input, sale !== null && canBeSent && to.length > 0)
  const shown = to.length > 0 && canBeSent ? (preview.data?.data ?? []) : []
  return {
    messages: shown.map((one) => (subject.trim() === '' ? { ...one, subject: '' } : one)),
    isNobody: parties.data !== undefined && to.length === 0,
    isWrong: !canBeSent,
    isLoading: parties.isLoading || preview.isLoading,
    error: parties.error ?? preview.error,
    retry: () => void (parties.error ? parties.refetch() : preview.refetch()),
  }
}

type SalePreview = ReturnType<typeof useSalePreview>

/** Returns why there is no preview, or `null`. */
function whyNone(preview: SalePreview, sale: FoundSale | null): string | null {
  if (sale === null) return 'Choose a property, and read the words as they would go out.'
  if (preview.isWrong) return 'The preview is shown again when the text has no errors.'
  return preview.isNobody ? 'This sale has no party in the audience.' : null
}

const Recipient = ({ message }: { message: MessagePreview }) => (
  <header>
    <b>{message.name}</b>
    <span className="mut">
      {saleRoleLabels[message.role]}
      {message.to === '' ? `. ${errors.NO_ADDRESS[1]}` : `, ${message.to}`}
    </span>
  </header>
)

export const Messages = ({ messages }: { messages: readonly MessagePreview[] }) =>
  messages.map((message) => (
    <section key={message.partyRef} className="message-preview" aria-label={`To ${message.name}`}>
      <Recipient message={message} />
      <PreviewText preview={message} />
    </section>
  ))

/** Shown while there is no preview. */
export function PreviewState({ preview, sale }: { preview: SalePreview; sale: FoundSale | null }) {
  const why = whyNone(preview, sale)
  if (why !== null) return <p className="mut">{why}</p>
  if (preview.error)
    return (
      <ErrorState title="The preview could not be loaded." onRetry={preview.retry}>
        {preview.error.message}
      </ErrorState>
    )
  return preview.isLoading ? <SkeletonLines lines={6} /> : null
}

type Props = Omit<Input, 'sale'> & { sale: FoundSale | null; onSale: (sale: FoundSale | null) => void }

/** "Live preview on a sale that one picks." [day §4](docs/design/day.md#4). */
export function TemplatePreview({ onSale, ...input }: Props) {
  const { companyId, sale } = input
  const preview = useSalePreview(input)
  const [ref, setRef] = useState<string | null>(null)
  const current = preview.messages.find(({ partyRef }) => partyRef === ref) ?? preview.messages[0]
  return (
    <FormPanel title="Preview" className="template-preview">
      <SaleLookup label="On the sale of" companyId={companyId} sale={sale} onChange={onSale} />
      {preview.messages.length > 1 && (
        <SelectField
          label="To"
          options={preview.messages.map(({ partyRef, name, role }) => ({
            value: partyRef,
            label: `${name}, ${saleRoleLabels[role].toLowerCase()}`,
          }))}
          value={current?.partyRef}
          onChange={setRef}
        />
      )}
      {current ? <Messages messages={[current]} /> : <PreviewState preview={preview} sale={sale} />}
    </FormPanel>
  )
}
