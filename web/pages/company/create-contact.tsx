import { readMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CreateContact } from '../../features/contacts/contact-form.tsx'
import { contactViews } from '../../features/contacts/contact-page.tsx'
import { createContactLabel } from '../../features/contacts/contacts.messages.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'

/** /company/create-contact: a new contact. */
export default function CreateContactPage() {
  const { company } = useCurrentScope()
  const to = useScopedPath()
  // The e-mail whose sender is added.
  const message = useSearchParam('message')
  const input = { params: { companyId: company ?? '', mailInId: message ?? '' }, query: {} }
  const sender = useCall(readMailIn, input, { enabled: message !== undefined }).data?.from
  return (
    <CompanyPage crumb={createContactLabel} under={[{ label: 'Contacts', to: to('/company/contacts') }]} title="Contacts">
      <ScreenViewLinks of={contactViews} current="/company/create-contact" />
      {company && <CreateContact key={`${company} ${sender?.email ?? ''}`} companyId={company} start={sender} />}
    </CompanyPage>
  )
}
