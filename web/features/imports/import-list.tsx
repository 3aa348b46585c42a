import { showDateTime } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { createImport, listImports } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportState } from '@gya/domain/features/imports/imports.model.ts'
import { IconDatabaseImport, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { ImportTemplates } from './import-templates.tsx'
import { importOpened } from './imports.messages.ts'

type Row = Wire<typeof listImports, 'response'>['data'][number]

const stateWords: Record<ImportState, string> = {
  open: 'Files and columns',
  reading: 'Reading files',
  mapped: 'Ready to check',
  checking: 'Checking',
  checked: 'Checked. Nothing is written yet',
  running: 'Importing',
  stopped: 'Stopped',
  done: 'Done',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Ended',
}

/** The state of an import in words. */
export const stateText = ({ state, jobFailedOn }: Pick<Row, 'state' | 'jobFailedOn'>): string =>
  jobFailedOn === null ? stateWords[state] : `${stateWords[state]}, interrupted by an error`

const columns: readonly Column<Row>[] = [
  { id: 'name', head: 'Import', main: true, cell: ({ name }) => name },
  { id: 'system', head: 'From', cell: ({ system }) => system },
  { id: 'state', head: 'State', cell: stateText },
  { id: 'rows', head: 'Rows', className: 'tnum', cell: ({ counts }) => counts.rows.toLocaleString('en-GB') },
  { id: 'written', head: 'Written', className: 'tnum', cell: ({ counts }) => counts.written.toLocaleString('en-GB') },
  {
    id: 'by',
    head: 'Opened',
    className: 'nowrap',
    cell: ({ createdOn, createdBy }) => `${showDateTime(createdOn)} by ${createdBy ?? 'somebody'}`,
  },
]

/** The list of imports, and the form for a new one. */
export function ImportList({ companyId }: { companyId: string }) {
  const to = useScopedPath()
  const list = useCall(listImports, { params: { companyId }, query: { itemsPerPage: '50' } })
  const hrefOf = ({ _id }: Pick<Row, '_id'>) => to('/company/import', undefined, { id: _id })
  return (
    <div className="imports">
      <NewImport companyId={companyId} lastSystem={list.data?.data[0]?.system} hrefOf={hrefOf} />
      <ImportTemplates companyId={companyId} />
      <PagedTable
        label="Imports"
        columns={columns}
        rowKey={({ _id }) => _id}
        rowHref={hrefOf}
        card={(row) => (
          <>
            <div className="r1">
              <b>{row.name}</b>
            </div>
            <div className="r2 mut">
              {showCount(row.counts.rows, 'row')}, {row.counts.written.toLocaleString('en-GB')} written,{' '}
              {showDateTime(row.createdOn)}
            </div>
            <div className="r2 mut">{stateText(row)}</div>
          </>
        )}
        {...pagedTableProps(list)}
        empty={
          <EmptyState icon={IconDatabaseImport} title="No import yet.">
            Bring your properties, sales and contacts from another system. Nothing is written until you have seen every row.
          </EmptyState>
        }
      />
    </div>
  )
}

type NewImportProps = {
  companyId: string
  /** References of properties belong to their system: the next import is mostly from the same. */
  lastSystem: string | undefined
  hrefOf: (one: { _id: string }) => string
}

function NewImport({ companyId, lastSystem = 'old system', hrefOf }: NewImportProps) {
  const navigate = useNavigate()
  const { data: branches } = useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '100' } })
  const [name, setName] = useState<string | undefined>('From the old system')
  const [typed, setSystem] = useState<{ system: string | undefined } | null>(null)
  const system = typed === null ? lastSystem : typed.system
  const [chosen, setChosen] = useState<string | null | undefined>()
  const onlyBranch = branches?.data.length === 1 ? branches.data[0]?._id : undefined
  const branchId = chosen === undefined ? (onlyBranch ?? null) : chosen
  const { save, pending, error, overlay } = useSave(createImport, importOpened)
  const open = async (event: FormEvent) => {
    event.preventDefault()
    const made = await save({ params: { companyId }, body: { name: name ?? '', system: system ?? '', branchId } })
    if (made) await navigate({ to: hrefOf(made) })
  }
  const options = [
    { value: null, label: 'As the file says' },
    ...(branches?.data ?? []).map(({ _id, name: label }) => ({ value: _id, label })),
  ]
  return (
    <FormPanel title="New import">
      {overlay}
      <form className="new-import" onSubmit={(event) => void open(event)}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={error?.issues.find(({ path }) => path === 'name')?.message}
        />
        <TextField
          label="Name of the other system"
          value={system}
          onChange={(next) => setSystem({ system: next })}
          error={error?.issues.find(({ path }) => path === 'system')?.message}
        />
        <SelectField<string | null> label="Branch of its properties" options={options} value={branchId} onChange={setChosen} />
        <Button type="submit" variant="primary" icon={IconPlus} pending={pending}>
          Open import
        </Button>
      </form>
    </FormPanel>
  )
}
