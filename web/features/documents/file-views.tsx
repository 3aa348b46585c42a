import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'

/** "Tabs Files and Memorandum of sale." Property document, section 2. */
export const FileViews = ({ current }: { current: 'files' | 'memo' }) => {
  const to = useScopedPath()
  return (
    <div className="toolbar">
      <ViewLinks
        label="Files"
        views={[
          { label: 'Files', to: to('/property/documents'), current: current === 'files' },
          { label: 'Memorandum of sale', to: to('/property/memo'), current: current === 'memo' },
        ]}
      />
    </div>
  )
}
