const widths = ['72%', '54%', '83%', '61%', '77%', '48%']

/** Placeholder of a loading word or number. */
export const Skeleton = ({ width = '60%', height }: { width?: number | string; height?: number }) => (
  <span className="skeleton" style={height === undefined ? { width } : { width, height }} aria-hidden="true" />
)

/** Placeholder of a loading text. */
export const SkeletonLines = ({ lines = 4 }: { lines?: number }) => (
  <div className="skeleton-lines" role="status" aria-label="Loading, please wait.">
    {Array.from({ length: lines }, (_, index) => (
      <Skeleton key={`line-${index}`} width={widths[index % widths.length] ?? '60%'} />
    ))}
  </div>
)

/** Placeholder of a loading form: labels and controls, two in a row. */
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

/** Progress bar at the top of the window while a page loads. */
export const TopProgress = ({ active }: { active: boolean }) => (
  <>
    <span className="vh" role="status">
      {active && 'Loading, please wait.'}
    </span>
    {active && (
      <div className="progress" aria-hidden="true">
        <i />
      </div>
    )}
  </>
)
