import type { UseFormReturnType } from '@mantine/form'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../ui/button.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { changedFields } from './changed-fields.ts'
import type { SaveForm } from './use-save-form.tsx'

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
