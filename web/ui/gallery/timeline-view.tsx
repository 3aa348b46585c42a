import { IconAlertTriangle, IconBolt, IconCheck, IconChevronRight, IconHourglass, IconMessage } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { CheckField } from '../check-field.tsx'
import { classNames } from '../class-names.ts'
import { DateField } from '../date-field.tsx'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import { SaveBar } from '../save-bar.tsx'
import { SelectField } from '../select-field.tsx'
import { type StepState, StepStateControl } from '../step-state-control.tsx'
import { SwitchField } from '../switch-field.tsx'
import { TextField } from '../text-field.tsx'
import { PropertyPage } from './property-page.tsx'

type StepProps = {
  title: string
  state: StepState
  meta: ReactNode
  notes?: number
  why?: ReactNode
  dirty?: boolean
  reasons?: Record<string, string>
}

const looks: Record<StepState, string> = { C: '', IP: '', NS: 'ns', NA: 'na', B: 'blocked' }

const Step = ({ title, state: given, meta, notes, why, dirty, reasons = {} }: StepProps) => {
  const [state, setState] = useState(given)
  return (
    <div className={classNames('step', looks[state], (dirty || state !== given) && 'dirty')}>
      <div>
        <h3>{title}</h3>
        <div className="meta">
          {meta}
          {notes !== undefined && (
            <Link className="notes" to="/property/notes" aria-label={`${notes} ${notes === 1 ? 'note' : 'notes'}`}>
              <Icon of={IconMessage} size={14} />
              {notes}
            </Link>
          )}
          {why && <span className="why">{why}</span>}
        </div>
      </div>
      <StepStateControl step={title} value={state} onChange={setState} disabledReasons={reasons} />
    </div>
  )
}

const done = [
  ['Take on', '02', 'Jun'],
  ['Property launched', '09', 'Jun'],
  ['Viewings', '05', 'Sep'],
  ['Sale agreed', '19', 'Sep'],
  ['Memo of sale sent', '22', 'Sep'],
] as const

const Selling = () => (
  <section className="track shut" aria-label="Selling">
    <div className="done-row">
      <h2>
        <button type="button" aria-expanded="false">
          <Icon of={IconChevronRight} size={14} />
          Selling
        </button>
      </h2>
      <ol>
        {done.map(([title, day, month]) => (
          <li key={title}>
            <Icon of={IconCheck} size={14} />
            {title}{' '}
            <time>
              <span className="d">{day}</span>-{month}
            </time>
          </li>
        ))}
      </ol>
      <span>5 of 5 complete</span>
    </div>
  </section>
)

const Track = ({ title, sum, tone, children }: { title: string; sum: string; tone: string; children: ReactNode }) => (
  <section className={`track ${tone}`} aria-label={title}>
    <header>
      <h2>{title}</h2>
      <span className="sum">{sum}</span>
    </header>
    {children}
  </section>
)

const Survey = () => (
  <Track title="Survey" sum="Awaiting 1 report" tone="col sur">
    <Step title="Not having survey" state="NA" meta={<span>Not applicable</span>} />
    <Step
      title="Home buyers survey"
      state="IP"
      meta={
        <span className="amber">
          <Icon of={IconHourglass} size={14} /> Awaiting reports for 12 days
        </span>
      }
    />
    <div className="survey">
      <div className="grid2">
        <TextField label="Survey date" value="24/10/2025" disabled />
        <SelectField label="Contact" defaultValue="o" options={[{ value: 'o', label: 'Osric Penhaligon' }]} />
        <TextField label="Notes" className="full" value="Roof void not seen, second visit asked for" disabled />
        <CheckField label="Awaiting reports" defaultChecked />
        <span className="num">
          <Button size="s" variant="danger-quiet">
            Remove
          </Button>
        </span>
      </div>
    </div>
    <div className="addrow">
      <SelectField
        label="Survey type"
        hideLabel
        placeholder="Survey type"
        options={[{ value: 6, label: 'Mortgage valuations' }]}
      />
      <DateField label="Survey date" hideLabel placeholder="Date" width={100} />
      <Button size="s" disabledReason="Set a survey date first">
        Add survey
      </Button>
    </div>
  </Track>
)

const overdue = (
  <span className="over">
    <Icon of={IconAlertTriangle} size={14} /> Overdue by 4 days
  </span>
)

const started = (
  <>
    <Icon of={IconBolt} size={12} />
    Started because Searches back was completed
  </>
)

export const TimelineView = () => (
  <PropertyPage name="Timeline">
    <form onSubmit={(event) => event.preventDefault()}>
      <div className="toolbar">
        <SwitchField label="Show all steps" defaultChecked />
        <span className="mut">Keep steps of</span>
        <CheckField label="Company template" />
        <CheckField label="Branch template" />
        <span className="spacer" />
        <Button variant="danger" size="s">
          Perform fall off
        </Button>
      </div>
      <Selling />
      <div className="tracks">
        <Track title="Financial" sum="2 of 4 complete" tone="col fin">
          <Step title="Mortgage app submitted" state="C" meta={<span>Completed 26/09/2025</span>} notes={1} />
          <Step title="Mortgage valuation booked" state="C" meta={<span>Completed 07/10/2025</span>} />
          <Step title="Mortgage valuation completed" state="B" meta={overdue} notes={2} why="Delayed since 03/11/2025" />
          <Step title="Mortgage approved" state="NS" meta={<span>Not started</span>} />
        </Track>
        <Track title="Legal" sum="3 of 5 complete" tone="col leg">
          <Step title="Draft contracts issued" state="C" meta={<span>Completed 29/09/2025</span>} />
          <Step title="Searches applied for" state="C" meta={<span>Completed 03/10/2025</span>} notes={1} />
          <Step title="Searches back" state="C" dirty meta={<span>Was overdue by 4 days</span>} notes={3} />
          <Step title="Enquiries raised" state="IP" dirty meta={<span>Due in 14 days</span>} why={started} />
          <Step title="Enquiries answered" state="NS" meta={<span>Not started</span>} />
        </Track>
        <Survey />
      </div>
      <section className="track before-savebar" aria-label="Completing">
        <header>
          <h2>Completing</h2>
          <span className="sum">Starts when financial, legal and survey are complete</span>
        </header>
        <div className="strip">
          <Step title="Reported to buyer" state="NS" meta={<span>Not started</span>} />
          <Step title="Docs & deposits received" state="NS" meta={<span>Not started</span>} />
          <Step
            title="Exchanged"
            state="NS"
            meta={<span>Not started</span>}
            reasons={{ C: 'Exchanged can be completed once there is a completion date.' }}
          />
          <Step title="Completed" state="NS" meta={<span>Not started</span>} />
        </div>
        <div className="foot">
          <DateField label="Completion date" placeholder="Not set" />
          <CheckField label="Invoice sent" />
          <span className="mut t12">Exchanged can be completed once there is a completion date.</span>
        </div>
      </section>
      <SaveBar
        changes={2}
        summary="Searches back complete, Enquiries raised in progress"
        saveLabel="Save timeline"
        onDiscard={() => undefined}
      />
    </form>
  </PropertyPage>
)
