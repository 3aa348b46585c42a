import './gates-form.css'
import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readGateEffect, type readGateTemplate, saveGateTemplate } from '@gya/domain/features/gates/gates.contract.ts'
import {
  type Gate,
  type GateMode,
  gateApplies,
  gateAppliesLabels,
  gateAutoLabels,
  gateEvidenceLabels,
  gateEvidences,
  gateLabels,
  gateModeLabels,
  gateModes,
  gates,
  maxGateItems,
  overridingRoles,
} from '@gya/domain/features/gates/gates.model.ts'
import { asksWhomItIsAbout } from '@gya/domain/features/gates/gates.rules.ts'
import { overridesText } from '@gya/domain/features/gates/weekly-override-count.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useCall } from '../../lib/api/use-call.ts'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField, SwitchField } from '../../ui/fields/check-field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { moveElement, OrderedRow } from '../../ui/layout/ordered-row.tsx'
import { gatesSaved } from './gates.messages.ts'

type Template = Wire<typeof readGateTemplate, 'response'>
type Effect = Wire<typeof readGateEffect, 'response'>[Gate]
type Row = Omit<Template['items'][number], '_id'> & { _id?: string; rowId: string }
type Values = { modes: Record<Gate, GateMode>; items: Row[] }

let rowsAdded = 0
const newRow = (gate: Gate): Row => ({
  rowId: `new-${(rowsAdded += 1)}`,
  gate,
  title: '',
  help: '',
  applies: 'always',
  evidence: 'note',
  auto: null,
  validDays: null,
  overrideBy: ['COMPANY_ADMIN', 'AREA_MANAGER', 'BRANCH_ADMIN'],
  active: true,
  aboutBuyer: false,
})

const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))
const modeOptions = optionsOf(gateModes, gateModeLabels)
const appliesOptions = optionsOf(gateApplies, gateAppliesLabels)
const evidenceOptions = optionsOf(gateEvidences, gateEvidenceLabels)
const roleOptions = optionsOf(overridingRoles, userTypeLabels)

type RowProps = {
  form: SaveForm<Values>['form']
  row: Row
  /** Index among all items, which is its position in the form. */
  index: number
  /** Index among the items of its gate. */
  place: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

function ItemRow({ form, row, index, place, count, onMove, onRemove }: RowProps) {
  const path = `items.${index}`
  const name = row.title.trim() || 'the new item'
  return (
    <OrderedRow
      name={name}
      index={place}
      count={count}
      onMove={onMove}
      className={classNames('gate-template', !row.active && 'off')}
    >
      <TextField
        {...form.getInputProps(`${path}.title`)}
        label={`Title of item ${place + 1}`}
        hideLabel
        small
        maxLength={80}
        className="gate-title"
      />
      <SelectField
        {...form.getInputProps(`${path}.applies`)}
        label={`For which sales: ${name}`}
        className="gate-applies"
        hideLabel
        options={appliesOptions}
        small
      />
      {row.auto ? (
        <span className="mut t12 gate-auto gate-evidence">{gateAutoLabels[row.auto]}</span>
      ) : (
        <SelectField
          {...form.getInputProps(`${path}.evidence`)}
          label={`Evidence: ${name}`}
          className="gate-evidence"
          hideLabel
          options={evidenceOptions}
          small
        />
      )}
      <NumberField
        {...form.getInputProps(`${path}.validDays`)}
        label={`Days for which it holds: ${name}`}
        className="gate-days"
        hideLabel
        small
        placeholder="No end"
        unit="days"
        min={1}
        max={3650}
        step={1}
        disabledReason={row.auto ? 'It is answered from the data of the sale' : null}
      />
      <MultiSelectField
        {...form.getInputProps(`${path}.overrideBy`)}
        label={`Who may go on without: ${name}`}
        className="gate-override"
        hideLabel
        options={roleOptions}
        noneLabel="Nobody"
        small
      />
      <SwitchField
        {...form.getInputProps(`${path}.active`, { type: 'checkbox' })}
        className="gate-on"
        label={
          <>
            On<span className="vh"> for {name}</span>
          </>
        }
      />
      <IconButton icon={IconTrash} label={`Remove ${name}`} variant="quiet" size="s" className="gate-remove" onClick={onRemove} />
      {asksWhomItIsAbout(row) && (
        <CheckField
          {...form.getInputProps(`${path}.aboutBuyer`, { type: 'checkbox' })}
          className="gate-buyer"
          label={
            <>
              About the buyer: checked again for each offer<span className="vh">, for {name}</span>
            </>
          }
        />
      )}
    </OrderedRow>
  )
}

const waitingWords: Record<Gate, [one: string, many: string]> = {
  accept: ['pending offer', 'pending offers'],
  exchange: ['sale that has not exchanged', 'sales that have not exchanged'],
}

/** "A sentence of what *block* would stop today: 12 pending offers lack 2 items on average." */
export function effectText(gate: Gate, { waiting, lacking, items }: Effect): string {
  const [one, many] = waitingWords[gate]
  if (waiting === 0) return `There are no ${many} today.`
  if (lacking === 0) return `Of ${waiting === 1 ? `1 ${one}` : `${waiting} ${many}`} none lacks anything.`
  const average = Math.round((items / lacking) * 10) / 10
  const each = lacking === 1 ? '' : ' on average'
  return `${lacking === 1 ? `1 ${one} lacks` : `${lacking} ${many} lack`} ${average === 1 ? '1 item' : `${average} items`}${each}.`
}

function GateSection({ gate, form, effect }: { gate: Gate; form: SaveForm<Values>['form']; effect: Effect | undefined }) {
  const { items, modes } = form.values
  const own = items.flatMap((row, index) => (row.gate === gate ? [{ row, index }] : []))
  const set = (rows: Row[]) => form.setFieldValue('items', rows)
  /** Items are reordered within their gate; the positions of the other gate's items stay. */
  const move = (from: number, to: number) => {
    const moved = moveElement(own, from, to).map(({ row }) => row)
    set(items.map((row, index) => moved[own.findIndex((one) => one.index === index)] ?? row))
  }
  return (
    <section className="panel gate-section" aria-label={gateLabels[gate]}>
      <header>
        <h2>{gateLabels[gate]}</h2>
        <SegmentedField
          label={`Mode: ${gateLabels[gate].toLowerCase()}`}
          hideLabel
          value={modes[gate]}
          onChange={(mode) => form.setFieldValue('modes', { ...modes, [gate]: mode })}
          options={modeOptions}
        />
        <span className="spacer" />
        {effect && <span className="mut t12">{effectText(gate, effect)}</span>}
      </header>
      <div className="gate-template gate-head" aria-hidden="true">
        <span />
        <span>What</span>
        <span>For</span>
        <span>Evidence</span>
        <span>Holds</span>
        <span>May go on without</span>
        <span />
        <span />
      </div>
      <ol>
        {own.map(({ row, index }, place) => (
          <ItemRow
            key={row.rowId}
            form={form}
            row={row}
            index={index}
            place={place}
            count={own.length}
            onMove={move}
            onRemove={() => set(items.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <footer>
        <Button
          variant="quiet"
          size="s"
          icon={IconPlus}
          aria-label={`Add an item ${gateLabels[gate].toLowerCase()}`}
          disabledReason={own.length >= maxGateItems ? `Use at most ${maxGateItems} items` : null}
          onClick={() => set([...items, newRow(gate)])}
        >
          Add an item
        </Button>
      </footer>
    </section>
  )
}

/** The company's requirements before an offer is accepted, and before exchange. */
export function GatesForm({ companyId, saved }: { companyId: string; saved: Template }) {
  const effect = useCall(readGateEffect, { params: { companyId } })
  const overridden = effect.data && overridesText(effect.data.overrides)
  const saving = useSaveForm<typeof saveGateTemplate, Values>({
    call: saveGateTemplate,
    name: `gates-${companyId}`,
    initialValues: { modes: saved.modes, items: saved.items.map((item) => ({ rowId: item._id, ...item })) },
    version: saved.version,
    toInput: ({ modes, items }, version) => ({
      params: { companyId },
      body: { modes, items: items.map(({ rowId: _rowId, ...item }) => item), version },
    }),
    messages: gatesSaved,
  })
  return (
    <SaveFormPage label="Gates" saving={saving} labels={{}} saveLabel="Save gates" className="after-tabs" wide>
      <Notice>
        Warn shows what is missing and records it; block refuses. A change counts for offers accepted afterwards: a sale keeps
        what it was accepted under.
      </Notice>
      {overridden && <Notice tone="warn">{overridden}</Notice>}
      {gates.map((gate) => (
        <GateSection key={gate} gate={gate} form={saving.form} effect={effect.data?.[gate]} />
      ))}
    </SaveFormPage>
  )
}
