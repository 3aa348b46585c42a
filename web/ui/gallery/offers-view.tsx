import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { Button } from '../button.tsx'
import { CheckField } from '../check-field.tsx'
import { DateField } from '../date-field.tsx'
import { Dialog } from '../dialog.tsx'
import { FieldGrid, FormPanel, TwoColumn } from '../form-panel.tsx'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import { MoneyField } from '../money-field.tsx'
import { PagedTable } from '../paged-table.tsx'
import { SegmentedField } from '../segmented-field.tsx'
import type { Column } from '../table-column.ts'
import { Tag, type TagTone } from '../tag.tsx'
import { TextAreaField } from '../text-area-field.tsx'
import { TextField } from '../text-field.tsx'
import { PropertyPage } from './property-page.tsx'

type Offer = readonly [buyer: string, amount: string, share: string, on: string, paying: string, more: string, state: string]

const offers: readonly Offer[] = [
  ['Leopold Starling', '£378,500', '98.3 %', '14/09/2025', 'Mortgage', 'MIP, in a chain', 'Accepted'],
  ['Winifred Ashgrove', '£380,000', '98.7 %', '12/09/2025', 'Mortgage', 'MIP, in a chain', 'Withdrawn'],
  ['Barnaby Fenwick', '£371,000', '96.4 %', '11/09/2025', 'Cash', 'No chain, renting', 'Pending'],
  ['Isolde Merriweather', '£365,000', '94.8 %', '08/09/2025', 'Mortgage', 'No chain, renting', 'Rejected'],
  ['Cosmo Applegarth', '£352,000', '91.4 %', '06/09/2025', 'Mortgage', 'MIP, no chain', 'Rejected'],
]

const tones: Record<string, TagTone> = { Accepted: 'good', Pending: 'amber' }
const State = ({ state }: { state: string }) => (
  <Tag tone={tones[state] ?? 'grey'} {...(state === 'Accepted' ? { icon: IconCheck } : {})}>
    {state}
  </Tag>
)

const columns: readonly Column<Offer>[] = [
  { id: 'buyer', head: 'Buyer', main: true, cell: (offer) => offer[0] },
  { id: 'amount', head: 'Amount', align: 'right', cell: (offer) => offer[1] },
  { id: 'share', head: 'Of asking', align: 'right', className: 'mut', cell: (offer) => offer[2] },
  { id: 'on', head: 'Offered', sort: 'on', cell: (offer) => offer[3] },
  {
    id: 'position',
    head: 'Position',
    cell: (offer) => (
      <span className="pos">
        {offer[4]}
        <small>{offer[5]}</small>
      </span>
    ),
  },
  { id: 'state', head: 'Status', cell: (offer) => <State state={offer[6]} /> },
]

const history = [
  ['19/09/2025', '£378,500', 'Increased to secure the sale'],
  ['16/09/2025', '£374,000', 'After second viewing'],
  ['14/09/2025', '£368,000', 'First offer'],
] as const

const AmendDialog = ({ onClose }: { onClose: () => void }) => {
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={onClose}
      title="Amend offer"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabledReason={reason ? null : 'Give a reason first'}>
            Save
          </Button>
        </>
      }
    >
      <p className="mut">Leopold Starling offered £378,500. A new amount also changes the agreed price and the fee.</p>
      <FieldGrid>
        <MoneyField label="Current amount" value={378_500} readOnly />
        <MoneyField label="New amount" defaultValue={375_000} data-autofocus />
      </FieldGrid>
      <dl className="delta">
        {[
          ['Agreed price', '£378,500', '£375,000'],
          ['Expected fee', '£4,258.13', '£4,218.75'],
        ].map(([what, before, after]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {before} <Icon of={IconArrowRight} size={12} /> <b>{after}</b>
            </dd>
          </div>
        ))}
      </dl>
      <TextAreaField label="Reason" placeholder="Why the amount changes" value={reason} onChange={setReason} />
    </Dialog>
  )
}

const fixed = 'To end this sale, perform a fall-off on the Timeline page.'

const ManageOffer = ({ onAmend }: { onAmend: () => void }) => (
  <FormPanel
    title="Manage offer"
    aside={
      <>
        <State state="Accepted" />
        <span className="spacer" />
        <span className="mut t12">Accepted 19/09/2025</span>
      </>
    }
    foot={
      <>
        <span className="mut">No changes</span>
        <span className="spacer" />
        <Button variant="primary" disabledReason="Nothing has changed">
          Save offer
        </Button>
      </>
    }
  >
    <FieldGrid>
      <TextField label="Buyer name" defaultValue="Leopold Starling" />
      <div className="join end">
        <MoneyField label="Amount" value={378_500} readOnly />
        <Button onClick={onAmend}>Amend offer</Button>
      </div>
      <TextField label="E-mail" type="email" defaultValue="leopold@starling.example" />
      <TextField label="Telephone" type="tel" defaultValue="0118 496 0142" />
      <SegmentedField
        label="Status"
        className="full"
        wide
        defaultValue="A"
        options={[
          { value: 'P', label: 'Pending', disabledReason: fixed },
          { value: 'A', label: 'Accepted' },
          { value: 'R', label: 'Rejected', disabledReason: fixed },
          { value: 'W', label: 'Withdrawn', disabledReason: fixed },
        ]}
        hint={
          <>
            To end this sale, perform a fall-off on the{' '}
            <Link className="link" to="/property/timeline">
              Timeline
            </Link>{' '}
            page.
          </>
        }
      />
      <SegmentedField
        label="Payment"
        wide
        defaultValue={false}
        options={[
          { value: true, label: 'Cash' },
          { value: false, label: 'Mortgage' },
        ]}
      />
      <MoneyField label="Deposit size" defaultValue={57_000} />
      <SegmentedField
        label="Chain"
        wide
        defaultValue={true}
        options={[
          { value: true, label: 'In a chain' },
          { value: false, label: 'No chain' },
        ]}
      />
      <DateField label="Offered on" defaultValue="2025-09-14" />
      <div className="checks full">
        <CheckField label="Mortgage in principle" defaultChecked />
        <CheckField label="Renting" />
      </div>
      <TextAreaField
        label="Notes"
        className="full"
        rows={2}
        defaultValue="Wants to be in before the school term. Second viewing with parents."
      />
    </FieldGrid>
    <h3 className="sub">Amount history</h3>
    <ol className="hist">
      {history.map(([day, amount, why]) => (
        <li key={day}>
          <time>{day}</time>
          <b>{amount}</b>
          <span>{why}</span>
        </li>
      ))}
    </ol>
  </FormPanel>
)

export const OffersView = () => {
  const [chosen, setChosen] = useState('Leopold Starling')
  const [amending, setAmending] = useState(location.hash === '#amend')
  const choose = useCallback((offer: Offer) => setChosen(offer[0]), [])
  return (
    <PropertyPage name="Offers">
      <div className="toolbar">
        <SegmentedField
          label="Offers view"
          hideLabel
          defaultValue="history"
          options={[
            { value: 'history', label: 'History' },
            { value: 'add', label: 'Add offer' },
          ]}
        />
        <span className="mut">5 offers, highest £380,000</span>
      </div>
      <TwoColumn>
        <PagedTable
          label="Offer history"
          tight
          columns={columns}
          rows={offers}
          rowKey={(offer) => offer[0]}
          onOpen={choose}
          selectedKey={chosen}
          sort={{ by: 'on', direction: 'desc' }}
          onSort={() => undefined}
        />
        <ManageOffer onAmend={() => setAmending(true)} />
      </TwoColumn>
      {amending && <AmendDialog onClose={() => setAmending(false)} />}
    </PropertyPage>
  )
}
