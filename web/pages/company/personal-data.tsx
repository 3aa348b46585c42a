import { exportPerson, readRetention, searchPerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { IconDownload, IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ErasePerson } from '../../features/personal-data/erase-person.tsx'
import { displayNameOf, type PersonQuery } from '../../features/personal-data/person-query.ts'
import { PersonSearchForm, PersonSearchResults } from '../../features/personal-data/person-search.tsx'
import { RetentionForm } from '../../features/personal-data/retention-form.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'

const path = '/company/personal-data'

/** /company/personal-data: personal data of a data subject, and retention periods. */
export default function PersonalDataPage() {
  const { company } = useCurrentScope()
  const to = useScopedPath()
  const view = useSearchParam('view')
  const isRetention = view === 'retention'
  return (
    <CompanyPage crumb="Personal data" title="Personal data">
      <div className="toolbar">
        <ViewLinks
          label="Personal data"
          views={[
            { label: 'One person', to: to(path, {}, { view: 'person' }), current: !isRetention },
            { label: 'How long', to: to(path, {}, { view: 'retention' }), current: isRetention },
          ]}
        />
      </div>
      {company && (isRetention ? <HowLong companyId={company} /> : <OnePerson key={company} companyId={company} />)}
    </CompanyPage>
  )
}

function HowLong({ companyId }: { companyId: string }) {
  const { data, error, refetch } = useCall(readRetention, { params: { companyId } })
  if (data) return <RetentionForm key={companyId} companyId={companyId} retention={data} />
  if (!error) return <SkeletonForm fields={4} />
  return (
    <ErrorState title="The settings could not be read." onRetry={() => void refetch()}>
      {error.message}
    </ErrorState>
  )
}

function OnePerson({ companyId }: { companyId: string }) {
  const [person, setPerson] = useState<PersonQuery | null>(null)
  const [erased, setErased] = useState<string | null>(null)
  const search = useCall(
    searchPerson,
    { params: { companyId }, body: person ?? { names: [], emails: [], tels: [] } },
    { enabled: person !== null },
  )
  const look = (next: PersonQuery) => {
    setErased(null)
    setPerson(next)
  }
  return (
    <div className="person-page">
      <PersonSearchForm pending={search.isLoading} onSearch={look} />
      {erased && (
        <Notice tone="good" title={`They are now called ${erased}.`}>
          The company’s record says that somebody was erased, and not who.
        </Notice>
      )}
      {person && !erased && <Answer companyId={companyId} person={person} search={search} onAlso={look} onErased={setErased} />}
    </div>
  )
}

type AnswerProps = {
  companyId: string
  person: PersonQuery
  search: ReturnType<typeof useCall<typeof searchPerson>>
  onAlso: (person: PersonQuery) => void
  onErased: (pseudonym: string) => void
}

function Answer({ companyId, person, search: { data, error, refetch }, onAlso, onErased }: AnswerProps) {
  const { download, pending, failed } = useDownload(exportPerson)
  if (error)
    return (
      <ErrorState title="The person could not be looked for." onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <SkeletonForm fields={4} />
  const { entries, counts } = data
  if (entries.length + counts.texts + counts.mails + counts.record === 0)
    return (
      <EmptyState title={`Nothing is held about ${displayNameOf(person)}`} icon={IconUserSearch}>
        No entry, text, e-mail or entry of the record of this company names them.
      </EmptyState>
    )
  return (
    <>
      <div className="toolbar">
        <h2>{[...person.names, ...person.emails, ...person.tels].join(', ')}</h2>
        <span className="spacer" />
        <Button icon={IconDownload} pending={pending} onClick={() => void download({ params: { companyId }, body: person })}>
          Export
        </Button>
        <ErasePerson companyId={companyId} person={person} found={data} onErased={onErased} />
      </div>
      {failed !== null && <Notice tone="bad">{failed || 'The export failed.'}</Notice>}
      <PersonSearchResults found={data} person={person} onAlso={onAlso} />
    </>
  )
}
