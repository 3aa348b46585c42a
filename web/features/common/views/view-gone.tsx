import { Notice } from '../../../ui/feedback/notice.tsx'

/** "A view out of reach or gone: Standard, and 'This view is no longer there.'" Design of the day, section 8. */
export const ViewGone = () => (
  <div className="above-rows">
    <Notice tone="warn" title="This view is no longer there." />
  </div>
)
