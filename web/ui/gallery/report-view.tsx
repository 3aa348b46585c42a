import {
  IconAlertTriangle,
  IconArrowNarrowDown,
  IconArrowsExchange,
  IconBan,
  IconBell,
  IconDownload,
  IconHourglass,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '../../layouts/page.tsx'
import '../report.css'
import '../steps.css'
import { Button } from '../button.tsx'
import { ChainIcon } from '../chain-light.tsx'
import { type DateRange, DateRangeField } from '../date-range-field.tsx'
import { FilterBar } from '../filter-bar.tsx'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import { Menu } from '../menu.tsx'
import { MultiSelectField } from '../multi-select-field.tsx'
import { PagedTable } from '../paged-table.tsx'
import { ReportLegend } from '../report-legend.tsx'
import { SearchField } from '../search-field.tsx'
import { SelectField } from '../select-field.tsx'
import { SwitchField } from '../switch-field.tsx'
import type { Column, SortState } from '../table-column.ts'
import { TextField } from '../text-field.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import { type Sale, salesTimes } from './sales.ts'

const icons = { 'alert-triangle': IconAlertTriangle, hourglass: IconHourglass, ban: IconBan } as const

const Step = ({ step }: { step: string }) => {
  if (!step) return <span className="vh">Not started</span>
  const [signs = '', words = ''] = step.split('|')
  const icon = signs.split('!')[1] as keyof typeof icons | undefined
  return (
    <>
      {icon && <Icon of={icons[icon]} size={14} />}
      {/^\d\d-/.test(words) ? (
        <>
          <span className="d">{words.slice(0, 2)}</span>
          {words.slice(2)}
        </>
      ) : (
        words
      )}
    </>
  )
}

const titles: readonly (readonly [title: string, track: string])[] = [
  ['Memo of sale sent', ''],
  ['Draft contracts issued', 'leg'],
  ['Searches applied for', 'leg'],
  ['Searches back', 'leg'],
  ['Enquiries raised', 'leg'],
  ['Enquiries answered', 'leg'],
  ['Surveys complete', ''],
  ['Mortgage app submitted', 'fin'],
  ['Mortgage valuation booked', 'fin'],
  ['Mortgage valuation completed', 'fin'],
  ['Mortgage approved', 'fin'],
  ['Reported to buyer', ''],
  ['Docs & deposits received', ''],
  ['Exchanged', ''],
  ['Completed', ''],
]

const Flags = ({ sale, words }: { sale: Sale; words?: boolean }) => (
  <>
    {sale.tint === 'exch' && (
      <span className="flag exch" data-tip={words ? undefined : 'Exchanged'}>
        <Icon of={IconArrowsExchange} size={14} />
        <span className={words ? undefined : 'vh'}>Exchanged</span>
      </span>
    )}
    {sale.tint === 'notice' && (
      <span className="flag notice" data-tip={words ? undefined : 'On notice'}>
        <Icon of={IconBell} size={14} />
        <span className={words ? undefined : 'vh'}>On notice</span>
      </span>
    )}
    <ChainIcon state={sale.chain} />
  </>
)

const columns: readonly Column<Sale>[] = [
  { id: 'accepted', head: 'Offer accepted', width: 100, sticky: true, sort: 'offerAccepted', cell: (sale) => sale.accepted },
  {
    id: 'address',
    head: 'Address',
    width: 248,
    sticky: true,
    sort: 'address',
    main: true,
    ownLink: true,
    cell: (sale) => (
      <div className="adr">
        <Link to={`/property/timeline?propertyId=${sale.postcode}`}>
          <b>{sale.address}</b>
          <span>{sale.postcode}</span>
        </Link>
        <Flags sale={sale} />
      </div>
    ),
  },
  {
    id: 'end',
    head: 'Contract end',
    width: 96,
    sort: 'contractEnd',
    headClassName: 'end',
    className: (sale) => `end ${sale.endTone}`,
    cell: (sale) => sale.end,
  },
  ...['Current asking price', 'Agreed sale price', '% of sale', 'Expected fee'].map(
    (head, index): Column<Sale> => ({
      id: head,
      head,
      group: 'Financial',
      align: 'right',
      width: [80, 80, 52, 92][index] ?? 80,
      sort: head,
      className: index === 3 ? 'fee' : '',
      headClassName: index === 3 ? 'fee' : '',
      cell: (sale) => sale.money[index],
    }),
  ),
  ...titles.map(
    ([head, track], index): Column<Sale> => ({
      id: head,
      head,
      group: 'Sale process',
      width: 80,
      sort: head,
      headClassName: `tk ${track}`,
      className: (sale) => `st ${sale.steps[index]?.split(/[!|]/)[0] ?? ''}`,
      cell: (sale) => <Step step={sale.steps[index] ?? ''} />,
    }),
  ),
]

const bar = (sale: Sale, index: number): string => {
  const track = titles[index]?.[1] || 'gry'
  const signs = sale.steps[index] ?? ''
  if (signs.startsWith('done')) return `${track} d`
  if (signs.startsWith('na')) return 'na'
  if (signs.startsWith('over')) return 'red'
  if (signs.startsWith('amber')) return 'amb'
  return signs.startsWith('due') ? `${track} ip` : ''
}

const card = (sale: Sale) => (
  <>
    <div className="r1">
      <b>{sale.address}</b>
      <span className="mut">{sale.postcode}</span>
      <span className="spacer" />
      <Flags sale={sale} words />
    </div>
    <div className="r2">
      <span className="tnum">{sale.money[1]}</span>
      <span className="mut tnum">fee {sale.money[3]}</span>
      <span className="spacer" />
      <span className="mut tnum">{sale.steps.filter((step) => /^(done|na)/.test(step)).length} of 15 steps</span>
    </div>
    <span className="steps" aria-hidden="true">
      {titles.map(([title], index) => (
        <i key={title} className={bar(sale, index)} />
      ))}
    </span>
    <div className="r3">
      {titles.map(([title], index) =>
        sale.steps[index]?.startsWith('over') ? (
          <p key={title} className="over">
            <Icon of={IconAlertTriangle} size={14} />
            {title}, overdue by {sale.steps[index]?.split('|')[1]}
          </p>
        ) : null,
      )}
    </div>
  </>
)

const shares = [
  ['Proceedable', 54, 'c-good'],
  ['Not proceedable', 33, 'c-bad'],
  ['Unknown', 13, 'c-unk'],
] as const

const KeyStats = () => (
  <section className="stats" aria-label="Key stats">
    <div>
      <span className="k">Properties</span>
      <span className="v">26</span>
    </div>
    <div>
      <span className="k">Expected fees, excl. VAT</span>
      <span className="v">£104,442.76</span>
    </div>
    <div>
      <span className="k">Average fee</span>
      <span className="v">1.27 %</span>
    </div>
    <div className="proceed">
      <span className="k">Sold, not yet exchanged</span>
      <div className="split" aria-hidden="true">
        {shares.map(([words, share, className]) => (
          <i key={words} className={className} style={{ flex: share }} />
        ))}
      </div>
      <div className="split-key">
        {shares.map(([words, share, className]) => (
          <span key={words}>
            <i className={className} />
            {words} <b>{share} %</b>
          </span>
        ))}
      </div>
    </div>
  </section>
)

const states = [
  { value: 'active', label: 'Active' },
  { value: 'sold', label: 'Sold' },
  { value: 'complete', label: 'Complete' },
]

const Filters = () => {
  const [text, setText] = useState('')
  const [shown, setShown] = useState(['active', 'sold'])
  const [added, setAdded] = useState<DateRange>({ from: '2023-11-05', until: '2025-11-05' })
  return (
    <FilterBar
      active={3}
      toggles={
        <>
          <SwitchField label="Sale progression" defaultChecked />
          <SwitchField label="Financial" defaultChecked />
        </>
      }
      search={
        <SearchField label="Search" className="grow" placeholder="Address, postcode, name" value={text} onChange={setText} />
      }
    >
      <MultiSelectField
        label="Property"
        width={116}
        options={states}
        value={shown}
        onChange={setShown}
        noneLabel="Any"
        summary={(labels) => labels.map((label, index) => (index ? label.toLowerCase() : label)).join(', ')}
      />
      <DateRangeField
        label="Added from – until"
        fromLabel="Added from"
        untilLabel="Added until"
        value={added}
        onChange={setAdded}
      />
      <MultiSelectField
        label="Sales progressor"
        width={128}
        options={[{ value: '1', label: 'Tamsin Larkspur' }]}
        noneLabel="All staff"
      />
      <SelectField
        label="Chain"
        width={84}
        defaultValue={null}
        options={[
          { value: null, label: 'Any' },
          { value: 0, label: 'No chain' },
          { value: 2, label: 'Incomplete' },
        ]}
      />
    </FilterBar>
  )
}

const Mailbox = () => {
  const [to, setTo] = useState('')
  return (
    <form className="mailbox" onSubmit={(event) => event.preventDefault()}>
      <span aria-hidden="true">E-mail this report as PDF</span>
      <TextField
        label="E-mail this report as PDF"
        hideLabel
        small
        type="email"
        placeholder="name@example.com"
        value={to}
        onChange={setTo}
      />
      <Button size="s" type="submit" icon={IconSend} disabledReason={to.length < 3 ? 'Enter at least 3 characters' : null}>
        Send
      </Button>
    </form>
  )
}

const tabs = ['Branch', 'Properties', 'Workflow', 'Management dashboard', 'Users', 'Timeline']

const rows = salesTimes(Number(new URLSearchParams(location.search).get('times') ?? 1))

export const ReportView = () => {
  const [sort, setSort] = useState<SortState>({ by: 'saleProgress', direction: 'desc' })
  const [size, setSize] = useState(70)
  const phone = useIsPhone()
  return (
    <Page
      fill
      crumbs={[{ label: 'Larkmead', to: '/company/edit' }, { label: 'Tilehurst', to: '/branch/edit' }, { label: 'Workflow' }]}
      title="Workflow"
      actions={
        <Menu
          items={[
            { label: 'Download CSV', icon: IconDownload, onSelect: () => undefined },
            'line',
            { label: 'Clear filters', onSelect: () => undefined },
          ]}
        />
      }
      tabs={{
        label: 'Branch',
        items: tabs.map((label) => ({ label, to: label === 'Workflow' ? '/branch/report' : `/branch/${label}` })),
      }}
    >
      <KeyStats />
      <Filters />
      <PagedTable
        label="Workflow"
        look="wf"
        columns={columns}
        rows={rows}
        rowKey={(sale) => sale.address}
        rowHref={(sale) => `/property/timeline?propertyId=${sale.postcode}`}
        rowClassName={(sale) => sale.tint || undefined}
        sort={sort}
        onSort={setSort}
        paging={{ itemsPerPage: size, count: 26, currentPage: 0, totalPages: 1 }}
        onPage={() => undefined}
        onPageSize={setSize}
        card={card}
        above={
          <>
            <span>
              Sorted by <b>{sort.by === 'saleProgress' ? 'sale progress' : sort.by}</b>{' '}
              <Icon of={IconArrowNarrowDown} size={14} />
            </span>
            <span className="spacer" />
            {!phone && <ReportLegend />}
          </>
        }
        footEnd={<Mailbox />}
      />
    </Page>
  )
}
