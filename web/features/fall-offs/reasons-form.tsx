import './reasons-form.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import {
  type FallOffParty,
  fallOffParties,
  fallOffPartyLabels,
  maxMayContactWords,
} from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { type readFallOffReasons, saveFallOffReasons } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { moveElement, OrderedRow } from '../../ui/layout/ordered-row.tsx'
import { reasonsSaved } from './fall-offs.messages.ts'

type Reasons = Wire<typeof readFallOffReasons, 'response'>
type Row = { _id?: string; rowId: string; name: string; party: FallOffParty; active: boolean; used: boolean }
type Values = { reasons: Row[]; mayContactWords: string }

let rowsAdded = 0
const newRow = (): Row => ({ rowId: `new-${(rowsAdded += 1)}`, name: '', party: 'neither', active: true, used: false })

const partyOptions = fallOffParties.map((value) => ({ value, label: fallOffPartyLabels[value] }))

const hidden = (text: string) => <span className="vh">{text}</span>

type RowProps = { form: SaveForm<Values>['form']; row: Row; index: number; count: number; set: (rows: Row[]) => void }

function ReasonRow({ form, row, index, count, set }: RowProps) {
  const { reasons } = form.values
  const name = row.name.trim() || 'the new reason'
  const path = `reasons.${index}`
  return (
    <OrderedRow
      name={name}
      index={index}
      count={count}
      onMove={(from, to) => set(moveElement(reasons, from, to))}
      className={classNames('fall-off-reason', !row.active && 'off')}
    >
      <TextField
        {...form.getInputProps(`${path}.name`)}
        className="reason-name"
        label={`Reason ${index + 1}`}
        hideLabel
        small
        maxLength={80}
      />
      <SelectField
        {...form.getInputProps(`${path}.party`)}
        label={`Whose doing: ${name}`}
        hideLabel
        options={partyOptions}
        small
      />
      <SwitchField {...form.getInputProps(`${path}.active`, { type: 'checkbox' })} label={<>Offered{hidden(` for ${name}`)}</>} />
      <IconButton
        icon={IconTrash}
        label={`Remove ${name}`}
        variant="quiet"
        size="s"
        disabledReason={row.used ? 'A sale fell off for it: switch it off instead' : null}
        onClick={() => set(reasons.filter((_, at) => at !== index))}
      />
    </OrderedRow>
  )
}

/** "The list and its order are the company’s; a reason in use is hidden, never deleted." [forecast §2](docs/design/forecast.md#2). */
export function FallOffReasonsForm({ companyId, saved }: { companyId: string; saved: Reasons }) {
  const saving = useSaveForm<typeof saveFallOffReasons, Values>({
    call: saveFallOffReasons,
    name: `fall-off-reasons-${companyId}`,
    initialValues: {
      reasons: saved.reasons.map((reason) => ({ rowId: reason._id, ...reason })),
      mayContactWords: saved.mayContactWords,
    },
    version: saved.version,
    toInput: ({ reasons, mayContactWords }, version) => ({
      params: { companyId },
      body: { reasons: reasons.map(({ rowId: _rowId, used: _used, ...reason }) => reason), mayContactWords, version },
    }),
    messages: reasonsSaved,
  })
  const { form } = saving
  const { reasons } = form.values
  const set = (rows: Row[]) => form.setFieldValue('reasons', rows)
  return (
    <SaveFormPage label="Reasons of fall offs" saving={saving} labels={{}} saveLabel="Save reasons" className="after-tabs" wide>
      <Notice>
        Whoever performs a fall off chooses one of these. A reason that is switched off is no longer offered; sales that fell off
        for it keep it.
      </Notice>
      <section className="panel fall-off-reasons" aria-label="Reasons">
        <header>
          <h2>Reasons</h2>
          <span className="mut t12">in the order in which they are offered</span>
        </header>
        <ol>
          {reasons.map((row, index) => (
            <ReasonRow key={row.rowId} form={form} row={row} index={index} count={reasons.length} set={set} />
          ))}
        </ol>
        <footer className="fall-off-reason-add">
          <Button variant="quiet" size="s" icon={IconPlus} onClick={() => set([...reasons, newRow()])}>
            Add a reason
          </Button>
        </footer>
      </section>
      <FormPanel title="Consent">
        <TextAreaField
          {...form.getInputProps('mayContactWords')}
          label="What we ask whoever makes an offer or views"
          hint="Only who answers yes is shown with number and e-mail when a sale falls off."
          rows={2}
          limit={maxMayContactWords}
          required
        />
      </FormPanel>
    </SaveFormPage>
  )
}
