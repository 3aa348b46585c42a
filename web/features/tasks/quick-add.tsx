import './tasks.css'
import { showDate, weekdayName } from '@gya/domain/common/dates.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { parseQuickTask } from '@gya/domain/features/tasks/parse-quick-task.ts'
import { createTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useKeptState } from '../../lib/forms/use-kept-state.ts'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { typedAhead } from '../../lib/keys/typed-ahead.ts'
import { saleOnScreen } from '../../lib/sale-on-screen.ts'
import { DialogsContext, useCanOpen } from '../../lib/screens.ts'
import { today } from '../../lib/today.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type FoundSale, SaleLookup } from '../common/sale-lookup.tsx'
import { taskAdded } from './tasks.messages.ts'
import { offerUndo } from './use-task-actions.ts'

type Kind = 'task' | 'note' | 'conversation' | 'property'

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'task', label: 'Task' },
  { value: 'note', label: 'Note' },
  { value: 'conversation', label: 'Conversation' },
  { value: 'property', label: 'Property' },
]

const createPath = '/property/create'

const noteAdded = {
  success: { title: 'Note added.' },
  failure: { title: 'The note could not be saved', text: 'Please try again.' },
}

type Props = {
  onClose: () => void
  /** Shows a dialog in place of this one. */
  onDialog: (dialog: (onClose: () => void) => ReactNode) => void
}

const dueText = ({ dueOn, dueAt }: { dueOn: string | null; dueAt: string | null }): string =>
  dueOn === null ? 'No day.' : `Due ${weekdayName(dueOn)} ${showDate(dueOn)}${dueAt === null ? '' : ` at ${dueAt}`}.`

const saveLabels: Record<Kind, string> = {
  task: 'Add task',
  note: 'Add note',
  conversation: 'Log a conversation',
  property: 'Create property',
}

/**
 * "Quick add `Q`: one line, task by default. Enter saves. Also Note, Conversation, Property as choices." [day §9](docs/design/day.md#9).
 */
export function QuickAdd({ onClose, onDialog }: Props) {
  const { company } = useCurrentScope()
  if (company !== undefined) return <QuickAddForm companyId={company} onClose={onClose} onDialog={onDialog} />
  return (
    <Dialog open title="Quick add" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p>Open a company first.</p>
    </Dialog>
  )
}

function QuickAddForm({ companyId, onClose, onDialog }: Props & { companyId: string }) {
  const [begun] = useState(() => ({ line: typedAhead.read().text }))
  useEffect(() => typedAhead.end(), [])
  /** "The sale is the one on screen, changeable." The form of each kind keeps the typed line. */
  const [{ kind, sale }, setKept] = useKeptState<{ kind: Kind; sale: FoundSale | null }>('quick-add', {
    kind: 'task',
    sale: saleOnScreen(),
  })
  const setSale = (chosen: FoundSale | null) => setKept({ kind, sale: chosen })
  const { newConversation } = useContext(DialogsContext)
  const follow = useFollowLink()
  const to = useScopedPath()
  const canOpen = useCanOpen()
  const task = useSaveForm({
    call: createTask,
    name: 'quick-task',
    initialValues: begun,
    toInput: ({ line }) => ({
      params: { companyId },
      body: { ...parseQuickTask(line, today()), note: '', repeat: null, propertyId: sale?.propertyId ?? null },
    }),
    messages: taskAdded,
    onSaved: (answer) => {
      offerUndo(companyId, answer)
      onClose()
    },
  })
  const note = useSaveForm({
    call: addNote,
    name: 'quick-note',
    initialValues: begun,
    toInput: ({ line }) => ({
      params: { companyId, branchId: sale?.branchId ?? '', propertyId: sale?.propertyId ?? '' },
      body: { message: line },
    }),
    messages: noteAdded,
    onSaved: onClose,
  })
  /** Conversations and properties have their own forms. */
  const start = () => {
    onClose()
    if (kind === 'property') follow(to(createPath))
    else if (sale) {
      const { propertyId, branchId, line1 } = sale
      onDialog((close) => newConversation({ companyId, sales: [{ propertyId, branchId, address: line1 }], onClose: close }))
    }
  }
  const hasLine = kind === 'task' || kind === 'note'
  const form = kind === 'note' ? note.form : task.form
  const { line } = form.values
  /** The typed line is kept when the kind changes. */
  const choose = (next: Kind) => {
    const other = next === 'note' ? note.form : task.form
    if (hasLine) other.setFieldValue('line', line)
    setKept({ kind: next, sale })
  }
  const whyNot =
    hasLine && line.trim() === ''
      ? kind === 'task'
        ? 'Write what is to be done first'
        : 'Write the note first'
      : (kind === 'note' || kind === 'conversation') && sale === null
        ? 'Choose the property first'
        : null
  return (
    <SaveFormDialog
      title="Quick add"
      saving={kind === 'task' ? task : kind === 'note' ? note : { submit: start, pending: false, dirty: false }}
      onClose={onClose}
      disabledReason={whyNot}
      saveLabel={saveLabels[kind]}
    >
      <div className="grid1">
        <SegmentedField
          label="What to add"
          options={kinds.filter(({ value }) => value !== 'property' || canOpen(createPath))}
          value={kind}
          onChange={choose}
          wide
        />
        {hasLine && (
          <div>
            <TextField
              {...form.getInputProps('line')}
              label={kind === 'task' ? 'What is to be done' : 'Note'}
              placeholder={kind === 'task' ? 'ring Nettlefold re searches tomorrow 10:00' : undefined}
              maxLength={kind === 'task' ? 220 : 1000}
              required
              data-autofocus
            />
            {kind === 'task' && <WhatItBecomes line={line} />}
          </div>
        )}
        {kind === 'property' ? (
          <p className="mut">Address, owner and fees are asked on a page of their own.</p>
        ) : (
          <SaleLookup optional companyId={companyId} sale={sale} onChange={setSale} />
        )}
      </div>
    </SaveFormDialog>
  )
}

/** "Shown as what it became." */
function WhatItBecomes({ line }: { line: string }) {
  const { title, ...due } = parseQuickTask(line, today())
  return (
    <p role="status" className="quick-became">
      {title === '' ? (
        'A day or time at the end is taken: today, Friday, 12/11, 10:00.'
      ) : (
        <>
          <b>{title}</b> {dueText(due)}
        </>
      )}
    </p>
  )
}
