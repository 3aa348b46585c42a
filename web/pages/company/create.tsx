import { CreateCompany } from '../../features/companies/company-form.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** /company/create: a new company and its first administrator. */
export default function CreateCompanyPage() {
  return (
    <Page crumbs={[{ label: 'Companies', to: '/company/manage' }, { label: 'Create Company' }]} title="Create Company">
      <CreateCompany />
    </Page>
  )
}
