/** The thin line at the top of the window while a page is on its way. */
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
