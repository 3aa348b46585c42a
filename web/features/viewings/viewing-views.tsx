import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'

/** "Each has tabs History and Add Viewing / Add Relaunch." Property document, section 2. */
export const ViewingViews = ({ current }: { current: 'history' | 'add' }) => {
  const to = useScopedPath()
  return (
    <div className="toolbar">
      <ViewLinks
        label="Viewings"
        views={[
          { label: 'History', to: to('/property/viewings'), current: current === 'history' },
          { label: 'Add Viewing', to: to('/property/viewing-create'), current: current === 'add' },
        ]}
      />
    </div>
  )
}
