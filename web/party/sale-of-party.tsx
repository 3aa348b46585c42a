import { telephoneLink } from '@gya/domain/common/telephone.ts'
import { partyDayLabel } from '@gya/domain/features/party-links/party-steps.ts'
import {
  IconCalendar,
  IconCheck,
  IconHourglass,
  IconLock,
  IconMail,
  IconMessage,
  IconPhone,
  IconUpload,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { identityChecked, plainDay, shortDay } from '../vendor-portal/format.ts'
import { StepDay } from '../vendor-portal/step-day.tsx'
import { ChainOfSale } from './chain-of-sale.tsx'
import { OwnProposals } from './own-proposals.tsx'
import { type Answer, type PartySale, type Refusal, saveWishes } from './party-api.ts'
import { DateForm, DocumentForm, MessageForm, StepForm, SurveyForm } from './proposal-forms.tsx'

export type SaleProps = {
  sale: PartySale
  token: string
  onSale: (sale: PartySale) => void
  onEnded: (refusal: Refusal) => void
}

const roles = {
  'vendor-conveyancer': 'You act for the vendor of',
  'buyer-conveyancer': 'You act for the buyer of',
  buyer: 'You are buying',
}

/** The open form; one at a time. */
type Entering =
  | { what: 'step'; key: number; name: string }
  | { what: 'completion' | 'exchange' | 'survey' | 'document' | 'message' }

export function SaleOfParty(props: SaleProps) {
  const { sale, token, onSale, onEnded } = props
  const [entering, setEntering] = useState<Entering | null>(null)
  const [sent, setSent] = useState('')
  const close = () => setEntering(null)
  /** Handles the response to a proposal: the updated sale, or the refusal as a text for the form. */
  const take = (answer: Answer<PartySale>): string | null => {
    if (!answer.ok) {
      if (answer.isEnded) onEnded(answer)
      return answer.message
    }
    onSale(answer.read)
    close()
    setSent(`Sent to ${sale.contact.name}. It counts once ${sale.contact.name.split(' ')[0]} has confirmed it.`)
    return null
  }
  const form = { token, onCancel: close, onAnswer: take, confirms: sale.contact.name.split(' ')[0] ?? '' }
  const startStep = (key: number, name: string) => setEntering({ what: 'step', key, name })
  const isOpen = (key: number | null) => entering?.what === 'step' && entering.key === key
  return (
    <>
      <div className="phd">
        <p className="mut">{roles[sale.party]}</p>
        <h1>{sale.address.line1}</h1>
        <p className="mut">{sale.address.postcode}</p>
        {sale.identityChecked && <p>{identityChecked}</p>}
      </div>
      <p className="sent-note" role="status">
        {sent && (
          <>
            <Icon of={IconCheck} size={16} />
            {sent}
          </>
        )}
      </p>
      {sale.standing && <p className="standing">{sale.standing}</p>}
      {(sale.standing === null || sale.asks.length > 0) && <Asks sale={sale} isOpen={isOpen} onStart={startStep} form={form} />}
      <OwnProposals {...props} />
      {sale.groups.map((group) => (
        <section
          key={`${group.track} ${group.title}`}
          className={`vtrack ${looks[group.track] ?? 'gry'}`}
          aria-label={group.title}
        >
          <h2>
            {group.title}
            <span>
              {group.steps.filter(({ state }) => state === 'done').length}{' '}
              {sale.standing !== null && group.steps.every(({ state }) => state === 'done') ? 'done' : `of ${group.steps.length}`}
            </span>
          </h2>
          <ol>
            {group.steps.map((step) => (
              <Step
                key={`${step.key} ${step.name}`}
                step={step}
                isAsked={sale.asks.some(({ key }) => key === step.key)}
                isOpen={isOpen(step.key)}
                onStart={startStep}
                form={form}
              />
            ))}
          </ol>
        </section>
      ))}
      <ChainOfSale lines={sale.chain} />
      <Days sale={sale} entering={entering} onStart={(what) => setEntering({ what })} form={form} />
      <section className="pmore" aria-label="Send something">
        {entering?.what === 'document' ? (
          <DocumentForm {...form} />
        ) : entering?.what === 'message' ? (
          <MessageForm {...form} />
        ) : (
          <div className="more">
            {sale.mayPropose.documents ? (
              <Button className="p44" icon={IconUpload} onClick={() => setEntering({ what: 'document' })}>
                Send a document
              </Button>
            ) : (
              sale.mayPropose.dates.length === 0 && <p className="mut">You can still send a message.</p>
            )}
            <Button className="p44" icon={IconMessage} onClick={() => setEntering({ what: 'message' })}>
              Write a message
            </Button>
          </div>
        )}
      </section>
      <Wishes {...props} />
      <p className="foot2 mut">
        <Icon of={IconLock} size={14} />
        This page is for {sale.name}. It shows no prices and nobody’s details, and ends on {plainDay(sale.endsOn)}.
      </p>
      <Contact contact={sale.contact} />
    </>
  )
}

type FormProps = { token: string; onCancel: () => void; onAnswer: (answer: Answer<PartySale>) => string | null; confirms: string }
type StepProps = { isOpen: (key: number) => boolean; onStart: (key: number, name: string) => void; form: FormProps }

const looks: Partial<Record<PartySale['groups'][number]['track'], string>> = { L: 'leg', F: 'fin' }

/** "What we are waiting for from you", with a button for each item; below, items that others have to do. */
function Asks({ sale, isOpen, onStart, form }: StepProps & { sale: PartySale }) {
  return (
    <section className="ask" aria-labelledby="party-asks">
      <h2 id="party-asks">Waiting for you</h2>
      {sale.asks.map(({ key, name, expectedBy, after }) => (
        <div key={key} className={isOpen(key) ? 'q on' : 'q'}>
          <p>
            <b>{name}</b>
            <span>{after ? `can start after: ${after}` : expectedBy ? `expected by ${shortDay(expectedBy)}` : 'under way'}</span>
          </p>
          {isOpen(key) ? (
            <StepForm {...form} stepKey={key} label={partyDayLabel(key)} mayStart={after !== null} />
          ) : (
            <Button className="p44" aria-label={`Say when: ${name}`} onClick={() => onStart(key, name)}>
              Say when
            </Button>
          )}
        </div>
      ))}
      {sale.asks.length === 0 && <p className="q">Nothing is waiting for you.</p>}
      {sale.waitingFor.length > 0 && (
        <ul className="others">
          {sale.waitingFor.map(({ name, from, expectedBy }) => (
            <li key={name}>
              We wait for {from}: {name}
              {expectedBy && `, expected by ${shortDay(expectedBy)}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const spoken = { done: 'Done', now: 'Under way', next: 'Not started' }
const classes = { done: 'c', now: 'wait', next: 'n' }

type ShownStep = PartySale['groups'][number]['steps'][number]
type StepRow = { step: ShownStep; isAsked: boolean; isOpen: boolean; onStart: StepProps['onStart']; form: FormProps }

function Step({ step, isAsked, isOpen, onStart, form }: StepRow) {
  const { key, name, state, on, expectedBy, mayPropose } = step
  const isCompletion = key === 25 && state !== 'done'
  const day = on ? shortDay(on) : expectedBy ? `expected by ${shortDay(expectedBy)}` : isCompletion ? 'to be agreed' : ''
  return (
    <li className={classes[state]}>
      {state === 'next' ? <i /> : <Icon of={state === 'done' ? IconCheck : IconHourglass} size={16} />}
      <span>
        {name}
        <span className="vh">, {spoken[state]}</span>
      </span>
      {isOpen && !isAsked && key !== null ? (
        <StepForm {...form} stepKey={key} label={partyDayLabel(key)} mayStart={state === 'next'} />
      ) : (
        <>
          <StepDay on={on ?? expectedBy} words={day} />
          {mayPropose && !isAsked && key !== null && (
            <Button variant="quiet" size="s" className="p44" aria-label={`Say when: ${name}`} onClick={() => onStart(key, name)}>
              Say when
            </Button>
          )}
        </>
      )}
    </li>
  )
}

type DaysProps = {
  sale: PartySale
  entering: Entering | null
  onStart: (what: 'completion' | 'exchange' | 'survey') => void
  form: FormProps
}

/** The agreed day, the days that the agency works towards, and days that may be proposed. */
function Days({ sale, entering, onStart, form }: DaysProps) {
  const { completionDate, expected, mayPropose, party } = sale
  const wish = completionDate ? 'Ask for another completion date' : 'Wish for a completion date'
  const name = party === 'buyer' ? wish : 'Propose a completion date'
  if (sale.standing !== null && mayPropose.dates.length === 0) return null
  return (
    <section className="pdays" aria-labelledby="party-days">
      <h2 id="party-days">Days</h2>
      <p>
        {completionDate ? (
          <>
            Completion is agreed for <b>{plainDay(completionDate)}</b>.
          </>
        ) : (
          sale.standing === null && 'A completion date is still to be agreed.'
        )}
        {expected?.exchange && ` We work towards exchange around ${plainDay(expected.exchange)}.`}
        {expected?.completion && ` We work towards completion around ${plainDay(expected.completion)}.`}
      </p>
      {entering?.what === 'completion' || entering?.what === 'exchange' ? (
        <DateForm {...form} dateKind={entering.what} />
      ) : entering?.what === 'survey' ? (
        <SurveyForm {...form} surveys={mayPropose.surveys} />
      ) : (
        <div className="days-actions">
          {mayPropose.dates.includes('completion') && (
            <Button className="p44" icon={IconCalendar} onClick={() => onStart('completion')}>
              {name}
            </Button>
          )}
          {mayPropose.dates.includes('exchange') && (
            <Button className="p44" icon={IconCalendar} onClick={() => onStart('exchange')}>
              Propose a day for exchange
            </Button>
          )}
          {mayPropose.surveys.length > 0 && (
            <Button className="p44" icon={IconCalendar} onClick={() => onStart('survey')}>
              A survey is booked
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Wishes({ sale, token, onSale, onEnded }: SaleProps) {
  const [error, setError] = useState('')
  const save = async (tellMe: boolean) => {
    onSale({ ...sale, tellMe })
    const answer = await saveWishes(token, tellMe)
    if (answer.ok) return setError('')
    onSale({ ...sale, tellMe: !tellMe })
    if (answer.isEnded) onEnded(answer)
    else setError(answer.message)
  }
  return (
    <div className="pwish">
      <label>
        <input type="checkbox" checked={sale.tellMe} onChange={(event) => void save(event.target.checked)} />
        <span>E-mail me when something I sent was accepted or declined</span>
      </label>
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function Contact({ contact: { name, email, tel } }: { contact: PartySale['contact'] }) {
  const telephone = telephoneLink(tel)
  return (
    <section className="vperson" aria-label="Who to call">
      <Avatar name={name} size={36} />
      <div>
        <b>{name}</b>
        <p className="mut">Looks after this sale</p>
      </div>
      <span className="spacer" />
      {email && (
        <a className="btn p44 icon" href={`mailto:${email}`} aria-label={`E-mail ${name}`}>
          <Icon of={IconMail} size={18} />
        </a>
      )}
      {telephone && (
        <a className="btn p44" href={telephone}>
          <Icon of={IconPhone} size={16} />
          Call
        </a>
      )}
    </section>
  )
}
