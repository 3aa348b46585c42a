import './gates.css'
import { showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { deleteGateCheck, overrideGate, readGate, saveGateCheck } from '@gya/domain/features/gates/gates.contract.ts'
import {
  type Gate,
  type GateAuto,
  minOverrideReason,
  minReference,
  noCompletionDate,
} from '@gya/domain/features/gates/gates.model.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCacheAnswer, useCall } from '../../lib/api/use-call.ts'
import { useKeptState } from '../../lib/forms/use-kept-state.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { evidenceText, type GateLine, type GateView } from './evidence-text.ts'
import { checkSaved, checkTakenBack, gateOverridden } from './gates.messages.ts'

type Line = GateLine
type Documents = readonly { _id: string; file: { fileName: string } }[]
type Place = { params: PropertyParams; gate: Gate; offerId: string }

/** The gate of an offer. `blocked`: sentences that explain why the step is refused; empty if it is not. */
export function useGate({ params, gate, offerId }: Omit<Place, 'offerId'> & { offerId: string | undefined }) {
  const input = { params: { ...params, gate }, query: offerId === undefined ? {} : { offerId } }
  const { data, isLoading } = useCall(readGate, input, { enabled: offerId !== undefined })
  const open = data?.items.flatMap(({ why }) => why ?? []) ?? []
  return { view: data && data.mode !== 'off' ? data : undefined, blocked: data?.mode === 'block' ? open : [], isLoading }
}

const looks = {
  met: { icon: IconCircleCheck, words: 'Met' },
  open: { icon: IconCircleDashed, words: 'Open' },
  overridden: { icon: IconAlertTriangle, words: 'Overridden' },
  'not-needed': { icon: IconMinus, words: 'Not needed' },
} as const

type Draft = { reference: string; documentId: string | null; note: string }
/** `draft`: key under which the input is kept if the session ends. */
type FormProps = {
  line: Line
  draft: string
  documents: Documents
  pending: boolean
  onSave: (draft: Draft) => void
  onCancel: () => void
}

function whyNotSave({ evidence }: Line['item'], { reference, documentId, note }: Draft): string | null {
  if (evidence === 'reference' && reference.trim().length < minReference) return `Use ${minReference} characters or more`
  if (evidence === 'document' && documentId === null) return 'Choose a file first'
  return evidence === 'note' && note.trim() === '' ? 'Write the note first' : null
}

/** The evidence of one item, in its line. */
function EvidenceForm({ line, draft: name, documents, pending, onSave, onCancel }: FormProps) {
  const { item } = line
  const [draft, setDraft] = useKeptState<Draft>(name, {
    reference: line.reference,
    documentId: line.document?._id ?? null,
    note: line.note,
  })
  const to = useScopedPath()
  const change = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  return (
    <div className="check-evidence">
      {item.help && <p className="hint">{item.help}</p>}
      {item.evidence === 'reference' && (
        <TextField
          label={`Reference for ${item.title}`}
          hideLabel
          placeholder="Who checked, and the number"
          value={draft.reference}
          onChange={(reference) => change({ reference })}
          maxLength={120}
          data-autofocus
        />
      )}
      {item.evidence === 'document' && (
        <SelectField
          label={`File for ${item.title}`}
          hideLabel
          placeholder={documents.length === 0 ? 'No files yet: add one under Files' : 'Choose a file'}
          value={draft.documentId}
          onChange={(documentId) => change({ documentId })}
          options={documents.map(({ _id, file }) => ({ value: _id, label: file.fileName }))}
        />
      )}
      {item.evidence === 'document' && (
        <LinkButton size="s" to={to('/property/documents')}>
          Add a file
        </LinkButton>
      )}
      {item.evidence === 'note' && (
        <TextField
          label={`Note for ${item.title}`}
          hideLabel
          placeholder="What you have seen"
          value={draft.note}
          onChange={(note) => change({ note })}
          maxLength={500}
        />
      )}
      <Button size="s" variant="primary" pending={pending} disabledReason={whyNotSave(item, draft)} onClick={() => onSave(draft)}>
        Save
      </Button>
      <Button size="s" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function OverrideForm({
  line,
  draft,
  pending,
  onSave,
  onCancel,
}: {
  line: Line
  draft: string
  pending: boolean
  onSave: (reason: string) => void
  onCancel: () => void
}) {
  const [{ reason }, setKept] = useKeptState(draft, { reason: '' })
  const setReason = (typed: string) => setKept({ reason: typed })
  return (
    <div className="check-evidence">
      <TextAreaField
        label={`Why you go on without: ${line.item.title}`}
        hint="It is kept in the record of the sale and shown to company administrators."
        value={reason}
        onChange={setReason}
        rows={2}
        limit={500}
      />
      <Button
        size="s"
        variant="danger"
        pending={pending}
        disabledReason={reason.trim().length < minOverrideReason ? `Say why, in ${minOverrideReason} characters or more` : null}
        onClick={() => onSave(reason)}
      >
        Override
      </Button>
      <Button size="s" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

type Entry = { label: string; path: string; panel?: string; field?: string }

const toChecks = { label: 'Go to the checks', path: '/property/checks' }

const entries: Partial<Record<GateAuto, Entry>> = {
  buyerSolicitor: { label: 'Go to contacts', path: '/property/contacts' },
  chainKnown: { label: 'Go to the chain status', path: '/property/mireport' },
  depositHeld: { label: 'Go to the timeline', path: '/property/timeline' },
  mortgageGood: { label: 'Go to the expected days', path: '/property/timeline', panel: 'days' },
  packSent: { label: 'Go to the leasehold pack', path: '/property/edit' },
  vendorChecked: toChecks,
  buyerChecked: toChecks,
  fundsChecked: toChecks,
  identityGood: { label: 'Go to the offer’s checks', path: '/property/offers' },
}

/** Where the missing data of an item is entered, if a screen has it. */
export const entryOf = (auto: GateAuto, why: string | null): Entry | undefined =>
  auto === 'mortgageGood' && why === noCompletionDate
    ? { label: 'Go to the completion date', path: '/property/timeline', field: '#completion-date' }
    : entries[auto]

type Editing = { itemId: string; how: 'evidence' | 'override' } | null

const EntryLink = ({ entry, title }: { entry: Entry | undefined; title: string }) => {
  const to = useScopedPath()
  if (!entry) return null
  const { label, path, panel, field = '' } = entry
  return (
    <LinkButton size="s" to={`${to(path, {}, { panel })}${field}`}>
      {label}
      <span className="vh">: {title}</span>
    </LinkButton>
  )
}

/** The items of a gate: state, evidence, *Add…*, *Override…*. "A check is one click with its evidence inline." */
export function GateList({ params, gate, offerId, view, documents }: Place & { view: GateView; documents: Documents }) {
  const [editing, setEditing] = useState<Editing>(null)
  const mayCheck = useMay('gate.check')
  const mayOverride = useMay('gate.override')
  const cacheAnswer = useCacheAnswer()
  const saving = useSave(saveGateCheck, checkSaved)
  const removing = useSave(deleteGateCheck, checkTakenBack)
  const overriding = useSave(overrideGate, gateOverridden)
  const pending = saving.pending || removing.pending || overriding.pending
  const keep = (answer: GateView | null) => {
    if (!answer) return
    cacheAnswer(readGate, { params: { ...params, gate }, query: { offerId } }, answer)
    setEditing(null)
  }
  const at = (itemId: string) => ({ ...params, gate, itemId })
  const save = async ({ item, version }: Line, { reference, documentId, note }: Draft) => {
    const evidence = {
      none: {},
      reference: { reference },
      document: { documentId },
      note: { note },
    }[item.evidence]
    keep(await saving.save({ params: at(item._id), body: { offerId, ...evidence, ...(version ? { version } : {}) } }))
  }
  /** Expires on the same day as for the offer for which it was made. */
  const reuse = async ({ item, version, earlier }: Line) => {
    if (!earlier) return
    const { reference, documentId, note, expiresOn } = earlier
    const evidence = { reference, documentId, note, ...(expiresOn ? { expiresOn } : {}) }
    keep(await saving.save({ params: at(item._id), body: { offerId, ...evidence, ...(version ? { version } : {}) } }))
  }
  const takeBack = async (itemId: string) => keep(await removing.save({ params: at(itemId), query: { offerId } }))
  const override = async (itemId: string, reason: string) =>
    keep(await overriding.save({ params: { ...params, gate }, body: { offerId, items: [{ itemId, reason }] } }))
  const error = saving.error ?? removing.error ?? overriding.error
  return (
    <>
      {saving.overlay}
      {removing.overlay}
      {overriding.overlay}
      {error && <Notice tone="bad">{refusalText(error, checkSaved.failure)}</Notice>}
      <ul className="check-list">
        {view.items.map((line) => {
          const { item, state } = line
          const { icon, words } = looks[state]
          const isEdited = editing?.itemId === item._id
          const tick = () => void save(line, { reference: '', documentId: null, note: '' })
          return (
            <li key={item._id} data-state={state}>
              <Icon of={icon} size={18} />
              <div className="check-item">
                <span className="vh">{words}: </span>
                <b>{item.title}</b>
                <span className="mut">{evidenceText(line)}</span>
              </div>
              <span className="check-actions">
                {!isEdited && mayCheck && line.earlier && (
                  <Button size="s" disabledReason={pending ? 'Please wait...' : null} onClick={() => void reuse(line)}>
                    Use the check of {showDate(line.earlier.on)}
                    <span className="vh">: {item.title}</span>
                  </Button>
                )}
                {!isEdited && mayCheck && !item.auto && state === 'open' && (
                  <Button
                    size="s"
                    aria-label={item.evidence === 'none' ? `Tick ${item.title}` : `Add the evidence of ${item.title}`}
                    disabledReason={pending ? 'Please wait...' : null}
                    onClick={item.evidence === 'none' ? tick : () => setEditing({ itemId: item._id, how: 'evidence' })}
                  >
                    {item.evidence === 'none' ? 'Tick' : 'Add…'}
                  </Button>
                )}
                {mayCheck && item.auto && state === 'open' && (
                  <EntryLink entry={entryOf(item.auto, line.why)} title={item.title} />
                )}
                {!isEdited && mayOverride && line.mayOverride && (
                  <Button
                    size="s"
                    variant="quiet"
                    aria-label={`Override ${item.title}`}
                    onClick={() => setEditing({ itemId: item._id, how: 'override' })}
                  >
                    Override…
                  </Button>
                )}
                {mayCheck && !item.auto && state === 'met' && (
                  <Button
                    size="s"
                    variant="quiet"
                    aria-label={`Take back the evidence of ${item.title}`}
                    disabledReason={pending ? 'Please wait...' : null}
                    onClick={() => void takeBack(item._id)}
                  >
                    Take back
                  </Button>
                )}
              </span>
              {isEdited && editing.how === 'evidence' && (
                <EvidenceForm
                  line={line}
                  draft={`check-${offerId}-${item._id}`}
                  documents={documents}
                  pending={pending}
                  onSave={(draft) => void save(line, draft)}
                  onCancel={() => setEditing(null)}
                />
              )}
              {isEdited && editing.how === 'override' && (
                <OverrideForm
                  line={line}
                  draft={`override-${offerId}-${item._id}`}
                  pending={pending}
                  onSave={(reason) => void override(item._id, reason)}
                  onCancel={() => setEditing(null)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
