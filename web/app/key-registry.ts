import { chainKeys } from '../features/chain/chain-keys.ts'
import { viewKeys } from '../features/common/views/view-keys.ts'
import { cardKeys } from '../features/conversations/card-keys.ts'
import { checksKeys } from '../features/customer-checks/checks-keys.ts'
import { weekKeys } from '../features/dashboard/week/week-keys.ts'
import { importKeys } from '../features/imports/import-keys.ts'
import { emailsKeys } from '../features/mail-in/emails-keys.ts'
import { mailKeys } from '../features/mail-in/mail-keys.ts'
import { proposalKeys } from '../features/party-links/proposal-keys.ts'
import { propertyKeys } from '../features/properties/property-keys.ts'
import { gridKeys, printKeys } from '../features/report/report-keys.ts'
import { timelineKeys } from '../features/timeline/timeline-keys.ts'
import { todayKeys } from '../features/today/today-keys.ts'
import { updateKeys } from '../features/vendor-updates/updates-keys.ts'
import { everywhereKeys } from '../lib/keys/everywhere-keys.ts'
import type { KeyEntry } from '../lib/keys/find-key.ts'

type KeySection = {
  title: string
  /** Paths of the screens that have these keys. */
  paths: readonly string[]
  keys: readonly KeyEntry[]
  /** Shown below the list while single keys are on. */
  note?: string
}

/** Pages of a property that have only the keys of its header. */
const tabsWithoutOwnKeys = [
  'edit',
  'mireport',
  'askingprice',
  'relaunches',
  'viewings',
  'offers',
  'contacts',
  'notes',
  'tasks',
  'documents',
  'fall-offs',
  'referrals',
  'record',
].map((tab) => `/property/${tab}`)

/** All keys of the app, by screen. The keys of every screen are in `everywhereKeys`. */
export const keySections: readonly KeySection[] = [
  {
    title: 'Today',
    paths: ['/today'],
    keys: todayKeys,
    note: 'After L: 1 spoke, 2 left message, 3 no answer, 4 promised, 5 e-mailed. After S: 1 later today, 2 tomorrow, 3 in 3 days, 4 next Monday, 5 a day.',
  },
  { title: 'the report', paths: ['/company/report', '/branch/report'], keys: [...gridKeys, ...viewKeys, ...printKeys] },
  { title: 'the properties list', paths: ['/company/properties', '/property/manage'], keys: viewKeys },
  { title: 'the check of an import', paths: ['/company/import'], keys: importKeys },
  { title: 'Proposals', paths: ['/branch/proposals'], keys: proposalKeys, note: 'They act on the marked proposal.' },
  { title: 'the week', paths: ['/branch/week'], keys: weekKeys },
  { title: 'Mail', paths: ['/mail'], keys: mailKeys, note: 'They act on the marked e-mail.' },
  { title: 'Updates', paths: ['/updates'], keys: updateKeys },
  { title: 'the call card', paths: ['/chase'], keys: cardKeys },
  {
    title: 'the timeline',
    paths: ['/property/timeline'],
    keys: [...timelineKeys, ...propertyKeys],
    note: 'They act on the step whose state has the focus.',
  },
  { title: 'the chain', paths: ['/property/chain'], keys: [...chainKeys, ...propertyKeys] },
  {
    title: 'the e-mails',
    paths: ['/property/emails'],
    keys: [...emailsKeys, ...propertyKeys],
    note: 'They act on the newest e-mail of the open thread that came in.',
  },
  { title: 'the checks', paths: ['/property/checks'], keys: [...checksKeys, ...propertyKeys] },
  { title: 'the property', paths: tabsWithoutOwnKeys, keys: propertyKeys },
]

/** The keys of the screen at a path, if it has any of its own. */
export const keySectionOf = (path: string): KeySection | undefined => keySections.find(({ paths }) => paths.includes(path))

export { everywhereKeys }
