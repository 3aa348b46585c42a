import { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../../platform/use-call.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Person } from './contacts-values.ts'
import { PersonCard } from './person-card.tsx'

/** Members on a page of the list. */
const membersPageSize = 15
/** Milliseconds of quiet after the last letter before the members are asked again. */
const memberSearchDelay = 250

/** What was typed, once the typing rests. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), memberSearchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Whoever is deactivated takes no sale on. */
const isActiveMember = ({ deactivatedOn }: { deactivatedOn: string | null }): boolean => deactivatedOn === null

type AgentPickerProps = { value: Person | null; onChange: (agent: Person | null) => void; branchId: string }

/** "The agent contact is a branch member picked from a list; selecting the already selected agent unselects it." */
export function AgentPicker({ value, onChange, branchId }: AgentPickerProps) {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const textSearch = useDebounced(typed.trim())
  const query = { textSearch, itemsPerPage: String(membersPageSize), currentPage: String(page) }
  const { data, error, refetch } = useCall(listBranchMembers, { params: { branchId }, query }, { keep: true })
  return (
    <div className="grid1">
      {value && <PersonCard person={value} />}
      <SearchField
        label="Search the branch’s members"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setPage(0)
        }}
      />
      {error && !data && (
        <ErrorState title="The members cannot be shown." onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      )}
      {!data && !error && <SkeletonLines lines={4} />}
      {data?.data.length === 0 && <p className="mut">No members found.</p>}
      <ul className="agents" aria-label="Branch members">
        {data?.data.filter(isActiveMember).map(({ _id, fullName, email, tel }) => {
          const chosen = value?._id === _id
          return (
            <li key={_id}>
              <button
                type="button"
                aria-pressed={chosen}
                onClick={() => onChange(chosen ? null : { _id, name: fullName, email, tel })}
              >
                <span>{fullName}</span>
                <span className="mut">{email}</span>
                <span className="spacer" />
                {chosen && <Tag tone="accent">Selected</Tag>}
              </button>
            </li>
          )
        })}
      </ul>
      {data && data.paging.totalPages > 1 && <Pager currentPage={page} totalPages={data.paging.totalPages} onPage={setPage} />}
    </div>
  )
}
