import { CreateCompany } from '../../features/companies/create-company.tsx'
import { Page } from '../../layouts/page.tsx'

/** A new company and its first administrator, for the platform admin. */
export default function CreateCompanyPage() {
  return (
    <Page crumbs={[{ label: 'Companies', to: '/company/manage' }, { label: 'Create Company' }]} title="Create Company">
      <CreateCompany />
    </Page>
  )
}
