import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/audit: sign-ins, exported data, and changes of people and rules. */
export default function CompanyAuditPage() {
  const { company } = useCurrentScope()
  const { data: members } = useCall(
    listCompanyMembers,
    { params: { companyId: company ?? '' }, query: { itemsPerPage: '100' } },
    { enabled: company !== undefined },
  )
  const people = (members?.data ?? []).map(({ _id, fullName }) => ({ value: _id, label: fullName }))
  return (
    <CompanyPage fill crumb="Audit" title="Audit">
      {company && <AuditList key={company} companyId={company} people={people} />}
    </CompanyPage>
  )
}
