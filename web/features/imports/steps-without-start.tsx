import { showCount } from '@gya/domain/common/show-count.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Says, before anything is written, of how many steps the files do not tell how long they took. */
export function StepsWithoutStart({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="info" title={`${showCount(count, 'step has', 'steps have')} a date done, but no date started`}>
      The sales come in complete. Only the forecast learns nothing from {count === 1 ? 'it' : 'them'} about how long such steps
      take. To let it, add columns of start dates, or of the steps before, and upload the file again.
    </Notice>
  )
}
