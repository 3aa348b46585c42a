import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { markRescue, readRescueList } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { type RescueOutcome, rescueOutcomeLabels, rescueOutcomes } from '@gya/domain/features/fall-offs/rescue.ts'
import { useCacheAnswer, useCall } from '../../lib/api/use-call.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { PartyActions } from '../common/party-actions.tsx'
import type { FallOffProperty } from './fall-off-consequences.ts'
import { rescueMarked } from './fall-offs.messages.ts'

type RescueList = Wire<typeof readRescueList, 'response'>
type Person = RescueList['people'][number]
type Handlers = { property: FallOffProperty; onMark: (person: Person, outcome: RescueOutcome) => void; pending: boolean }

const outcomeOptions = rescueOutcomes.map((value) => ({ value, label: rescueOutcomeLabels[value] }))

const position = ({ amount, cashBuy, chain }: Person): string => {
  if (amount === null) return 'Viewed'
  const payment = cashBuy ? 'Cash' : 'Mortgage'
  return chain === null ? payment : `${payment}, ${chain ? 'in a chain' : 'no chain'}`
}

/** "Only who agreed shows number and e-mail with *Call* and *E-mail*; not asked stands by name without number." */
const Reach = ({ person, property, onMark }: { person: Person } & Handlers) =>
  person.mayContact ? (
    <PartyActions
      party={{ ref: person.partyRef, name: person.name, firm: '', tel: person.tel, email: person.email }}
      companyId={property.company._id}
      sales={[{ propertyId: property._id, branchId: property.branch._id, address: property.address.line1, keys: [] }]}
      onLogged={() => onMark(person, 'called')}
      onSent={() => onMark(person, 'e-mailed')}
    />
  ) : (
    <span className="mut">Not asked whether we may contact them</span>
  )

const MarkField = ({ person, onMark, pending }: { person: Person } & Handlers) => (
  <span className="rescue-mark">
    <SelectField
      label={`What came of asking ${person.name}`}
      hideLabel
      small
      placeholder="Not asked yet"
      value={person.mark?.outcome ?? null}
      onChange={(outcome) => outcome && onMark(person, outcome)}
      options={outcomeOptions}
      disabledReason={pending ? 'Please wait...' : null}
    />
    {person.mark && (
      <span className="mut t12">{[person.mark.by, showDate(londonDay(person.mark.on))].filter(Boolean).join(', ')}</span>
    )}
  </span>
)

const columnsFor = (handlers: Handlers): readonly Column<Person>[] => [
  { id: 'name', head: 'Who', main: true, cell: ({ name }) => name },
  {
    id: 'amount',
    head: 'Offered',
    align: 'right',
    className: 'tnum',
    cell: ({ amount }) => (amount === null ? <span className="mut">–</span> : showPounds(amount)),
  },
  { id: 'position', head: 'Position', cell: position },
  { id: 'on', head: 'Last', className: 'tnum', cell: ({ on }) => showDate(on) },
  { id: 'reach', head: 'Contact', cell: (person) => <Reach person={person} {...handlers} /> },
  { id: 'mark', head: 'What came of it', cell: (person) => <MarkField person={person} {...handlers} /> },
]

const PersonCard = ({ person, ...handlers }: { person: Person } & Handlers) => (
  <>
    <div className="r1">
      <b>{person.name}</b>
      <span className="spacer" />
      {person.amount !== null && <span className="tnum">{showPounds(person.amount)}</span>}
    </div>
    <p className="mut">
      {position(person)} · {showDate(person.on)}
    </p>
    <Reach person={person} {...handlers} />
    <MarkField person={person} {...handlers} />
  </>
)

type Props = { property: FallOffProperty; params: PropertyParams; fallOffId: string }

/** Possible buyers after a fall-off: earlier bidders and viewers, best first. */
export function RescueTable({ property, params, fallOffId }: Props) {
  const input = { params, query: { fallOffId } }
  const { data, error, refetch } = useCall(readRescueList, input)
  const cacheAnswer = useCacheAnswer()
  const { save, pending, overlay } = useSave(markRescue, rescueMarked)
  const people = data?.people
  const mark = async ({ kind, personId }: Person, outcome: RescueOutcome) => {
    const answer = await save({ params, body: { fallOffId, kind, personId, outcome } })
    if (answer) cacheAnswer(readRescueList, input, answer)
  }
  const handlers: Handlers = { property, pending, onMark: (person, outcome) => void mark(person, outcome) }
  const agreed = people?.filter(({ mayContact }) => mayContact).length ?? 0
  const notAsked = (people?.length ?? 0) - agreed
  return (
    <section aria-labelledby="rescue-title" className="after-fall-off">
      {overlay}
      <header>
        <h2 id="rescue-title">Who else may buy</h2>
        {people && people.length > 0 && (
          <>
            <Tag tone="good">{agreed} may be contacted</Tag>
            {notAsked > 0 && <Tag>{notAsked} not asked</Tag>}
          </>
        )}
      </header>
      <PagedTable
        label="Who else may buy"
        columns={columnsFor(handlers)}
        rows={people}
        rowKey={({ kind, personId }) => `${kind} ${personId}`}
        card={(person) => <PersonCard person={person} {...handlers} />}
        cardHasLinks
        error={error?.message}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title="Nobody to ask">
            Who offered or viewed in the last 12 months is listed here, unless they said that we may not contact them.
          </EmptyState>
        }
      />
    </section>
  )
}
