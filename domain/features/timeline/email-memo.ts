/**
 * "E-mailing the memorandum completes MemoOfSaleSent." Domain decisions, "Timeline". Sending it again changes nothing:
 * the day it first went out is the one that counts.
 */
import { changeState, reasonFor } from './changes.ts'
import { followRules } from './follow-rules.ts'
import { stepKeys, stepOf } from './steps.ts'
import type { CurrentTime, Timeline, TimelineResult } from './timeline.model.ts'

export const emailMemo = (timeline: Timeline, moment: CurrentTime): TimelineResult => {
  const memo = stepOf(timeline, stepKeys.MemoOfSaleSent)
  const sent = memo.state === 'C' ? [] : [changeState(memo, 'C', moment.today, reasonFor('memo-emailed'), moment.now)]
  return followRules(timeline, sent, moment)
}
