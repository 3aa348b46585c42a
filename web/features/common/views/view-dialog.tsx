import type { Wire } from '@gya/domain/endpoint.ts'
import { createView, deleteView, updateView } from '@gya/domain/features/views/views.contract.ts'
import { maxViewName } from '@gya/domain/features/views/views.model.ts'
import { ConfirmSaveDialog } from '../../../lib/forms/confirm-save-dialog.tsx'
import { SaveFormDialog } from '../../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../../lib/forms/use-save-form.tsx'
import { useMe } from '../../../lib/session/session.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useBranchOptions } from '../use-branch-options.ts'
import type { SavedView } from './use-list-view.tsx'

/** Columns, freeze, filters and sort. */
export type ViewContent = Omit<Wire<typeof createView, 'body'>, 'name' | 'branchId' | 'version'>

const messages = {
  success: { title: 'View saved' },
  failure: { title: 'The view was not saved', text: 'Please try again.' },
}

type Props = {
  companyId: string
  branchId: string | undefined
  content: ViewContent
  /** Undefined for a new view. */
  view?: SavedView
  onClose: () => void
  onSaved: (view: SavedView) => void
}

const onlyMe = 'me'

/** Name of a view, and the branch with which it is shared. */
export const ViewDialog = (props: Props) => (props.view ? <EditView {...props} view={props.view} /> : <AddView {...props} />)

type Values = { name: string; shared: string }
const bodyOf = ({ name, shared }: Values, content: ViewContent) => ({
  ...content,
  name,
  branchId: shared === onlyMe ? null : shared,
})

function AddView({ companyId, branchId, content, onClose, onSaved }: Props) {
  const saving = useSaveForm({
    call: createView,
    name: `view-create-${content.list}`,
    initialValues: { name: '', shared: onlyMe },
    toInput: (values) => ({ params: { companyId }, body: bodyOf(values, content) }),
    messages,
    onSaved,
  })
  return (
    <SaveFormDialog
      title="Save as a new view"
      saving={saving}
      onClose={onClose}
      disabledReason={saving.form.values.name.trim() === '' ? 'Enter a name first' : null}
      saveLabel="Save view"
    >
      <Fields form={saving.form} companyId={companyId} branchId={branchId} />
    </SaveFormDialog>
  )
}

function EditView({ companyId, branchId, content, view, onClose, onSaved }: Props & { view: SavedView }) {
  const me = useMe()
  const saving = useSaveForm({
    call: updateView,
    name: `view-${view._id}`,
    initialValues: { name: view.name, shared: view.branchId ?? onlyMe },
    version: view.version,
    toInput: (values, version) => ({
      params: { companyId, viewId: view._id },
      body: { ...bodyOf(values, content), version },
    }),
    messages,
    onSaved,
  })
  return (
    <SaveFormDialog title="Rename or share" saving={saving} onClose={onClose} disabledReason={saving.disabledReason}>
      <Fields
        form={saving.form}
        companyId={companyId}
        branchId={branchId}
        owner={view.owner._id === me._id ? null : view.owner.name}
      />
    </SaveFormDialog>
  )
}

type FieldsProps = Pick<Props, 'companyId' | 'branchId'> & {
  form: ReturnType<typeof useSaveForm<typeof createView, Values>>['form']
  /** The view belongs to somebody else, who decides on the sharing. */
  owner?: string | null
}

function Fields({ form, companyId, branchId, owner = null }: FieldsProps) {
  const branches = useBranchOptions(companyId, true)
  // A branch that the owner has left.
  const { shared } = form.values
  const isKnown = shared === onlyMe || branches.some(({ value }) => value === shared)
  const here = branches.filter(({ value }) => value === branchId)
  const others = branches.filter(({ value }) => value !== branchId)
  return (
    <>
      <TextField label="Name" required maxLength={maxViewName} {...form.getInputProps('name')} />
      {owner === null ? (
        <SelectField
          label="Who may use it"
          options={[
            { value: onlyMe, label: 'Only me' },
            ...[...here, ...others].map(({ value, label }) => ({ value, label: `Everybody in ${label}` })),
            ...(isKnown ? [] : [{ value: shared, label: 'A branch you do not belong to' }]),
          ]}
          {...form.getInputProps('shared')}
        />
      ) : (
        <p className="mut">Shared by {owner}, who decides who may use it.</p>
      )}
    </>
  )
}

const deleteMessages = {
  success: { title: 'View deleted' },
  failure: { title: 'The view was not deleted', text: 'Please try again.' },
}

type DeleteProps = { companyId: string; view: SavedView; onClose: () => void; onDone: () => void }

export const DeleteViewDialog = ({ companyId, view, onClose, onDone }: DeleteProps) => (
  <ConfirmSaveDialog
    call={deleteView}
    input={{ params: { companyId, viewId: view._id } }}
    messages={deleteMessages}
    title={`Delete the view ${view.name}?`}
    confirmLabel="Delete view"
    danger
    notFound="Somebody has deleted this view already."
    onClose={onClose}
    onDone={onDone}
  >
    {view.branchId === null ? 'No property changes.' : 'Nobody in the branch can use it any more. No property changes.'}
  </ConfirmSaveDialog>
)
