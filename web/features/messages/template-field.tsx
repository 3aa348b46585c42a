import type { Wire } from '@gya/domain/endpoint.ts'
import { listMessageTemplates } from '@gya/domain/features/messages/message-templates.contract.ts'
import type { MessageChannel } from '@gya/domain/features/messages/messages.model.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'

export type Template = Wire<typeof listMessageTemplates, 'response'>['data'][number]

/** The templates of a channel in force in the branch of these sales; for several branches, all visible ones. */
export function useTemplates(companyId: string, branchIds: readonly string[], channel: MessageChannel) {
  const [branchId, ...others] = new Set(branchIds)
  const query = branchId !== undefined && others.length === 0 ? { branchId } : {}
  const read = useCall(listMessageTemplates, { params: { companyId }, query })
  return { ...read, templates: read.data?.data.filter((template) => template.channel === channel) }
}

type Props = {
  templates: readonly Template[]
  value: string | null
  onChange: (words: { templateId: string | null; subject: string; body: string }) => void
}

/** Chooses a template and inserts its text. */
export const TemplateField = ({ templates, value, onChange }: Props) => (
  <SelectField
    label="Template"
    options={[{ value: '', label: 'None' }, ...templates.map(({ _id, name }) => ({ value: _id, label: name }))]}
    value={value ?? ''}
    onChange={(id) => {
      const next = templates.find(({ _id }) => _id === id)
      onChange({ templateId: next?._id ?? null, subject: next?.subject ?? '', body: next?.body ?? '' })
    }}
  />
)
