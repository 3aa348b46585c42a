import '../../features/archives/archives.css'
import { ArchiveSteps } from '../../features/archives/archive-steps.tsx'
import { ArchiveList } from '../../features/archives/read-archive.tsx'
import { CompanyViews } from '../../features/companies/companies-table.tsx'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { Page } from '../../ui/layout/page.tsx'

/** /gya/archives: archives of companies from other installations; with `id`, one of them. */
export default function ArchivesPage() {
  const archiveId = useSearchParam('id')
  const companies = { label: 'Companies', to: '/company/manage' }
  if (archiveId)
    return (
      <Page crumbs={[companies, { label: 'Read an archive', to: '/gya/archives' }, { label: 'Archive' }]} title="Read an archive">
        <ArchiveSteps key={archiveId} archiveId={archiveId} />
      </Page>
    )
  return (
    <Page crumbs={[companies, { label: 'Read an archive' }]} title="Read an archive">
      <CompanyViews current="archives" />
      <ArchiveList />
    </Page>
  )
}
