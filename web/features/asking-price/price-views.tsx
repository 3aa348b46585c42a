import { useScopedPath } from '../../platform/place.ts'
import { ViewLinks } from '../../ui/view-links.tsx'

/**
 * "History is shown only when at least one asking price exists. The other tab is titled 'Enter price' when none exist and
 * 'Price reduction' otherwise." Property document, section 2.
 */
export const PriceViews = ({ current, entries }: { current: 'history' | 'enter'; entries: readonly object[] }) => {
  const to = useScopedPath()
  const enter = { label: entries.length === 0 ? 'Enter price' : 'Price reduction', to: to('/property/askingprice-create') }
  const history = { label: 'History', to: to('/property/askingprice') }
  return (
    <div className="toolbar">
      <ViewLinks
        label="Asking price"
        views={[
          ...(entries.length === 0 ? [] : [{ ...history, current: current === 'history' }]),
          { ...enter, current: current === 'enter' },
        ]}
      />
    </div>
  )
}
