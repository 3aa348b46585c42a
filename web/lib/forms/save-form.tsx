import type { UseFormReturnType } from '@mantine/form'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EditableFields } from './editable-fields.tsx'
import type { ChosenFile } from './picture-field.tsx'
import type { SaveForm } from './use-save-form.tsx'

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], values)

/**
 * Labels of the changed fields, for the Save bar. `labels`: form path → label.
 */
export function changedFields<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  labels: Record<string, string>,
): string[] {
  const saved = form.getInitialValues()
  return Object.entries(labels)
    .filter(([path]) => JSON.stringify(valueAt(form.values, path)) !== JSON.stringify(valueAt(saved, path)))
    .map(([, label]) => label)
}

type SaveFormPageProps<Values extends Record<string, unknown>> = {
  /** The accessible name of the form. */
  label: string
  saving: Pick<SaveForm<Values>, 'props' | 'pending' | 'dirty' | 'discard' | 'disabledReason' | 'notices' | 'mayCall'> & {
    form: UseFormReturnType<Values>
  }
  /** Form path → label: changed fields are listed in the Save bar by these labels. */
  labels: Record<string, string>
  /** A selected picture, which is also listed as changed. */
  picture?: { label: string; chosen: ChosenFile }
  /** Shown instead of the changed fields. */
  summary?: string | undefined
  saveLabel?: string
  /** Why Save is disabled although the form has changes. */
  disabledReason?: string | null
  /** The user cannot edit anything: no Save bar. Without the permission of the call, all fields are disabled too. */
  readOnly?: boolean
  /** URL of the page from which the form was opened. */
  back?: string
  /** Additional buttons in the Save bar. */
  actions?: ReactNode
  className?: string
  /** Uses the full width of the page. */
  wide?: boolean
  children: ReactNode
}

/** A page that consists of one form: its fields and the Save bar. */
export const SaveFormPage = <Values extends Record<string, unknown>>(props: SaveFormPageProps<Values>) => {
  const {
    label,
    saving,
    labels,
    picture,
    summary,
    saveLabel,
    disabledReason = null,
    back,
    actions,
    className,
    wide,
    children,
  } = props
  const changed = [...changedFields(saving.form, labels), ...(picture?.chosen.file ? [picture.label] : [])]
  return (
    <form {...saving.props} className={className} aria-label={label}>
      <div className={classNames('grid1', !wide && 'narrow', 'before-savebar')}>
        {saving.notices}
        <EditableFields editable={saving.mayCall}>{children}</EditableFields>
      </div>
      {!props.readOnly && saving.mayCall && (
        <SaveBar
          summary={summary ?? (changed.join(', ') || undefined)}
          saveLabel={saveLabel}
          disabledReason={saving.disabledReason ?? disabledReason}
          pending={saving.pending}
          onDiscard={saving.dirty ? saving.discard : undefined}
        >
          {back !== undefined && (
            <LinkButton to={back} icon={IconArrowLeft}>
              Back
            </LinkButton>
          )}
          {actions}
        </SaveBar>
      )}
    </form>
  )
}

type SaveFormDialogProps = {
  title: string
  saving: Pick<SaveForm<Record<string, unknown>>, 'pending' | 'dirty'> & { submit: () => void; notices?: ReactNode }
  onClose: () => void
  /** Why Save is disabled. */
  disabledReason: string | null
  saveLabel?: string
  /** Shown beside the buttons: what will be saved. */
  summary?: ReactNode
  wide?: boolean
  /** Describes what closing would discard. */
  unsaved?: string
  children: ReactNode
}

/** A form in a dialog with Cancel and Save; asks before it discards changes. */
export function SaveFormDialog({
  title,
  saving,
  onClose,
  disabledReason,
  saveLabel = 'Save',
  summary,
  wide,
  unsaved = 'It has not been saved.',
  children,
}: SaveFormDialogProps) {
  const [asking, setAsking] = useState(false)
  const { pending, dirty } = saving
  const close = () => (dirty ? setAsking(true) : onClose())
  return (
    <Dialog
      open
      wide={wide}
      title={title}
      onClose={close}
      onSubmit={() => disabledReason === null && saving.submit()}
      locked={pending}
      footer={
        <>
          {summary && (
            <>
              {summary}
              <span className="spacer" />
            </>
          )}
          <Button onClick={close} disabledReason={pending ? 'Please wait...' : null}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" pending={pending} disabledReason={disabledReason}>
            {saveLabel}
          </Button>
        </>
      }
    >
      {saving.notices}
      {children}
      <ConfirmDialog
        open={asking}
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Go on"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      >
        <p>{unsaved}</p>
      </ConfirmDialog>
    </Dialog>
  )
}
