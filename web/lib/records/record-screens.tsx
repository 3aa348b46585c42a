import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { UseFormReturnType } from '@mantine/form'
import { type ComponentType, type ReactNode, useMemo, useRef, useState } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { isCtrlEnter } from '../../ui/overlays/dialog.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import type { CallInput } from '../api/call-api.ts'
import { useCacheAnswer } from '../api/use-call.ts'
import { ConfirmSaveDialog } from '../forms/confirm-save-dialog.tsx'
import { saveDraft } from '../forms/drafts.ts'
import { SaveFormDialog, SaveFormPage } from '../forms/save-form.tsx'
import type { SaveMessages } from '../forms/use-save.tsx'
import { useSaveForm } from '../forms/use-save-form.tsx'
import { useCanOpen } from '../screens.ts'
import { useMay } from '../session/session.tsx'
import { useScopedPath } from '../url-state/current-scope.ts'
import { RecordTable } from './record-table.tsx'

type Input<E extends Endpoint> = Omit<CallInput<E>, 'signal'>

/** Describes one kind of record of a property. Each of its three calls returns the whole property. */
type RecordKind<
  Row extends { _id: string },
  Values extends Record<string, unknown>,
  Add extends Endpoint,
  Update extends Endpoint,
  Remove extends Endpoint,
> = {
  /** In lower case, for buttons and drafts: "viewing". */
  noun: string
  /** For headings and links: "Viewing". */
  title: string
  /** Plural in lower case, if it is not `noun` with an s. */
  plural?: string
  listPath: string
  addPath: string
  fieldLabels: Record<keyof Values & string, string>
  Fields: ComponentType<{ form: UseFormReturnType<Values>; params: PropertyParams }>
  newValues: () => Values
  valuesOf: (row: Row) => Values
  /** Returns unlikely values, as sentences. */
  implausible: (values: Values) => readonly (string | null)[]
  add: { call: Add; input: (params: PropertyParams, values: Values) => Input<Add>; messages: SaveMessages }
  update: {
    call: Update
    input: (params: PropertyParams, row: Row, values: Values, version: number | undefined) => Input<Update>
    messages: SaveMessages
  }
  remove: {
    call: Remove
    input: (params: PropertyParams, row: Row) => Input<Remove>
    messages: SaveMessages
    notFound?: string
    /** Describes the effect of the removal. */
    consequence: (row: Row) => ReactNode
  }
  /** Names a row in the labels of its buttons: "viewing by Fenwick Larkrise". */
  rowName: (row: Row) => string
  columns: readonly Column<Row>[]
  /** A text that is written in its row. Its field has the name of its column. */
  inPlace?: keyof Values & string
  card: (row: Row, actions: ReactNode) => ReactNode
  tableClass: string
  /** Shown below the title "No viewings yet". */
  emptyText: string
}

/** The screens of one kind of record: the form that adds a record, and the table with the dialogs that edit and remove one. */
export function recordScreens<
  Row extends { _id: string },
  Values extends Record<string, unknown>,
  Add extends Endpoint,
  Update extends Endpoint,
  Remove extends Endpoint,
>(kind: RecordKind<Row, Values, Add, Update, Remove>) {
  const { noun, title, Fields, implausible, add, update, remove } = kind

  /** "After a successful add the user returns to the list." [property §2](docs/design/property.md#2). */
  function AddRecord({ params }: { params: PropertyParams }) {
    const [initialValues] = useState(kind.newValues)
    const follow = useFollowLink()
    const to = useScopedPath()
    const cacheAnswer = useCacheAnswer()
    const saving = useSaveForm<Add, Values>({
      call: add.call,
      name: `${noun}-create-${params.propertyId}`,
      isNew: true,
      initialValues,
      toInput: (values) => add.input(params, values),
      implausible,
      messages: add.messages,
      onSaved: (answer) => {
        cacheAnswer(readProperty, { params }, answer as Wire<typeof readProperty, 'response'>)
        follow(to(kind.listPath))
      },
    })
    return (
      <SaveFormPage label={`Add ${title}`} saving={saving} labels={kind.fieldLabels} saveLabel={`Add ${noun}`}>
        <FormPanel title={`Add ${title}`}>
          <Fields form={saving.form} params={params} />
        </FormPanel>
      </SaveFormPage>
    )
  }

  type RowDialogProps = { row: Row; params: PropertyParams; onClose: () => void }

  type EditProps = RowDialogProps & { version: number }

  const useUpdate = ({ row, version, params, onClose }: EditProps, isNew = false) =>
    useSaveForm<Update, Values>({
      call: update.call,
      name: `${noun}-${row._id}`,
      initialValues: kind.valuesOf(row),
      version,
      toInput: (values, loadedVersion) => update.input(params, row, values, loadedVersion),
      implausible,
      messages: update.messages,
      onSaved: onClose,
      isNew,
    })

  function EditDialog(props: EditProps) {
    const saving = useUpdate(props)
    return (
      <SaveFormDialog
        title={`Edit ${noun}`}
        saving={saving}
        onClose={props.onClose}
        disabledReason={saving.disabledReason}
        saveLabel={`Save ${noun}`}
      >
        <Fields form={saving.form} params={props.params} />
      </SaveFormDialog>
    )
  }

  /** One text in its row. Ctrl Enter saves; Escape leaves and keeps what was typed for the next time. */
  function EditInPlace({ field, ...props }: EditProps & { field: keyof Values & string }) {
    const saving = useUpdate(props, true)
    const { form, dirty, pending } = saving
    const leave = () => {
      if (dirty) saveDraft(`${noun}-${props.row._id}`, form.values)
      props.onClose()
    }
    return (
      <form
        {...saving.props}
        className="in-place"
        aria-label={`${kind.fieldLabels[field]}: ${kind.rowName(props.row)}`}
        onKeyDown={(event) => {
          if (isCtrlEnter(event)) saving.submit()
          else if (event.key !== 'Escape' || pending) return
          else leave()
          event.preventDefault()
        }}
      >
        {saving.notices}
        <TextAreaField {...form.getInputProps(field)} label={kind.fieldLabels[field]} grows />
        <span className="row-end">
          <Button size="s" onClick={leave}>
            Cancel
          </Button>
          <Button size="s" variant="primary" type="submit" pending={pending} disabledReason={saving.disabledReason}>
            Save
          </Button>
        </span>
      </form>
    )
  }

  const RemoveRecord = ({ row, params, onClose }: RowDialogProps) => (
    <ConfirmSaveDialog
      danger
      call={remove.call}
      input={remove.input(params, row)}
      messages={remove.messages}
      notFound={remove.notFound}
      title={`Remove this ${noun}?`}
      confirmLabel={`Remove ${noun}`}
      onClose={onClose}
    >
      <p>{remove.consequence(row)}</p>
    </ConfirmSaveDialog>
  )

  /** All records of the property, latest first. */
  function RecordHistory({ rows, version, params }: { rows: readonly Row[]; version: number; params: PropertyParams }) {
    const to = useScopedPath()
    const mayAdd = useCanOpen()(kind.addPath)
    const mayEdit = useMay('property.edit')
    const [openRow, setOpenRow] = useState<string | null>(null)
    const closedRow = useRef<string>(undefined)
    const inPlace = useMemo(() => {
      const field = mayEdit ? kind.inPlace : undefined
      const close = () => {
        closedRow.current = openRow ?? undefined
        setOpenRow(null)
      }
      const returnFocus =
        ({ _id }: Row) =>
        (button: HTMLButtonElement | null) => {
          if (!button || closedRow.current !== _id) return
          closedRow.current = undefined
          button.focus()
        }
      const button = (row: Row) =>
        field && (
          <Button
            ref={returnFocus(row)}
            size="s"
            variant="quiet"
            aria-label={`${kind.fieldLabels[field]}, ${kind.rowName(row)}`}
            onClick={() => setOpenRow(row._id)}
          >
            {kind.fieldLabels[field]}
          </Button>
        )
      const form = (row: Row) =>
        field && row._id === openRow && <EditInPlace row={row} version={version} params={params} field={field} onClose={close} />
      const columns = kind.columns.map((column) =>
        column.id === field ? { ...column, cell: (row: Row) => form(row) || column.cell(row) } : column,
      )
      return { button, form, columns }
    }, [mayEdit, openRow, version, params])
    return (
      <RecordTable
        label={`${title} history`}
        className={kind.tableClass}
        columns={inPlace.columns}
        rows={rows}
        rowName={kind.rowName}
        moreActions={inPlace.button}
        card={(row, actions) => kind.card(row, inPlace.form(row) || actions)}
        empty={
          <EmptyState
            title={`No ${kind.plural ?? `${noun}s`} yet`}
            actions={mayAdd && <LinkButton to={to(kind.addPath)}>Add {title}</LinkButton>}
          >
            {kind.emptyText}
          </EmptyState>
        }
        editDialog={(row, close) => <EditDialog key={row._id} row={row} version={version} params={params} onClose={close} />}
        removeDialog={(row, close) => <RemoveRecord row={row} params={params} onClose={close} />}
      />
    )
  }

  return { AddRecord, RecordHistory }
}
