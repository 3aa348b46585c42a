import { listPlatformAdministrators } from '@gya/domain/features/members/members.contract.ts'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { Page } from '../../ui/layout/page.tsx'

/** /gya/audit: the audit log of the platform. */
export default function PlatformAuditPage() {
  const { data: administrators } = useCall(listPlatformAdministrators, { query: { itemsPerPage: '100' } })
  const people = (administrators?.data ?? []).map(({ _id, fullName }) => ({ value: _id, label: fullName }))
  return (
    <Page
      fill
      crumbs={[{ label: 'Operations', to: '/gya/operations' }, { label: 'Audit' }]}
      title="Audit of the platform"
      tabs={{
        label: 'Operations',
        items: [
          { label: 'Jobs', to: '/gya/operations?view=jobs', current: false },
          { label: 'E-mails', to: '/gya/operations?view=mail', current: false },
          { label: 'Audit', to: '/gya/audit', current: true },
        ],
      }}
    >
      <AuditList companyId={null} people={people} />
    </Page>
  )
}
