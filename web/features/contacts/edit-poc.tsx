import { updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { SaveFormPage } from '../../platform/save-form-page.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { PocFields, pocLabels } from './contact-fields.tsx'
import { toPocBody, toPocValues, type WirePoc } from './contact-values.ts'
import { contactUpdated } from './contacts.messages.ts'

/** "Editing has a back button." Give it the id of the point of contact as key. */
export function EditPoc({ poc, back }: { poc: WirePoc; back: string }) {
  const saving = useSaveForm({
    call: updatePoc,
    name: `poc-${poc._id}`,
    initialValues: toPocValues(poc),
    version: poc.version,
    toInput: (values, version) => ({
      params: { companyId: poc.company, contactId: poc.companyContact, pocId: poc._id },
      body: { ...toPocBody(values), version },
    }),
    messages: contactUpdated,
  })
  const { form } = saving
  return (
    <SaveFormPage label={`Manage ${poc.name}`} saving={saving} labels={pocLabels} back={back}>
      <PocFields title={`Manage ${poc.name}`} field={form.getInputProps} />
    </SaveFormPage>
  )
}
