import type { DateOnly, Instant } from '../../common/dates.ts'
import { surveyTypes } from '../timeline/survey-types.ts'
import type { FeedKind } from './calendar-feeds.model.ts'
import type { CalendarEntry } from './icalendar.ts'

/** A date of a property that is shown in a feed. */
export type FeedDate = {
  kind: FeedKind
  /** Id of the viewing, otherwise of the property; for a survey, followed by its key. */
  id: string
  day: DateOnly
  /** `HH:mm` in London, for viewings only. `null`: all day. */
  time: string | null
  survey: { key: number; isComplete: boolean } | null
  branchId: string
  propertyId: string
  line1: string
  town: string
  postcode: string
  changedOn: Instant
}

const words: Record<Exclude<FeedKind, 'survey'>, string> = {
  viewing: 'Viewing',
  completion: 'Completion',
  'contract-end': 'Contract ends',
  'notice-end': 'Notice ends',
}

function wordsOf({ kind, survey, day }: FeedDate, today: DateOnly): string {
  if (kind !== 'survey') return words[kind]
  if (survey?.isComplete) return 'Survey, complete'
  return day < today ? 'Survey, awaiting report' : 'Survey'
}

/** The page on which the date is edited. */
const screens: Record<FeedKind, string> = {
  viewing: 'viewings',
  survey: 'timeline',
  completion: 'timeline',
  'contract-end': 'mireport',
  'notice-end': 'mireport',
}

const surveyTitle = (key: number): string => surveyTypes.find((type) => type.key === key)?.title ?? 'Survey'

/** `host`: the host of `publicUrl`. */
export type CalendarPlace = { publicUrl: string; host: string; today: DateOnly }

/** "No names of people: ‘Viewing · 27 Rodway Road’, the link to the property." [connect §5.3](docs/design/connect.md#5.3). */
export function toCalendarEntry(date: FeedDate, { publicUrl, host, today }: CalendarPlace): CalendarEntry {
  const { kind, id, day, time, survey, branchId, propertyId, line1, town, postcode, changedOn } = date
  const url = `${publicUrl}/property/${screens[kind]}?branch=${branchId}&property=${propertyId}`
  return {
    uid: `${kind}-${id}@${host}`,
    summary: `${wordsOf(date, today)} · ${line1}`,
    location: [line1, town, postcode].filter((part) => part !== '').join(', '),
    description: survey ? `${surveyTitle(survey.key)}\n${url}` : url,
    url,
    day,
    time,
    minutes: viewingMinutes,
    changedOn,
  }
}

/** Duration of a viewing in a feed: viewings have no end. */
const viewingMinutes = 30
