import { NotesList } from '../../features/notes/notes-list.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/notes: notes of a property or, with itemKey, of one step. */
export default function Notes() {
  return (
    <PropertyPage crumb="Notes">
      {(property, params) => <NotesList key={property._id} params={params} steps={property.timeline.data} />}
    </PropertyPage>
  )
}
