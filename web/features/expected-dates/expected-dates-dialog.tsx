import { isAgreedPhase, isSalePhase } from '@gya/domain/features/timeline/phase.ts'
import './expected-dates-dialog.css'
import { daysBetween, isDateOnly, londonDay, showDate, showDays } from '@gya/domain/common/dates.ts'
import { unlikelyCompletionDay } from '@gya/domain/common/unlikely-values.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { describeExpected, expiresBeforeExchange } from '@gya/domain/features/expected-dates/describe-expected.ts'
import {
  describeMoves,
  type ExpectedFacts,
  type ExpectedInput,
  exchangeMoves,
  expectedChanges,
  expectedFactsOf,
  proposedMortgageExpiry,
  whyNotSetExpected,
} from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { type ReactNode, useState } from 'react'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import type { ExpectedDatesProps } from '../../lib/screens.ts'
import { today } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useMemberOptions } from '../common/use-member-options.ts'
import { type ChosenLender, LenderField, toLenderInput } from './lender-field.tsx'
import { useSaveExpectedDates } from './use-save-expected-dates.ts'

type WireProperty = ExpectedDatesProps['property']

const doneOn = ({ timeline }: WireProperty, key: number) =>
  timeline.data.find((step) => step.key === key && step.state === 'C')?.completedOn ?? null

/** Without days that are still being typed: until the text is a day, a date field returns the text. */
const readableInput = (input: ExpectedInput): ExpectedInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => typeof value !== 'string' || isDateOnly(value)))

const idOf = (person: { _id: string } | null): string | null => person?._id ?? null

/** Progressor, negotiator, expected exchange and completion, mortgage offer, sharing with the vendor, and the history of the expected exchange. */
export function ExpectedDatesDialog({ property, params, onClose }: ExpectedDatesProps) {
  const { bStaff: progressor } = property.contacts
  const [bStaff, setStaff] = useState(idOf(progressor))
  const [negotiator, setNegotiator] = useState(idOf(property.negotiator))
  const [input, setInput] = useState<ExpectedInput>({})
  const [reason, setReason] = useState('')
  const [lender, setLender] = useState<ChosenLender | null>(property.lender)
  const optionsOf = useMemberOptions(params.branchId)
  const saving = useSaveExpectedDates(params)
  const facts = expectedFactsOf(property)
  const readable = readableInput(input)
  const isUnreadable = Object.keys(readable).length < Object.keys(input).length
  const refused = whyNotSetExpected(facts, readable, today())
  const changes = refused ? [] : expectedChanges(facts, readable)
  const people = {
    ...(bStaff === idOf(progressor) ? {} : { bStaff }),
    ...(negotiator === idOf(property.negotiator) ? {} : { negotiator }),
  }
  const isAssigned = Object.keys(people).length > 0
  const isLenderChanged = lender?.name !== property.lender?.name
  const isDirty = isAssigned || isLenderChanged || isUnreadable || expectedChanges(facts, readable).length > 0
  const whyNotSave = refused ? errors[refused.code][1] : isUnreadable ? 'Enter a day as DD/MM/YYYY.' : null
  const isAgreed = isSalePhase(facts.phase)
  const errorOf = (field: keyof ExpectedInput) => (refused?.field === field ? errors[refused.code][1] : undefined)
  const set = (change: ExpectedInput) => setInput({ ...input, ...change })
  const submit = async () => {
    if (!isDirty || whyNotSave !== null) return
    const nameOf = (id: string | null) => optionsOf(null).find(({ value }) => value === id)?.label ?? ''
    const words = [
      ...('bStaff' in people ? [`sales progressor ${bStaff === null ? 'removed' : nameOf(bStaff)}`] : []),
      ...('negotiator' in people ? [`negotiator ${negotiator === null ? 'removed' : nameOf(negotiator)}`] : []),
    ]
    const assigned = isAssigned ? { people, words: words.join(', ') } : null
    const ofLender = isLenderChanged ? { lender: toLenderInput(lender) } : {}
    const input =
      changes.length > 0 || isLenderChanged ? { ...readable, ...(changes.length > 0 ? { reason } : {}), ...ofLender } : null
    if (await saving.save({ property, assigned, input, changes })) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Progressor and expected days"
      locked={saving.pending}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={saving.pending}
            disabledReason={isDirty ? whyNotSave : 'Nothing has changed'}
          >
            Save
          </Button>
        </>
      }
    >
      <LeaveGuard dirty={isDirty && !saving.pending} />
      <div className="expected-dates">
        {saving.error && (
          <Notice tone="bad" title="This was not saved">
            {saving.error}
          </Notice>
        )}
        <SelectField label="Sales progressor" options={optionsOf(progressor)} value={bStaff} onChange={setStaff} />
        <SelectField label="Negotiator" options={optionsOf(property.negotiator)} value={negotiator} onChange={setNegotiator} />
        {isAgreed ? (
          <ExpectedFields property={property} facts={facts} input={input} set={set} errorOf={errorOf}>
            {isAgreedPhase(facts.phase) && !property.buyer.cashBuyer && (
              <LenderField companyId={params.companyId} value={lender} onChange={setLender} />
            )}
            {changes.length > 0 && <TextField label="Reason" optional maxLength={500} value={reason} onChange={setReason} />}
          </ExpectedFields>
        ) : (
          <p className="mut">{errors.NO_SALE_AGREED[1]}</p>
        )}
        <History property={property} />
      </div>
    </Dialog>
  )
}

type FieldsProps = {
  property: WireProperty
  facts: ExpectedFacts
  input: ExpectedInput
  set: (change: ExpectedInput) => void
  errorOf: (field: keyof ExpectedInput) => string | undefined
  children: ReactNode
}

function ExpectedFields({ property, facts, input, set, errorOf, children }: FieldsProps) {
  const isSold = isAgreedPhase(facts.phase)
  const next = { ...facts, ...input } as ExpectedFacts
  const readable = readableInput(input)
  const judged = { ...facts, ...readable } as ExpectedFacts
  const moved = expectedChanges(facts, readable).find(({ because }) => because === 'exchange-moved')
  const proposed = proposedMortgageExpiry(next, property.timeline.data, today())
  const focused = firstToSet(facts)
  return (
    <>
      {isSold ? (
        <DateField
          data-autofocus={focused === 'expectedExchange' || undefined}
          label="Expected exchange"
          value={next.expectedExchange}
          error={errorOf('expectedExchange')}
          hint={exchangeHint(property)}
          onChange={(day) => set({ expectedExchange: day })}
        />
      ) : (
        <p>
          <b>Exchanged</b> {exchangedWords(property)}
        </p>
      )}
      {facts.completionDate === null ? (
        <DateField
          data-autofocus={focused === 'expectedCompletion' || undefined}
          label="Expected completion"
          value={next.expectedCompletion}
          error={errorOf('expectedCompletion')}
          hint={
            moved
              ? `Moves along to ${showDate(String(moved.to))}, by as many days.`
              : (unlikelyCompletionDay(next.expectedCompletion, today()) ?? undefined)
          }
          onChange={(day) => set({ expectedCompletion: day })}
        />
      ) : (
        <p>
          <b>Completion date</b> <span className="tnum">{showDate(facts.completionDate)}</span>, agreed
        </p>
      )}
      {children}
      {isSold && !property.buyer.cashBuyer && (
        <>
          <DateField
            label="Mortgage offer expires"
            value={next.mortgageOfferExpires}
            error={errorOf('mortgageOfferExpires')}
            onChange={(day) => set({ mortgageOfferExpires: day })}
          />
          {expiresBeforeExchange(judged) && <p className="over">{daysBetweenWords(judged)}</p>}
          {proposed !== null && (
            <p>
              <Button size="s" onClick={() => set({ mortgageOfferExpires: proposed })}>
                Use {showDate(proposed)}
              </Button>{' '}
              <span className="mut">6 months after Mortgage approved</span>
            </p>
          )}
        </>
      )}
      <CheckField
        label="Show the expected days to the vendor"
        hint="As “we are working towards exchange around …”. When one moves, the next letter gives both; it never says that one is late."
        checked={next.shareExpected}
        onChange={(shareExpected) => set({ shareExpected })}
      />
    </>
  )
}

/** The field on which the dialog opens: the first expected day that is not set, otherwise the first that can be moved. */
function firstToSet(facts: ExpectedFacts): keyof ExpectedInput | undefined {
  const days = [
    ...(isAgreedPhase(facts.phase) ? (['expectedExchange'] as const) : []),
    ...(facts.completionDate === null ? (['expectedCompletion'] as const) : []),
  ]
  return days.find((day) => facts[day] === null) ?? days[0]
}

const daysBetweenWords = ({ mortgageOfferExpires, expectedExchange }: ExpectedFacts): string =>
  mortgageOfferExpires && expectedExchange
    ? `The mortgage offer ends ${showDays(daysBetween(mortgageOfferExpires, expectedExchange))} before the expected exchange.`
    : ''

const exchangeHint = ({ expectedExchange, exchangeHistory }: WireProperty): string | undefined => {
  if (expectedExchange === null) return undefined
  const late = describeExpected(expectedExchange, null, today()).words
  return [late, describeMoves(exchangeMoves(exchangeHistory))].filter(Boolean).join(', ') || undefined
}

const exchangedWords = (property: WireProperty): string => {
  const on = doneOn(property, stepKeys.Exchanged)
  if (!on) return ''
  const words = property.expectedExchange && describeExpected(property.expectedExchange, on, today()).words
  return [showDate(on), words].filter(Boolean).join(', ')
}

function History({ property: { exchangeHistory } }: { property: WireProperty }) {
  if (exchangeHistory.length === 0) return null
  return (
    <section aria-labelledby="exchange-history">
      <h3 id="exchange-history">Expected exchange so far</h3>
      <ol className="moves">
        {exchangeHistory.toReversed().map(({ on, undone, reason, at, by }) => (
          <li key={`${at}${on}`}>
            <b className="tnum">{on === null ? 'Removed' : showDate(on)}</b>
            <span>
              {undone && 'Undone. '}
              {reason}
            </span>
            <small className="mut">{[by, showDate(londonDay(at))].filter(Boolean).join(', ')}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
