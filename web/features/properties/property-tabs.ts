import type { MenuTab, Tab } from '../../ui/navigation/tabs.tsx'

export type PropertyCounts = {
  viewings: number
  offers: number
  notes: number
  /** Threads of e-mails; undefined while loading. */
  emails: number | undefined
  /** Number of open tasks; undefined while loading. */
  tasks: number | undefined
  files: number
  fallOffs: number
}

/** The tabs with their counts. `at` adds the property to a path. Read-only users see the take-on data. */
export const propertyTabs = (
  at: (path: string) => string,
  { counts, mayEdit }: { counts: PropertyCounts | undefined; mayEdit: boolean },
): readonly (Tab | MenuTab)[] => [
  {
    label: mayEdit ? 'Take on' : 'Details',
    items: [
      { label: 'Manage', to: at('/property/edit') },
      { label: 'Info', to: at('/property/mireport') },
      { label: 'Price', to: at('/property/askingprice') },
      { label: 'Relaunches', to: at('/property/relaunches') },
    ],
    also: ['/property/askingprice-create', '/property/relaunch-create'],
  },
  { label: 'Timeline', to: at('/property/timeline') },
  { label: 'Viewings', to: at('/property/viewings'), count: counts?.viewings, also: ['/property/viewing-create'] },
  { label: 'Offers', to: at('/property/offers'), count: counts?.offers, also: ['/property/offer-create'] },
  { label: 'Contacts', to: at('/property/contacts') },
  { label: 'Chain', to: at('/property/chain') },
  { label: 'Notes', to: at('/property/notes'), count: counts?.notes },
  { label: 'E-mails', to: at('/property/emails'), count: counts?.emails },
  { label: 'Tasks', to: at('/property/tasks'), count: counts?.tasks },
  { label: 'Files', to: at('/property/documents'), count: counts?.files, also: ['/property/memo'] },
  { label: 'Fall Offs', to: at('/property/fall-offs'), count: counts?.fallOffs },
  { label: 'Referrals', to: at('/property/referrals') },
  { label: 'Checks', to: at('/property/checks') },
  { label: 'Record', to: at('/property/record') },
]
