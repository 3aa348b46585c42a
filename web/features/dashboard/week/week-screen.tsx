import './week.css'
import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import type { WeekBy } from '@gya/domain/features/week/week.model.ts'
import { readWeekMail } from '@gya/domain/features/week/week-mail.contract.ts'
import { showWeekMailTime } from '@gya/domain/features/week/week-mail.rules.ts'
import { periodTitle } from '@gya/domain/features/week/week-page.ts'
import { maxOwnDays, neighbouringPeriod } from '@gya/domain/features/week/week-periods.ts'
import { IconChevronLeft, IconChevronRight, IconMail, IconPrinter, IconTargetArrow } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCall } from '../../../lib/api/use-call.ts'
import { useScreenKeys } from '../../../lib/keys/use-screen-keys.ts'
import { useMay, useMe } from '../../../lib/session/session.tsx'
import { useScopedPath } from '../../../lib/url-state/current-scope.ts'
import { useSearchParams } from '../../../lib/url-state/search-params.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../../ui/feedback/loading.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { SegmentedField } from '../../../ui/fields/segmented-field.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useBranchOptions } from '../../common/use-branch-options.ts'
import { BranchChoice } from '../dashboard.tsx'
import { wholeCompanyId } from '../use-dashboard.ts'
import {
  type AskedPeriod,
  choiceOf,
  daysOfChoice,
  type PeriodChoice,
  periodChoices,
  periodOfQuery,
  settingsOf,
  useWeek,
  type WireWeek,
} from './use-week.ts'
import { weekKeys } from './week-keys.ts'
import { WeekLists } from './week-lists.tsx'
import { WeekPaper } from './week-paper.tsx'
import { WeekPeople } from './week-people.tsx'
import { WeekRows } from './week-rows.tsx'
import { WeekTable } from './week-table.tsx'

const TargetsDialog = lazyDialog(async () => (await import('./targets-dialog.tsx')).TargetsDialog)
const WeekMailDialog = lazyDialog(async () => (await import('./week-mail-dialog.tsx')).WeekMailDialog)
const WeekMailsDialog = lazyDialog(async () => (await import('./week-mail-dialog.tsx')).WeekMailsDialog)

/** Arrows stay those of the focused segment, menu or table. */
const hasArrows = ({ key, target }: KeyboardEvent): boolean =>
  key.startsWith('Arrow') &&
  target instanceof HTMLElement &&
  target.closest('[role="radiogroup"], [role="menu"], [role="listbox"], .wkpeople') !== null

type PeriodProps = { week: WireWeek; asked: AskedPeriod; onShow: ReturnType<typeof useWeek>['showPeriod'] }

/** Periods, arrows to the one before and after, and own dates. */
function PeriodPicker({ week, asked, onShow, boxRef }: PeriodProps & { boxRef: React.Ref<HTMLDivElement> }) {
  const choice = choiceOf(week, asked)
  const choose = (chosen: PeriodChoice) => {
    const { range, as } = daysOfChoice(week, chosen)
    onShow(range, as)
  }
  const options = (Object.keys(periodChoices) as PeriodChoice[]).map((value) => ({ value, label: periodChoices[value] }))
  const neighbours = neighboursOf(week, asked)
  const move = (range: (typeof neighbours)[number]) => range && onShow(range, asked.kind)
  return (
    <>
      <div ref={boxRef}>
        <SegmentedField label="Period" options={options} value={choice} onChange={choose} />
      </div>
      {choice === 'own' && <OwnDates week={week} asked={asked} onShow={onShow} />}
      <div className="fld">
        <span className="lab">Earlier, later</span>
        <div className="wkarrows">
          <IconButton icon={IconChevronLeft} label="Period before" onClick={() => move(neighbours[0])} />
          <IconButton
            icon={IconChevronRight}
            label="Period after"
            disabledReason={neighbours[1] ? null : 'It has not begun'}
            onClick={() => move(neighbours[1])}
          />
        </div>
      </div>
    </>
  )
}

function neighboursOf(week: WireWeek, { kind, range }: AskedPeriod) {
  const to = (step: -1 | 1) => neighbouringPeriod({ kind, range, step }, settingsOf(week), week.today)
  return [to(-1), to(1)] as const
}

/** Two days; shown once both fit. */
function OwnDates({ week, asked: { range: now }, onShow }: PeriodProps) {
  const [first, setFirst] = useState<DateOnly | null>(now.first)
  const [last, setLast] = useState<DateOnly | null>(now.last)
  const [shown, setShown] = useState(now)
  if (shown.first !== now.first || shown.last !== now.last) {
    setShown(now)
    setFirst(now.first)
    setLast(now.last)
  }
  const whyNot = (from: DateOnly | null, to: DateOnly | null): string | undefined => {
    if (from === null || to === null) return 'Choose both days.'
    if (to > week.today) return 'Choose days up to today.'
    if (to < from) return 'Choose a day that is not before the first.'
    return daysBetween(from, to) >= maxOwnDays ? 'Choose at most a year.' : undefined
  }
  const change = (from: DateOnly | null, to: DateOnly | null) => {
    setFirst(from)
    setLast(to)
    if (from !== null && to !== null && whyNot(from, to) === undefined && (from !== now.first || to !== now.last))
      onShow({ first: from, last: to }, 'own')
  }
  return (
    <>
      <DateField label="From" width={132} value={first} max={week.today} onChange={(day) => change(day, last)} />
      <DateField
        label="To"
        width={132}
        value={last}
        max={week.today}
        error={whyNot(first, last)}
        onChange={(day) => change(first, day)}
      />
    </>
  )
}

/** The manager's week: any period against two others, by branch, negotiator or progressor. [seat §4](docs/design/seat.md#4). */
export function WeekScreen({ company }: { company: string | undefined }) {
  const state = useWeek()
  const { read, open, openFigure, setBy, showPeriod, scope } = state
  const { data: week, error, refetch, isFetching, isPlaceholderData } = read
  const asked = week && periodOfQuery(week, state.query)
  const to = useScopedPath()
  const search = useSearchParams()
  const isPhone = useIsPhone()
  const maySetTargets = useMay('target.edit')
  const me = useMe()
  const maySetMail = useMay('week-mail.edit')
  const isMailed = scope.areaId === undefined && (scope.branchId !== null || reachesAllBranches(me.type))
  const mail = useCall(
    readWeekMail,
    { params: state.params, query: scope.branchId === null ? {} : { branchId: scope.branchId } },
    { enabled: maySetMail && isMailed && week !== undefined },
  ).data
  const branches = useBranchOptions(scope.companyId, maySetMail && !isMailed)
  const [shown, setShown] = useState<'targets' | 'mail' | 'paper' | null>(null)
  const [byMenu, setByMenu] = useState(false)
  const isPrinting = useRef(false)
  isPrinting.current = shown === 'paper'
  useEffect(() => {
    // The browser's own menu prints what is there when this returns.
    const onMenu = () => {
      if (!isPrinting.current) flushSync(() => setByMenu(true))
    }
    addEventListener('beforeprint', onMenu)
    return () => removeEventListener('beforeprint', onMenu)
  }, [])
  const periodBox = useRef<HTMLDivElement>(null)
  const hide = () => setShown(null)
  const print = () => week && setShown('paper')
  const move = (nth: 0 | 1) => {
    const range = week && asked && neighboursOf(week, asked)[nth]
    if (range) showPeriod(range, asked.kind)
  }
  const by = (chosen: WeekBy) => () => setBy(chosen)
  const keys = {
    period: () =>
      (periodBox.current?.querySelector<HTMLElement>('input:checked') ?? periodBox.current?.querySelector('input'))?.focus(),
    earlier: () => move(0),
    later: () => move(1),
    print,
    branch: by('branch'),
    negotiator: by('negotiator'),
    progressor: by('progressor'),
  }
  useScreenKeys(weekKeys, keys, hasArrows)
  const kept = { first: search.first, last: search.last, as: search.as, by: search.by }
  const hrefOf = (branchId: string, areaId?: string) =>
    branchId === wholeCompanyId
      ? to('/branch/week', {}, { ...kept, whose: 'company', areas: areaId })
      : to('/branch/week', { branch: branchId }, kept)
  const actions = [
    ...(maySetTargets ? [{ label: 'Targets', icon: IconTargetArrow, onSelect: () => setShown('targets') }] : []),
    ...(maySetMail
      ? [
          {
            label: isMailed && mail?.active ? `By e-mail: ${showWeekMailTime(mail)}` : 'By e-mail',
            icon: IconMail,
            onSelect: () => setShown('mail'),
          },
        ]
      : []),
    { label: 'Print', icon: IconPrinter, onSelect: print },
  ]
  const picked = { companyId: scope.companyId, branchId: scope.branchId ?? wholeCompanyId, areaId: scope.areaId }
  return (
    <Page
      crumbs={[
        { label: company ?? 'Company', to: to('/branch/manage') },
        { label: 'Management dashboard', to: to('/branch/md', {}, scope.branchId === null ? { whose: 'company' } : {}) },
        { label: 'Week' },
      ]}
      title="Week"
      beside={week && <span className="mut wkof">{`${week.name}, ${periodTitle(week)}`}</span>}
      actions={
        isPhone ? (
          <Menu items={actions} />
        ) : (
          actions.map(({ label, onSelect }) => (
            <Button key={label} size="s" onClick={onSelect}>
              {label}
            </Button>
          ))
        )
      }
    >
      <div className="wkfilters">
        {scope.companyId !== '' && <BranchChoice scope={picked} hrefOf={hrefOf} showLabel />}
        {week && asked && <PeriodPicker week={week} asked={asked} onShow={showPeriod} boxRef={periodBox} />}
      </div>
      {error && (
        <div className="panel failed">
          <ErrorState onRetry={() => void refetch()} pending={isFetching}>
            {error.message}
          </ErrorState>
        </div>
      )}
      {week ? (
        <div className={classNames('week', isPlaceholderData && 'busy')} aria-busy={isPlaceholderData || undefined}>
          <div className="wkgrid">
            <WeekTable week={week} onOpen={openFigure} />
            <WeekLists week={week} scope={scope} />
          </div>
          <WeekPeople week={week} onBy={setBy} onOpen={openFigure} />
        </div>
      ) : (
        !error && (
          <div className="panel">
            <SkeletonLines lines={14} />
          </div>
        )
      )}
      {week && open && (
        <WeekRows
          key={`${open.metric} ${open.period} ${open.who}`}
          week={week}
          figure={open}
          asked={state}
          onClose={() => openFigure(null)}
        />
      )}
      {shown === 'targets' && week && (
        <TargetsDialog companyId={scope.companyId} week={week} branchId={scope.branchId} onClose={hide} />
      )}
      {shown === 'mail' && !isMailed && branches.length > 0 && (
        <WeekMailsDialog companyId={scope.companyId} branches={branches} onClose={hide} />
      )}
      {shown === 'mail' && isMailed && week && mail && (
        <WeekMailDialog companyId={scope.companyId} branchId={scope.branchId} name={week.name} mail={mail} onClose={hide} />
      )}
      {week && (shown === 'paper' || byMenu) && (
        <WeekPaper key={String(byMenu)} week={week} isPrinting={byMenu} onClose={byMenu ? () => setByMenu(false) : hide} />
      )}
    </Page>
  )
}
