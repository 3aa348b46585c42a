/**
 * "Cash buyer (accepted offer with cashBuy, or buyer.cashBuyer): every financial step becomes NA, the track shows 'Cash
 * buy (No action)', and 'financial complete' holds for the completing rule." [domain, Timeline](docs/design/domain.md#timeline).
 *
 * When the cash buy ends, each step that it made not applicable gets its previous state back, completions included; steps
 * that were not applicable before stay so. A fall-off restores the whole timeline from its snapshot instead.
 */
import type { ErrorCode } from '../../../error-catalogue.ts'
import { changeState, reasonFor } from '../changes.ts'
import { stepsOfTrack, type Track } from '../step-definitions.ts'
import type { Change, CurrentTime, Step, StepStateFields, Timeline } from '../timeline.model.ts'

export const cashBuyLabel = 'Cash buy (No action)'

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

export const applyCashBuyer = (timeline: Timeline, cashBuyer: boolean, time: CurrentTime): Change[] =>
  stepsOfTrack(timeline, 'F').flatMap((step) => {
    if (cashBuyer) return step.state === 'NA' ? [] : [toCash(step, time)]
    return step.state === 'NA' && step.because?.before ? [fromCash(step, step.because.before, time)] : []
  })
