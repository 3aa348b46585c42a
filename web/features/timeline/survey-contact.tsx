import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import type { StepKey } from '@gya/domain/features/timeline/steps.ts'
import { useState } from 'react'
import { callApi } from '../../platform/api.ts'
import { LookupField } from '../../ui/lookup-field.tsx'
import type { Option } from '../../ui/option-list.tsx'
import type { TimelineEdit } from './use-timeline-edit.ts'

/** "Contact selector: 99 per page." Administration document, section 9. */
const contactsPageSize = 99

/** The points of contact of the company's contacts that a text finds, each with whom it belongs to. */
const findPocs = (companyId: string) => async (text: string, signal: AbortSignal) => {
  const query = { textSearch: text, itemsPerPage: String(contactsPageSize), currentPage: '0' }
  const { data } = await callApi(listContacts, { params: { companyId }, query, signal })
  return data.flatMap((contact) => contact.pocs.map((poc) => ({ value: poc._id, label: poc.name, note: contact.name })))
}

type SurveyContactProps = { stepKey: StepKey; value: string | null; edit: TimelineEdit; onChange: (pocId: string | null) => void }

/** Who does a survey: "survey entry controls (date, notes, contact point of contact, awaiting reports)". */
export function SurveyContact({ stepKey, value, edit, onChange }: SurveyContactProps) {
  const [picked, setPicked] = useState<Option<string> | null>(null)
  const saved = edit.surveyContactOf(stepKey)
  const chosen =
    value === null ? null : picked?.value === value ? picked : saved && { value, label: saved.name, note: saved.contact }
  return (
    <LookupField
      label="Point of contact"
      className="full"
      optional
      placeholder="Search contacts"
      minimum={1}
      delay={300}
      value={chosen}
      find={findPocs(edit.companyId)}
      onChange={(option) => {
        setPicked(option)
        onChange(option?.value ?? null)
      }}
    />
  )
}
