import { updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { changedFields } from '../../platform/changed-fields.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { PocFields, pocLabels } from './contact-fields.tsx'
import { pocBodyOf, pocValuesOf, type WirePoc } from './contact-values.ts'
import { contactUpdated } from './contacts.messages.ts'

/** "Editing has a back button." Give it the id of the point of contact as key. */
export function EditPoc({ poc, back }: { poc: WirePoc; back: string }) {
  const saving = useSaveForm({
    call: updatePoc,
    name: `poc-${poc._id}`,
    initialValues: pocValuesOf(poc),
    version: poc.version,
    toInput: (values, version) => ({
      params: { companyId: poc.company, contactId: poc.companyContact, pocId: poc._id },
      body: { ...pocBodyOf(values), version },
    }),
    messages: contactUpdated,
  })
  const { form } = saving
  return (
    <form {...saving.props} aria-label={`Manage ${poc.name}`}>
      <div className="grid1 narrow before-savebar">
        {saving.above}
        <PocFields title={`Manage ${poc.name}`} field={form.getInputProps} />
      </div>
      <SaveBar
        summary={changedFields(form, pocLabels).join(', ') || undefined}
        disabledReason={saving.disabledReason}
        pending={saving.pending}
        onDiscard={saving.dirty ? form.reset : undefined}
      >
        <LinkButton to={back} icon={IconArrowLeft}>
          Back
        </LinkButton>
      </SaveBar>
    </form>
  )
}
