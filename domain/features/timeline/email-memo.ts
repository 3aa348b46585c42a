/**
 * "E-mailing the memorandum completes MemoOfSaleSent." Domain decisions, "Timeline". Sending it again changes nothing:
 * the day it first went out is the one that counts.
 */
import { because, change } from './changes.ts'
import { followRules } from './follow-rules.ts'
import { stepKeys, stepOf } from './steps.ts'
import type { Moment, Timeline, TimelineOutcome } from './timeline.model.ts'

export const emailMemo = (timeline: Timeline, moment: Moment): TimelineOutcome => {
  const memo = stepOf(timeline, stepKeys.MemoOfSaleSent)
  const sent = memo.state === 'C' ? [] : [change(memo, 'C', moment.today, because('memo-emailed'), moment.now)]
  return followRules(timeline, sent, moment)
}
