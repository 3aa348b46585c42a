import type { UseFormReturnType } from '@mantine/form'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { SaveForm } from './use-save-form.tsx'

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], values)

/**
 * The names of the fields that no longer hold what was saved, in the order of `labels` (form path → the words on screen):
 * what a Save bar says will be saved.
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
  /** Names the form for those who hear the page. */
  label: string
  saving: Pick<SaveForm<Values>, 'props' | 'pending' | 'dirty' | 'discard' | 'disabledReason' | 'notices'> & {
    form: UseFormReturnType<Values>
  }
  /** The fields by their form path, as the bar names those that were changed. */
  labels: Record<string, string>
  saveLabel?: string
  /** The page that the form was opened from. */
  back?: string
  children: ReactNode
}

/** A page that is one form: its fields, and the Save bar that says what was changed. */
export const SaveFormPage = <Values extends Record<string, unknown>>(props: SaveFormPageProps<Values>) => {
  const { label, saving, labels, saveLabel, back, children } = props
  return (
    <form {...saving.props} aria-label={label}>
      <div className="grid1 narrow before-savebar">
        {saving.notices}
        {children}
      </div>
      <SaveBar
        summary={changedFields(saving.form, labels).join(', ') || undefined}
        saveLabel={saveLabel}
        disabledReason={saving.disabledReason}
        pending={saving.pending}
        onDiscard={saving.dirty ? saving.discard : undefined}
      >
        {back !== undefined && (
          <LinkButton to={back} icon={IconArrowLeft}>
            Back
          </LinkButton>
        )}
      </SaveBar>
    </form>
  )
}

type SaveFormDialogProps = {
  title: string
  saving: Pick<SaveForm<Record<string, unknown>>, 'submit' | 'pending' | 'dirty' | 'notices'>
  onClose: () => void
  /** Why Save cannot be pressed. */
  disabledReason: string | null
  saveLabel?: string
  children: ReactNode
}

/** A form in a dialog: Cancel and Save, and a question before what was typed is thrown away. */
export function SaveFormDialog({ title, saving, onClose, disabledReason, saveLabel = 'Save', children }: SaveFormDialogProps) {
  const [asking, setAsking] = useState(false)
  const { pending, dirty } = saving
  return (
    <Dialog
      open
      title={title}
      onClose={() => (dirty ? setAsking(true) : onClose())}
      onSubmit={() => disabledReason === null && saving.submit()}
      locked={pending}
      footer={
        <>
          <Button onClick={() => (dirty ? setAsking(true) : onClose())} disabledReason={pending ? 'Please wait...' : null}>
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
        <p>It has not been saved.</p>
      </ConfirmDialog>
    </Dialog>
  )
}
