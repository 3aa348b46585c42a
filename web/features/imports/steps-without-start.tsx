import { showCount } from '@gya/domain/common/show-count.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Says, before anything is written, of how many steps the files do not tell how long they took. */
export function StepsWithoutStart({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="info" title={`${showCount(count, 'step has', 'steps have')} no start of ${count === 1 ? 'its' : 'their'} own`}>
      The files give the day on which each was done, but neither its start nor the day of the step before. The forecast does not
      learn from them how long such steps take. To let it, add columns of starts or of the steps before and upload the file again.
    </Notice>
  )
}
