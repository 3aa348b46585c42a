import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'

/** "Each has tabs History and Add Viewing / Add Relaunch." Property document, section 2. */
export const RelaunchViews = ({ current }: { current: 'history' | 'add' }) => {
  const to = useScopedPath()
  return (
    <div className="toolbar">
      <ViewLinks
        label="Relaunches"
        views={[
          { label: 'History', to: to('/property/relaunches'), current: current === 'history' },
          { label: 'Add Relaunch', to: to('/property/relaunch-create'), current: current === 'add' },
        ]}
      />
    </div>
  )
}
