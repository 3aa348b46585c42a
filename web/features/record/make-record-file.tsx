import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import type { readPropertyRecord } from '@gya/domain/features/record/property-record.contract.ts'
import { listRecordFiles, makeRecordFile } from '@gya/domain/features/record/record-file.contract.ts'
import {
  maxEmbeddedBytes,
  maxFileEntries,
  type RecordCopy,
  type RecordFileParty,
} from '@gya/domain/features/record/record-file.rules.ts'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { type EventFilters, queryOfEventFilters } from '../common/event-filters.ts'
import { recordFileAsked } from './record.messages.ts'

type Values = { copy: RecordCopy; party: RecordFileParty; recipient: string | null; reason: string | null }

const copies = [
  { value: 'full', label: 'Full' },
  { value: 'party', label: 'For a party, masked' },
] as const

const parties = [
  { value: 'seller', label: 'Seller’s side' },
  { value: 'buyer', label: 'Buyer’s side' },
] as const

type Props = { params: PropertyParams; counts: Wire<typeof readPropertyRecord, 'response'>['counts']; filters: EventFilters }

/** Creates a record file with the current filter: shows its contents, and asks for recipient and reason. A job creates it. */
export function MakeRecordFile({ params, counts, filters }: Props) {
  const queries = useQueryClient()
  const saving = useSaveForm<typeof makeRecordFile, Values>({
    call: makeRecordFile,
    name: `record-file-${params.propertyId}`,
    initialValues: { copy: 'full', party: 'seller', recipient: '', reason: '' },
    toInput: ({ copy, party, recipient, reason }) => ({
      params,
      body: {
        copy,
        ...(copy === 'party' ? { party } : {}),
        recipient: recipient ?? '',
        reason: reason ?? '',
        ...queryOfEventFilters(filters),
        ...(filters.group ? { groups: [filters.group] } : {}),
      },
    }),
    messages: recordFileAsked,
    onSaved: () => void queries.invalidateQueries({ queryKey: [listRecordFiles.path] }),
  })
  const { form } = saving
  const isParty = form.values.copy === 'party'
  const isIncomplete = !form.values.recipient?.trim() || !form.values.reason?.trim()
  const where = isParty ? 'by name' : counts.documentBytes > maxEmbeddedBytes ? 'in the ZIP' : 'embedded'
  return (
    <section className="panel make-file" aria-labelledby="make-file">
      <header>
        <h2 id="make-file">Make a record file</h2>
      </header>
      <form className="form" {...saving.props}>
        {saving.notices}
        <ul className="file-counts">
          <Count what="Entries" count={counts.entries} />
          <Count what="Notes and calls, deleted ones too" count={counts.notesAndCalls} />
          <Count what="E-mails" count={counts.emails} />
          <Count
            what={`Documents, ${where}`}
            count={counts.documents}
            aside={counts.documents > 0 && showDocumentSize(counts.documentBytes)}
          />
        </ul>
        <SegmentedField label="Copy" wide options={copies} {...form.getInputProps('copy')} />
        {isParty && <SegmentedField label="Recipient’s side" wide options={parties} {...form.getInputProps('party')} />}
        <TextField label="For whom" {...form.getInputProps('recipient')} />
        <TextAreaField
          label="Why"
          rows={2}
          limit={300}
          hint="Goes into the record, with your name."
          {...form.getInputProps('reason')}
        />
        <Button
          type="submit"
          variant="primary"
          icon={IconFileTypePdf}
          pending={saving.pending}
          disabledReason={
            counts.entries > maxFileEntries
              ? 'A PDF holds at most 5,000 entries. Narrow the days.'
              : isIncomplete
                ? 'Say for whom and why.'
                : null
          }
        >
          Make the file
        </Button>
      </form>
    </section>
  )
}

const Count = ({ what, count, aside }: { what: string; count: number; aside?: string | false }) => (
  <li>
    <span>{what}</span>
    <b>
      {count.toLocaleString('en-GB')} {aside && <small>{aside}</small>}
    </b>
  </li>
)
