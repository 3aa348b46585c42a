import { NotesList } from '../../features/notes/notes-list.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/notes: what was written down about the property, or with itemKey about one of its steps. */
export default function Notes() {
  return (
    <PropertyPage crumb="Notes">
      {(property, params) => <NotesList key={property._id} params={params} steps={property.timeline.data} />}
    </PropertyPage>
  )
}
