import { seesFiguresOfPeople } from '@gya/domain/access/figures-of-people.ts'
import { isOneOf, progressors, workers } from '@gya/domain/access/permissions.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { type ActionItemGroup, actionItemGroupLabels, actionItemGroups } from '@gya/domain/features/today/action-item.model.ts'
import { IconCheck, IconClockPause, IconPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Icon, type IconComponent } from '../../ui/icon.tsx'
import type { Grouping, TodayParams } from './today-params.ts'
import type { Today } from './today-rows.ts'
import { groupSigns } from './today-signs.ts'

/** Loaded after the list. */
const DayCount = lazy(async () => ({ default: (await import('./day-count.tsx')).DayCount }))

type Counts = Today['counts']
type Change = (changed: Partial<TodayParams>) => void
type HeadProps = {
  companyId: string
  params: TodayParams
  onChange: Change
  counts: Counts | undefined
  branches: readonly { _id: string; name: string }[]
}

const searchMilliseconds = 250

const sales = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`)

/** `me`, `nobody`, a user id, `all:<branch>`, `people` or `people:<branch>`. */
const toValue = ({ who, branchId }: Pick<TodayParams, 'who' | 'branchId'>): string =>
  (who === 'all' || who === 'people') && branchId !== undefined ? `${who}:${branchId}` : who

const fromValue = (value: string): Pick<TodayParams, 'who' | 'branchId'> => {
  const [who = 'me', branchId] = value.split(':')
  return { who, branchId }
}

type PickerProps = HeadProps & {
  /** The list gets the focus, so that its keys work. */
  onChosen: () => void
}

/** Chooses the list: own, a colleague's, unassigned, a branch's, or the table of people. */
export function ProgressorPicker({ companyId, params, onChange, counts, branches, onChosen }: PickerProps) {
  const me = useMe()
  const members = useCall(listCompanyMembers, { params: { companyId }, query: { status: 'current', itemsPerPage: '100' } })
  const value = toValue(params)
  const count = counts && params.who !== 'people' ? `, ${sales(counts.sales)}` : ''
  const isOfCompany = me.company?._id === companyId
  const options: Option<string>[] = [
    ...(isOfCompany && isOneOf(workers, me.type) ? [{ value: 'me', label: 'Me' }] : []),
    { value: 'nobody', label: 'Nobody' },
    ...(members.data?.data ?? [])
      .filter(({ _id, type }) => _id !== me._id && isOneOf(progressors, type))
      .map(({ _id, fullName }) => ({ value: _id, label: fullName })),
    ...branches.map(({ _id, name }) => ({ value: `all:${_id}`, label: `All of ${name}` })),
    ...(seesFiguresOfPeople(me.type) || params.who === 'people' ? [{ value: 'people', label: 'Everyone, as a table' }] : []),
    ...(seesFiguresOfPeople(me.type) && branches.length > 1
      ? branches.map(({ _id, name }) => ({ value: `people:${_id}`, label: `${name}, as a table` }))
      : []),
  ].map((option) => (option.value === value ? { ...option, label: `${option.label}${count}` } : option))
  return (
    <SelectField
      label="Sales progressor"
      hideLabel
      small
      searchable={options.length > 12}
      width={176}
      options={options}
      value={value}
      onChange={(chosen) => {
        const list = fromValue(chosen)
        onChange({ ...list, page: 0 })
        if (list.who !== 'people') onChosen()
      }}
    />
  )
}

const groupingLabels: Record<Grouping, string> = { person: 'Person', firm: 'Firm', sale: 'Sale', rank: 'Rank' }

export const GroupingField = ({ value, onChange }: { value: Grouping; onChange: (by: Grouping) => void }) => (
  <SegmentedField
    label="Group by"
    hideLabel
    className="seg-s"
    value={value}
    onChange={onChange}
    options={(Object.keys(groupingLabels) as Grouping[]).map((by) => ({ value: by, label: groupingLabels[by] }))}
  />
)

/** Filters by address, name and text, debounced. */
export function TodaySearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  const submitted = useRef(value)
  const submit = useRef(onSearch)
  useEffect(() => {
    submit.current = onSearch
  })
  useEffect(() => {
    if (value === submitted.current) return
    submitted.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const text = typed.trim()
    if (text === submitted.current) return
    const timer = setTimeout(() => {
      submitted.current = text
      submit.current(text)
    }, searchMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchField label="Search" hideLabel placeholder="Search" small width={152} value={typed} onChange={setTyped} />
}

export const AddTaskButton = ({ onClick }: { onClick: () => void }) => (
  <Button size="s" icon={IconPlus} onClick={onClick}>
    Add task{' '}
    <span className="kbd" aria-hidden="true">
      T
    </span>
  </Button>
)

type ChipProps = {
  pressed: boolean
  tone?: string | undefined
  icon?: IconComponent | undefined
  /** `undefined` while it loads. */
  count: ReactNode
  children: ReactNode
  onClick: (withShift: boolean) => void
}

const Chip = ({ pressed, tone, icon, count, children, onClick }: ChipProps) => (
  <button type="button" className={classNames('chip', tone)} aria-pressed={pressed} onClick={(event) => onClick(event.shiftKey)}>
    {icon && <Icon of={icon} size={14} />}
    {children} <b>{count ?? <Skeleton width={14} />}</b>
  </button>
)

/** "A chip filters, Shift adds." Choosing a selected chip again removes it. */
export function chosenGroups(groups: readonly ActionItemGroup[], chip: ActionItemGroup, withShift: boolean): ActionItemGroup[] {
  const isChosen = groups.includes(chip)
  if (!withShift) return isChosen && groups.length === 1 ? [] : [chip]
  return isChosen ? groups.filter((group) => group !== chip) : [...groups, chip]
}

/** The groups with their counts, which add up to All; Mail where e-mails come in. */
export const TodayChips = ({ companyId, params, onChange, counts }: Omit<HeadProps, 'branches'>) => {
  const mayWork = useMay('day.work')
  const { groups, state } = params
  const receivesMail = useMe().company?.mailIn ?? false
  const isUsed = (group: ActionItemGroup) => group !== 'mail' || receivesMail || groups.includes(group) || counts?.groups[group]
  const shown = actionItemGroups.filter(isUsed)
  const isNow = state === 'now'
  return (
    <div className="chips" role="group" aria-label="What is shown">
      <Chip
        pressed={isNow && groups.length === 0}
        count={counts?.now}
        onClick={() => onChange({ groups: [], state: 'now', page: 0 })}
      >
        All
      </Chip>
      {shown.map((group) => (
        <Chip
          key={group}
          pressed={isNow && groups.includes(group)}
          tone={groupSigns[group].tone}
          icon={groupSigns[group].icon}
          count={counts && (counts.groups[group] ?? 0)}
          onClick={(withShift) =>
            onChange({ groups: chosenGroups(isNow ? groups : [], group, withShift), state: 'now', page: 0 })
          }
        >
          {actionItemGroupLabels[group]}
        </Chip>
      ))}
      <span className="gap" />
      <Chip
        pressed={state === 'waiting'}
        icon={IconClockPause}
        count={counts?.waiting}
        onClick={() => onChange({ state: state === 'waiting' ? 'now' : 'waiting', groups: [], page: 0 })}
      >
        Waiting
      </Chip>
      {mayWork && (
        <Chip
          pressed={state === 'day'}
          tone="grn"
          icon={IconCheck}
          count={
            counts && (
              <Suspense fallback={<Skeleton width={14} />}>
                <DayCount companyId={companyId} />
              </Suspense>
            )
          }
          onClick={() => onChange({ state: state === 'day' ? 'now' : 'day', groups: [], page: 0 })}
        >
          Day
        </Chip>
      )}
    </div>
  )
}
