import './property-header.css'
import './property-skeleton.css'
import { Skeleton, SkeletonForm } from '../../ui/feedback/loading.tsx'

/** Has the height of the header, so that the layout does not shift when it loads. */
export const PropertyHeaderSkeleton = () => (
  <>
    <div className="phead" aria-hidden="true">
      <Skeleton width={180} height={18} />
      <Skeleton width={72} height={18} />
      <Skeleton width={160} height={18} />
    </div>
    <div className="phead-line" aria-hidden="true" />
  </>
)

const lines = (count: number) => Array.from({ length: count }, (_, line) => `line-${line}`)

const Rows = () => (
  <div className="frame">
    {lines(6).map((line, index) => (
      <div key={line} className="skeleton-row">
        <Skeleton width={`${[62, 48, 70][index % 3]}%`} />
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </div>
    ))}
  </div>
)

const Tracks = () => (
  <div className="skeleton-tracks">
    <div className="panel skeleton-track">
      <Skeleton width={120} height={14} />
    </div>
    {lines(3).map((line) => (
      <div key={line} className="panel skeleton-track">
        <Skeleton width={120} height={14} />
        {lines(4).map((step) => (
          <Skeleton key={step} width="100%" height={36} />
        ))}
      </div>
    ))}
  </div>
)

const Cards = () => (
  <div className="skeleton-lines">
    {lines(3).map((line) => (
      <div key={line} className="panel skeleton-track">
        <Skeleton width="40%" height={14} />
        <Skeleton width="60%" />
        <Skeleton width="100%" height={42} />
      </div>
    ))}
  </div>
)

const looks = {
  Timeline: Tracks,
  Chain: Cards,
  Viewings: Rows,
  Offers: Rows,
  Notes: Rows,
  Tasks: Rows,
  Files: Rows,
  'Fall Offs': Rows,
  Relaunches: Rows,
  Record: Rows,
} as const

/** The skeleton of a tab's content. */
export const TabSkeleton = ({ tab }: { tab: string }) => {
  const Look = Object.hasOwn(looks, tab) ? looks[tab as keyof typeof looks] : null
  return (
    <div className="after-tabs" role="status" aria-label="Loading, please wait.">
      {Look ? <Look /> : <SkeletonForm fields={8} />}
    </div>
  )
}
