import { readImport } from '@gya/domain/features/imports/imports.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ImportScreen } from '../../features/imports/import-screen.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** /company/import?id=: files, columns, check and import. */
export default function ImportPage() {
  const { company } = useCurrentScope()
  const id = useSearchParam('id')
  const to = useScopedPath()
  const params = { companyId: company ?? '', importId: id ?? '' }
  const { data: one } = useCall(readImport, { params }, { enabled: company !== undefined && id !== undefined })
  const title = one?.name ?? 'Import'
  return (
    <CompanyPage crumb={title} title={title} under={[{ label: 'Imports', to: to('/company/imports') }]}>
      {company && id && <ImportScreen key={id} companyId={company} importId={id} />}
      {!id && (
        <EmptyState title="No import chosen." actions={<LinkButton to={to('/company/imports')}>Imports</LinkButton>}>
          Choose one under Imports.
        </EmptyState>
      )}
    </CompanyPage>
  )
}
