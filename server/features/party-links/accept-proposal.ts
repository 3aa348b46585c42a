import { showDate } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { describeExpectedChanges } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { Proposer } from '@gya/domain/features/party-links/party-links.model.ts'
import { describeStepChanges } from '@gya/domain/features/party-links/proposals.rules.ts'
import type { Db } from '../../db/pool.ts'
import { insertDocument } from '../documents/documents.repository.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { saveExpectedDates } from '../expected-dates/save-expected.ts'
import { expectedParts } from '../expected-dates/undo-expected.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { requireTimelineChange, type TimelineChangeRequest } from '../timeline/decide-timeline-change.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { fieldsPart, stepParts } from '../undo/undo-property-parts.ts'
import { proposedChange } from './decide-proposal.ts'
import { contentOf, type ProposalRow } from './proposals.repository.ts'

export type AcceptContext = { db: Db; now: string; today: string; newId(): string; userId: string }

/** The result of accepting, apart from the proposal itself. */
export type Accepted = { events: NewEvent[]; parts: UndoPart[]; documentId: string | null; description: string }

const nothing: Accepted = { events: [], parts: [], documentId: null, description: '' }

/** "Accepting runs the ordinary call, with the rules and gates of that moment." Throws the error of a rule that refuses. */
export async function applyProposal(
  context: AcceptContext,
  property: LoadedProperty,
  ids: PropertyIds,
  row: ProposalRow,
): Promise<Accepted> {
  const party = row.party as Proposer
  const change = proposedChange(party, contentOf(row), property)
  const accepted = await (change.kind === 'timeline'
    ? applyTimeline(context, property, ids, change.request)
    : change.kind === 'expected'
      ? applyExpected(context, property, ids, change.input)
      : change.kind === 'document'
        ? addDocument(context, ids, row)
        : nothing)
  return { ...accepted, events: accepted.events.map((event) => withProposer(event, party, row)) }
}

/** Adds the proposer to the event of the proposed step. Further changes made by rules do not get one. */
function withProposer(event: NewEvent, party: Proposer, { step_key, source, source_id }: ProposalRow): NewEvent {
  const isByRule = event.kind === 'step-changed' && event.data?.key !== step_key
  const from = source === 'link' ? {} : { source, sourceId: source_id }
  return isByRule ? event : { ...event, data: { ...event.data, proposedBy: party, ...from } }
}

async function applyTimeline(
  { db, today, now }: AcceptContext,
  property: LoadedProperty,
  ids: PropertyIds,
  request: TimelineChangeRequest,
): Promise<Accepted> {
  const { outcome, completionDate, events } = requireTimelineChange(property, request, { today, now })
  const before = property.detail.completionDate
  const isDateSet = completionDate !== before
  await saveStepChanges(db, ids, outcome.changes)
  if (isDateSet) await updatePropertyFields(db, ids, { completion_date: completionDate })
  const dated = isDateSet ? [fieldsPart(ids.propertyId, { completion_date: before }, { completion_date: completionDate })] : []
  const set = isDateSet && completionDate !== null ? `completion date ${showDate(completionDate)}` : ''
  return {
    events,
    parts: [...stepParts(ids.propertyId, property.timeline, outcome.changes), ...dated],
    documentId: null,
    description: [set, describeStepChanges(outcome.changes)].filter(Boolean).join(', '),
  }
}

async function applyExpected(
  context: AcceptContext,
  { detail }: LoadedProperty,
  ids: PropertyIds,
  input: Parameters<typeof saveExpectedDates>[3],
): Promise<Accepted> {
  const { changes, events } = await saveExpectedDates(context, ids, detail, input)
  return {
    events,
    parts: expectedParts(ids.propertyId, changes),
    documentId: null,
    description: describeExpectedChanges(changes),
  }
}

/** Makes the party's file a document of the property. The file was scanned on upload. */
async function addDocument({ db, now, newId, userId }: AcceptContext, ids: PropertyIds, row: ProposalRow): Promise<Accepted> {
  const { document_file: file, file_name, content_type, bytes, sha256, text } = row
  if (file === null || file_name === null || content_type === null || bytes === null) throw new Error('The proposal has no file.')
  const documentId = newId()
  await insertDocument(db, {
    company_id: ids.companyId,
    id: documentId,
    property_id: ids.propertyId,
    note: text,
    file,
    file_name,
    content_type,
    bytes,
    sha256,
    createdon: now,
    created_by: userId,
    being_checked: false,
  })
  const event: NewEvent = {
    kind: 'document-added',
    data: { documentId, fileName: file_name, note: text, ...(sha256 ? { sha256: sha256.toString('hex') } : {}) },
  }
  return { events: [event], parts: [], documentId, description: 'file added' }
}
