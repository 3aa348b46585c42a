import { useTo } from '../../platform/place.ts'
import { ViewLinks } from '../../ui/view-links.tsx'
import { contactList, createContactWords, createPocWords, pocList } from './contacts.messages.ts'

/** "Tabs are 'Contact list' and 'Create contact'." Administration document, section 2, screen 11. */
export const ContactViews = ({ current }: { current: 'list' | 'create' }) => {
  const to = useTo()
  return (
    <div className="toolbar">
      <ViewLinks
        label="Contacts"
        views={[
          { label: contactList, to: to('/company/contacts'), current: current === 'list' },
          { label: createContactWords, to: to('/company/create-contact'), current: current === 'create' },
        ]}
      />
    </div>
  )
}

/** "Tabs are 'POC list' and 'Create POC'." Screen 12. */
export const PocViews = ({ current, contact }: { current: 'list' | 'create'; contact: string }) => {
  const to = useTo()
  return (
    <div className="toolbar">
      <ViewLinks
        label="Points of contact"
        views={[
          { label: pocList, to: to('/company/pocs', {}, { contact }), current: current === 'list' },
          { label: createPocWords, to: to('/company/create-poc', {}, { contact }), current: current === 'create' },
        ]}
      />
    </div>
  )
}
