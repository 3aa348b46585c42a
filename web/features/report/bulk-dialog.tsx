import { isDateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { isActiveWorker } from '@gya/domain/features/members/member-reach.ts'
import { listBranchMembers, listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import { reportSteps, stepDefinition } from '@gya/domain/features/timeline/step-definitions.ts'
import { type StepState, stateLabels, stepStates } from '@gya/domain/features/timeline/timeline.model.ts'
import { IconBolt, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { isOutcomeUnknown } from '../../lib/api/report-failure.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useIdempotencyKey } from '../../lib/forms/use-save.tsx'
import { today as todayInLondon } from '../../lib/today.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type CellChange, wasOf } from './cell-edits.ts'
import type { ShownRow, WireReportRow } from './report-columns.tsx'

export type BulkKind = 'progressor' | 'step' | 'expectedExchange'
type Answer = Wire<typeof editCells, 'response'>
type Change = CellChange & { moveTasks?: boolean }

const titles: Record<BulkKind, string> = {
  progressor: 'Assign progressor',
  step: 'Set step',
  expectedExchange: 'Expected exchange',
}

type Props = {
  kind: BulkKind
  companyId: string
  rows: readonly ShownRow[]
  onClose: () => void
  onSaved: (rows: readonly WireReportRow[]) => void
}

const failureTitle = (error: ApiError): string | undefined => {
  if (isOutcomeUnknown(error)) return undefined
  return error.code === 'BULK_CHANGED' ? 'Nothing was saved; this is what would happen now' : 'Nothing was saved'
}

/** Changes all selected rows at once: first shows the effects, then saves all rows that can be changed. */
export function BulkDialog({ kind, companyId, rows, onClose, onSaved }: Props) {
  const queries = useQueryClient()
  const [change, setChange] = useState<Change | null>(null)
  const edits = change ? rows.map((row) => ({ propertyId: row._id, ...change, was: wasOf(row, change) })) : []
  const preview = useQuery<Answer, ApiError>({
    queryKey: ['bulk preview', edits],
    queryFn: ({ signal }) => callApi(editCells, { params: { companyId }, body: { edits, preview: true }, signal }),
    enabled: change !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const outcome = change && preview.data ? outcomeOf(preview.data, rows) : null
  const key = useIdempotencyKey(editCells)
  const apply = useMutation<Answer, ApiError, readonly string[]>({
    networkMode: 'always',
    mutationFn: (ids) =>
      undoStack.track(
        callApi(editCells, {
          params: { companyId },
          idempotencyKey: key.of({ params: { change, ids } }),
          body: { edits: edits.filter(({ propertyId }) => ids.includes(propertyId)) },
        }),
      ),
    onSuccess: (answer) => {
      key.renew()
      if (answer.undoId !== null) undoStack.push({ companyId, undoId: answer.undoId, description: answer.description })
      onSaved(answer.rows)
    },
    // The rows, and with them the preview, are read again.
    onError: () => void queries.invalidateQueries().then(() => preview.refetch()),
  })
  const count = outcome?.willChange.length ?? 0
  return (
    <Dialog
      open
      title={`${titles[kind]}: ${rows.length} ${rows.length === 1 ? 'sale' : 'sales'}`}
      onClose={onClose}
      locked={apply.isPending}
      onSubmit={() => count > 0 && !apply.isPending && apply.mutate(outcome?.willChange ?? [])}
      footer={
        <>
          <Button onClick={onClose} disabledReason={apply.isPending ? 'Please wait...' : null}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={apply.isPending}
            disabledReason={outcome ? (count === 0 ? 'Nothing would change' : null) : 'Choose what to set first'}
          >
            {count === 0 ? 'Apply' : `Change ${count}`}
          </Button>
        </>
      }
    >
      {kind === 'progressor' && <ProgressorFields companyId={companyId} rows={rows} onChange={setChange} />}
      {kind === 'step' && <StepFields onChange={setChange} />}
      {kind === 'expectedExchange' && <ExpectedFields onChange={setChange} />}
      {apply.error && (
        <Notice tone="bad" title={failureTitle(apply.error)}>
          {apply.error.message}
        </Notice>
      )}
      {preview.error && <Notice tone="bad">{preview.error.message}</Notice>}
      {apply.isPending ? (
        <div className="bulk-preview" role="status">
          <progress aria-label="Saving" /> Saving {count} {count === 1 ? 'sale' : 'sales'}…
        </div>
      ) : (
        outcome && <Preview outcome={outcome} />
      )}
    </Dialog>
  )
}

type Outcome = {
  willChange: readonly string[]
  unchanged: number
  refused: readonly { address: string; message: string }[]
  /** "Enquiries raised starts in 8 sales" */
  also: readonly string[]
  vendorsNotified: number
}

function outcomeOf({ changes, refused, vendorsNotified }: Answer, rows: readonly ShownRow[]): Outcome {
  const changed = new Set(changes.map(({ propertyId }) => propertyId))
  const refusedIds = new Set(refused.map(({ propertyId }) => propertyId))
  const willChange = rows.flatMap(({ _id }) => (changed.has(_id) && !refusedIds.has(_id) ? [_id] : []))
  const byRule = Map.groupBy(
    changes.filter(({ because }) => because !== null),
    ({ title, to }) =>
      `${title}${to === 'IP' ? ' starts' : ` becomes ${stateLabels[to as StepState]?.toLowerCase() ?? to ?? 'empty'}`}`,
  )
  return {
    willChange,
    unchanged: rows.length - willChange.length - refused.length,
    refused: refused.map(({ propertyId, message }) => ({
      address: rows.find(({ _id }) => _id === propertyId)?.address.line1 ?? '',
      message,
    })),
    also: [...byRule].map(([words, { length }]) => `${words} in ${length} ${length === 1 ? 'sale' : 'sales'}`),
    vendorsNotified,
  }
}

const Preview = ({ outcome: { willChange, unchanged, refused, also, vendorsNotified } }: { outcome: Outcome }) => (
  <div className="bulk-preview" role="status">
    <p>
      <b>{willChange.length} will change</b>
      {refused.length > 0 && `, ${refused.length} cannot`}
      {unchanged > 0 && `, ${unchanged} already ${unchanged === 1 ? 'is' : 'are'} so`}
    </p>
    {also.map((one) => (
      <p key={one}>
        <Icon of={IconBolt} size={14} /> {one}
      </p>
    ))}
    {vendorsNotified > 0 && (
      <p>
        <Icon of={IconMail} size={14} /> {vendorsNotified} {vendorsNotified === 1 ? 'vendor gets' : 'vendors get'} an e-mail
      </p>
    )}
    {refused.length > 0 && (
      <ul aria-label="Cannot change">
        {refused.map(({ address, message }) => (
          <li key={address}>
            <b>{address}</b> {message}
          </li>
        ))}
      </ul>
    )}
  </div>
)

type FieldsProps = { onChange: (change: Change | null) => void }

function ProgressorFields({ companyId, rows, onChange }: FieldsProps & { companyId: string; rows: readonly ShownRow[] }) {
  const [bStaff, setBStaff] = useState<string | null>()
  const [moveTasks, setMoveTasks] = useState(true)
  const branchIds = new Set(rows.map(({ branch }) => branch))
  const [branchId = ''] = branchIds
  const query = { itemsPerPage: '100' }
  const inBranch = useCall(listBranchMembers, { params: { branchId }, query }, { enabled: branchIds.size === 1 })
  const inCompany = useCall(listCompanyMembers, { params: { companyId }, query }, { enabled: branchIds.size > 1 })
  const people = ((branchIds.size === 1 ? inBranch : inCompany).data?.data ?? []).filter(isActiveWorker)
  const set = (next: string | null | undefined, move: boolean) => {
    setBStaff(next)
    setMoveTasks(move)
    onChange(next === undefined ? null : { bStaff: next, ...(move && next !== null ? { moveTasks: true } : {}) })
  }
  return (
    <>
      <SelectField
        label="Sales progressor"
        searchable
        options={[
          ...people.map(({ _id, fullName }) => ({ value: _id as string | null, label: fullName })),
          { value: null, label: 'Nobody' },
        ]}
        value={bStaff}
        onChange={(next) => set(next, moveTasks)}
      />
      <CheckField
        label="Also move their open tasks on these sales"
        checked={moveTasks && bStaff !== null}
        disabledReason={bStaff === null ? 'Tasks stay with whom they are assigned to' : null}
        onChange={(move) => set(bStaff, move)}
      />
    </>
  )
}

const stepOptions = reportSteps
  .filter(({ keyName }) => keyName !== 'SaleAgreed')
  .map(({ key }) => ({ value: key, label: stepDefinition(key)?.title ?? '' }))
const stateOptions = (['C', ...stepStates.filter((state) => state !== 'C')] as const).map((value) => ({
  value,
  label: stateLabels[value],
}))

function StepFields({ onChange }: FieldsProps) {
  const [today] = useState(todayInLondon)
  const [values, setValues] = useState<{ key?: number; state: StepState; on: string | null }>({ state: 'C', on: today })
  const hasDay = values.state === 'C' || values.state === 'IP' || values.state === 'B'
  const set = (next: Partial<typeof values>) => {
    const after = { ...values, ...next }
    setValues(after)
    const { key, state, on } = after
    const isReady = key !== undefined && (state === 'NS' || state === 'NA' || (on !== null && isDateOnly(on)))
    onChange(isReady ? { step: { key, state, ...(state === 'NS' || state === 'NA' ? {} : { on: on ?? today }) } } : null)
  }
  return (
    <div className="bulk-fields">
      <SelectField label="Step" options={stepOptions} value={values.key} onChange={(key) => set({ key })} />
      <SelectField label="State" options={stateOptions} value={values.state} onChange={(state) => set({ state })} />
      {hasDay && <DateField label="Day" value={values.on} max={today} onChange={(on) => set({ on })} />}
    </div>
  )
}

function ExpectedFields({ onChange }: FieldsProps) {
  const [today] = useState(todayInLondon)
  const [day, setDay] = useState<string | null>(null)
  return (
    <DateField
      label="Expected exchange"
      value={day}
      min={today}
      onChange={(next) => {
        setDay(next)
        onChange(next !== null && isDateOnly(next) ? { expectedExchange: next } : null)
      }}
    />
  )
}
