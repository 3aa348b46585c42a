import type { ApiTag } from './api-tags.ts'
import { type Endpoint, formsOf } from './endpoint.ts'
import * as account from './features/account/account.contract.ts'
import * as addresses from './features/addresses/addresses.contract.ts'
import * as apiKeys from './features/api-keys/api-keys.contract.ts'
import * as applications from './features/applications/applications.contract.ts'
import * as archiveUpload from './features/archives/archive-upload.contract.ts'
import * as archives from './features/archives/archives.contract.ts'
import * as askingPrice from './features/asking-price/asking-price.contract.ts'
import * as assignment from './features/assignment/assignment.contract.ts'
import * as audit from './features/audit/audit.contract.ts'
import * as branches from './features/branches/branches.contract.ts'
import * as calendarFeeds from './features/calendar-feeds/calendar-feeds.contract.ts'
import * as chain from './features/chain/chain.contract.ts'
import * as companies from './features/companies/companies.contract.ts'
import * as contacts from './features/contacts/contacts.contract.ts'
import * as conversations from './features/conversations/conversations.contract.ts'
import * as checkPack from './features/customer-checks/check-pack.contract.ts'
import * as customerChecks from './features/customer-checks/customer-checks.contract.ts'
import * as dashboard from './features/dashboard/dashboard.contract.ts'
import * as daySettings from './features/day-settings/day-settings.contract.ts'
import * as deletion from './features/deletion/deletion.contract.ts'
import * as documents from './features/documents/documents.contract.ts'
import * as events from './features/events/events.contract.ts'
import * as expectedDates from './features/expected-dates/expected-dates.contract.ts'
import * as fallOffs from './features/fall-offs/fall-offs.contract.ts'
import * as forecast from './features/forecast/forecast.contract.ts'
import * as forecastIfFalls from './features/forecast/forecast-if-falls.contract.ts'
import * as forecastLists from './features/forecast/forecast-lists.contract.ts'
import * as forecastSettings from './features/forecast/forecast-settings.contract.ts'
import * as forecastHow from './features/forecast/how.contract.ts'
import * as forecastQuick from './features/forecast/quick.contract.ts'
import * as gates from './features/gates/gates.contract.ts'
import * as imports from './features/imports/imports.contract.ts'
import * as live from './features/live/live.contract.ts'
import * as mail from './features/mail/mail.contract.ts'
import * as mailAccounts from './features/mail-in/mail-accounts.contract.ts'
import * as mailIn from './features/mail-in/mail-in.contract.ts'
import * as managementInfo from './features/management-info/management-info.contract.ts'
import * as joinRequests from './features/members/join-requests.contract.ts'
import * as leavers from './features/members/member-lifecycle.contract.ts'
import * as members from './features/members/members.contract.ts'
import * as memo from './features/memo/memo.contract.ts'
import * as messageTemplates from './features/messages/message-templates.contract.ts'
import * as messages from './features/messages/messages.contract.ts'
import * as notes from './features/notes/notes.contract.ts'
import * as offers from './features/offers/offers.contract.ts'
import * as operations from './features/operations/operations.contract.ts'
import * as party from './features/party-links/party.contract.ts'
import * as partyLinks from './features/party-links/party-links.contract.ts'
import * as personalData from './features/personal-data/personal-data.contract.ts'
import * as pictures from './features/pictures/pictures.contract.ts'
import * as properties from './features/properties/properties.contract.ts'
import * as propertyLookup from './features/properties/property-lookup.contract.ts'
import * as propertyContacts from './features/property-contacts/property-contacts.contract.ts'
import * as publicApi from './features/public-api/public-api.contract.ts'
import * as propertyRecord from './features/record/property-record.contract.ts'
import * as record from './features/record/record.contract.ts'
import * as recordFile from './features/record/record-file.contract.ts'
import * as referrals from './features/referrals/referrals.contract.ts'
import * as relaunches from './features/relaunches/relaunches.contract.ts'
import * as cellEdits from './features/report/cell-edits.contract.ts'
import * as report from './features/report/report.contract.ts'
import * as areas from './features/roles/areas.contract.ts'
import * as roles from './features/roles/roles.contract.ts'
import * as saleFile from './features/sale-file/sale-file.contract.ts'
import * as saleSummary from './features/sale-summary/sale-summary.contract.ts'
import * as search from './features/search/search.contract.ts'
import * as secondFactors from './features/second-factors/second-factors.contract.ts'
import * as sessions from './features/sessions/sessions.contract.ts'
import * as setup from './features/setup/setup.contract.ts'
import * as signIn from './features/sign-in/sign-in.contract.ts'
import * as singleSignOn from './features/single-sign-on/single-sign-on.contract.ts'
import * as support from './features/support/support.contract.ts'
import * as supportAccess from './features/support-access/support-access.contract.ts'
import * as tasks from './features/tasks/tasks.contract.ts'
import * as timeline from './features/timeline/timeline.contract.ts'
import * as templates from './features/timeline/timeline-templates.contract.ts'
import * as actionItemChanges from './features/today/action-item-changes.contract.ts'
import * as day from './features/today/day.contract.ts'
import * as today from './features/today/today.contract.ts'
import * as todayCounts from './features/today/today-counts.contract.ts'
import * as undo from './features/undo/undo.contract.ts'
import * as vendorPortal from './features/vendor-portal/vendor-portal.contract.ts'
import * as vendorUpdates from './features/vendor-updates/vendor-updates.contract.ts'
import * as vendors from './features/vendors/vendors.contract.ts'
import * as viewings from './features/viewings/viewings.contract.ts'
import * as views from './features/views/views.contract.ts'
import * as demoReceiver from './features/webhooks/demo-receiver.contract.ts'
import * as webhooks from './features/webhooks/webhooks.contract.ts'
import * as targets from './features/week/targets.contract.ts'
import * as week from './features/week/week.contract.ts'
import * as weekMail from './features/week/week-mail.contract.ts'

/** The contracts of each feature; the feature is the tag of its calls in the API description. */
const contracts = {
  account: { account },
  today: { actionItemChanges, day, today, todayCounts },
  addresses: { addresses },
  'api-keys': { apiKeys },
  applications: { applications },
  roles: { areas, roles },
  'asking-price': { askingPrice },
  assignment: { assignment },
  audit: { audit },
  branches: { branches },
  report: { cellEdits, report },
  'calendar-feeds': { calendarFeeds },
  chain: { chain },
  companies: { companies },
  contacts: { contacts },
  conversations: { conversations },
  'customer-checks': { checkPack, customerChecks },
  dashboard: { dashboard },
  'day-settings': { daySettings },
  deletion: { deletion },
  documents: { documents },
  events: { events },
  'expected-dates': { expectedDates },
  'fall-offs': { fallOffs },
  forecast: { forecast, forecastIfFalls, forecastLists, forecastSettings, forecastHow, forecastQuick },
  imports: { imports },
  gates: { gates },
  members: { joinRequests, leavers, members },
  live: { live },
  mail: { mail },
  'mail-in': { mailIn, mailAccounts },
  'management-info': { managementInfo },
  memo: { memo },
  messages: { messageTemplates, messages },
  notes: { notes },
  offers: { offers },
  operations: { operations },
  'party-links': { party, partyLinks },
  'personal-data': { personalData },
  pictures: { pictures },
  properties: { properties, propertyLookup },
  'property-contacts': { propertyContacts },
  record: { propertyRecord, record, recordFile },
  'public-api': { publicApi },
  archives: { archiveUpload, archives },
  referrals: { referrals },
  relaunches: { relaunches },
  'sale-file': { saleFile },
  'sale-summary': { saleSummary },
  search: { search },
  'second-factors': { secondFactors },
  sessions: { sessions },
  setup: { setup },
  'sign-in': { signIn },
  'single-sign-on': { singleSignOn },
  support: { support },
  'support-access': { supportAccess },
  tasks: { tasks },
  timeline: { templates, timeline },
  undo: { undo },
  'vendor-portal': { vendorPortal },
  'vendor-updates': { vendorUpdates },
  vendors: { vendors },
  viewings: { viewings },
  views: { views },
  webhooks: { webhooks, demoReceiver },
  week: { targets, week, weekMail },
} satisfies Record<ApiTag, object>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'permission' in value

/** Every call by contract, with `places` once for each place; access tests and the client are generated from this list. */
export const endpoints: { tag: ApiTag; feature: string; name: string; call: Endpoint }[] = Object.entries(contracts).flatMap(
  ([tag, ofFeature]) =>
    Object.entries(ofFeature).flatMap(([feature, contract]) =>
      Object.entries<unknown>(contract)
        .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
        .flatMap(([name, declared]) =>
          formsOf(declared).map((call, index) => ({
            tag: tag as ApiTag,
            feature,
            name: index === 0 ? name : name.replace(/^[a-z]+/, '$&Company'),
            call,
          })),
        ),
    ),
)
