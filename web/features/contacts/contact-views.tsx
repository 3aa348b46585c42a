import { useScopedPath } from '../../platform/place.ts'
import { ViewLinks } from '../../ui/view-links.tsx'
import { contactList, createContactLabel, createPocLabel, pocList } from './contacts.messages.ts'

export type ContactView = 'list' | 'create' | 'duplicates' | 'deleted'

/** "Tabs are 'Contact list' and 'Create contact'." Administration document, section 2, screen 11. Behind them two of our own. */
export const ContactViews = ({ current }: { current: ContactView }) => {
  const to = useScopedPath()
  return (
    <div className="toolbar">
      <ViewLinks
        label="Contacts"
        views={[
          { label: contactList, to: to('/company/contacts'), current: current === 'list' },
          { label: createContactLabel, to: to('/company/create-contact'), current: current === 'create' },
          { label: 'Duplicates', to: to('/company/contacts', {}, { view: 'duplicates' }), current: current === 'duplicates' },
          { label: 'Deleted', to: to('/company/contacts', {}, { view: 'deleted' }), current: current === 'deleted' },
        ]}
      />
    </div>
  )
}

/** "Tabs are 'POC list' and 'Create POC'." Screen 12. */
export const PocViews = ({ current, contact }: { current: 'list' | 'create'; contact: string }) => {
  const to = useScopedPath()
  return (
    <div className="toolbar">
      <ViewLinks
        label="Points of contact"
        views={[
          { label: pocList, to: to('/company/pocs', {}, { contact }), current: current === 'list' },
          { label: createPocLabel, to: to('/company/create-poc', {}, { contact }), current: current === 'create' },
        ]}
      />
    </div>
  )
}
