/**
 * "Cash buyer (accepted offer with cashBuy, or buyer.cashBuyer): every financial step becomes NA, the track shows 'Cash
 * buy (No action)', and 'financial complete' holds for the completing rule." Domain decisions, "Timeline".
 *
 * When the buyer turns out not to pay cash, each step that the cash buy made not applicable is again what it was before,
 * completions included; a step that was not applicable anyway stays so. A fall-off does not come here: it puts the whole
 * timeline back from its snapshot.
 */
import type { ErrorCode } from '../../../errors.ts'
import { changeState, reasonFor } from '../changes.ts'
import { stepsOfTrack, type Track } from '../steps.ts'
import type { Change, CurrentTime, Step, StepStateFields, Timeline } from '../timeline.model.ts'

export const cashBuyLabel = 'Cash buy (No action)'

/** No one acts on a financial step of a cash buy. */
export const whyNotChangeFinancialStep = (step: { type: Track }, cashBuyer: boolean): ErrorCode | null =>
  cashBuyer && step.type === 'F' ? 'CASH_BUY_NO_ACTION' : null

const stateFieldsOf = ({
  state,
  startedOn,
  completedOn,
  blockedOn,
  wasAutoSetToInProgress,
  dueOn,
  dueReason,
}: Step): StepStateFields => ({
  state,
  startedOn,
  completedOn,
  blockedOn,
  wasAutoSetToInProgress,
  ...(dueOn ? { dueOn, dueReason } : {}),
})

const toCash = (step: Step, { today, now }: CurrentTime): Change =>
  changeState(step, 'NA', today, { ...reasonFor('cash-buyer'), before: stateFieldsOf(step) }, now)

const fromCash = (step: Step, before: StepStateFields, { today, now }: CurrentTime): Change => {
  const reason = reasonFor('cash-buy-ended')
  return {
    key: step.key,
    from: 'NA',
    to: before.state,
    on: today,
    because: reason,
    after: {
      ...step,
      ...before,
      dueOn: before.dueOn ?? null,
      dueReason: before.dueReason ?? '',
      because: reason,
      updatedOn: now,
    },
  }
}

/** Brings the financial track in line with whether the buyer pays cash. Nothing changes when it already is. */
export const applyCashBuyer = (timeline: Timeline, cashBuyer: boolean, moment: CurrentTime): Change[] =>
  stepsOfTrack(timeline, 'F').flatMap((step) => {
    if (cashBuyer) return step.state === 'NA' ? [] : [toCash(step, moment)]
    return step.state === 'NA' && step.because?.before ? [fromCash(step, step.because.before, moment)] : []
  })
