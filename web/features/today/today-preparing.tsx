import { Notice } from '../../ui/feedback/notice.tsx'

const figure = new Intl.NumberFormat('en-GB')

/** While the action items of a company are made for the first time. */
export const Preparing = ({ done, total }: { done: number; total: number }) => (
  <div className="today-preparing">
    <Notice title="Your list is being made for the first time.">
      {figure.format(done)} of {figure.format(total)} sales are in it.
      <span className="meter" aria-hidden="true">
        <i style={{ width: `${total === 0 ? 100 : Math.round((100 * done) / total)}%` }} />
      </span>
    </Notice>
  </div>
)
