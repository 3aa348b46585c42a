const widths = ['72%', '54%', '83%', '61%', '77%', '48%']

/** A grey bar in the place of a word or a figure that is on its way. */
export const Skeleton = ({ width = '60%', height }: { width?: number | string; height?: number }) => (
  <span className="skeleton" style={height === undefined ? { width } : { width, height }} aria-hidden="true" />
)

/** Lines of a text on its way. */
export const SkeletonLines = ({ lines = 4 }: { lines?: number }) => (
  <div className="skeleton-lines" role="status" aria-label="Loading, please wait.">
    {Array.from({ length: lines }, (_, index) => (
      <Skeleton key={`line-${index}`} width={widths[index % widths.length] ?? '60%'} />
    ))}
  </div>
)

/** A form on its way: labels and controls, two to a row. */
export const SkeletonForm = ({ fields = 6 }: { fields?: number }) => (
  <div className="panel" role="status" aria-label="Loading, please wait.">
    <div className="form grid2">
      {Array.from({ length: fields }, (_, index) => (
        <div key={`field-${index}`} className="skeleton-lines">
          <Skeleton width="30%" />
          <Skeleton width="100%" height={32} />
        </div>
      ))}
    </div>
  </div>
)

/** A whole page on its way: title, tabs, content. */
export const PageSkeleton = () => (
  <div className="page" role="status" aria-label="Loading, please wait.">
    <div className="top" />
    <div className="head">
      <Skeleton width={220} height={20} />
    </div>
    <div className="tabs">
      {['t1', 't2', 't3', 't4', 't5'].map((tab) => (
        <span key={tab} className="skeleton-tab">
          <Skeleton width={72} />
        </span>
      ))}
    </div>
    <div className="after-tabs">
      <SkeletonForm fields={8} />
    </div>
  </div>
)
