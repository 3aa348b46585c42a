import { CreateCompany } from '../../features/companies/company-form.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** A new company and its first administrator, for the platform admin. */
export default function CreateCompanyPage() {
  return (
    <Page crumbs={[{ label: 'Companies', to: '/company/manage' }, { label: 'Create Company' }]} title="Create Company">
      <CreateCompany />
    </Page>
  )
}
