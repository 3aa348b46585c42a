import { addDays, type DateOnly, type Instant, weekdayOf } from '../../common/dates.ts'
import { asText, type EventData } from '../events/event-facts.ts'
import { describeEvent, type EventKind, eventKinds } from '../events/event-kinds.ts'
import { whyNotUndo } from '../undo/undo.rules.ts'
import { type DayKind, dayKinds } from './day.model.ts'

/** "What one person did on one day, with times." [seat §9](docs/design/seat.md#9). One act of a person is one line. */

/** How far a day may lie back. */
export const dayDaysBack = 30

export const nextWeekday = (on: DateOnly): DateOnly => addDays(on, weekdayOf(on) < 4 ? 1 : 7 - weekdayOf(on))

type Place = { propertyId: string | null; branchId: string | null; address: { line1: string; postcode: string } | null }

/** An entry of the record that the person made. Entries of one request have the same time. */
export type DayEntry = Place & { id: string; at: Instant; kind: string; data: EventData }
type DayLine = Place & { at: Instant; kind: DayKind; words: string; undoId: string | null; undoneOn: Instant | null }
/** `isSent`: all that it could take back are e-mails that have left. */
export type DayUndo = { id: string; at: Instant; undoneOn: Instant | null; isSent: boolean }

/** By the beginning of the kind of an entry: the kind of its act, and the field of its data that is shown after the words. */
const kinds: readonly (readonly [start: string, kind: DayKind, detail?: string])[] = [
  ['undone', 'undo', 'description'],
  ['conversation-logged', 'call'],
  ['message-sent', 'email', 'partyName'],
  ['document-emailed', 'email', 'fileName'],
  ['memo-emailed', 'email'],
  ['letter-made', 'letter', 'partyName'],
  ['step-changed', 'step'],
  ['task-', 'task', 'title'],
  ['action-done', 'task', 'what'],
  ['action-', 'snooze', 'what'],
  ['update-', 'update', 'vendor'],
  ['note-', 'note', 'message'],
  ['offer-', 'offer', 'name'],
  ['taken-on', 'takeOn'],
  ['fall-off', 'fallOff', 'name'],
  ['sale-restored', 'restore', 'name'],
  ['viewing-', 'viewing', 'name'],
  ['document-', 'file', 'fileName'],
]
const rowOf = (kind: string) => kinds.find(([start]) => kind.startsWith(start))
export const dayEventKinds = (Object.keys(eventKinds) as EventKind[]).filter(
  (kind) => eventKinds[kind].group !== 'company' && rowOf(kind),
)

const setByHand: readonly unknown[] = ['requested', 'survey-added', 'survey-removed']

/** Entries that a rule has made in the same save: steps that it started, tasks of a template, the next task of a repeat. */
const isByRule = ({ kind, data }: DayEntry): boolean =>
  kind === 'step-changed' ? !setByHand.includes(data.because) : kind === 'task-added' && ('follows' in data || 'phase' in data)

function kindOf({ kind, data }: DayEntry): DayKind | undefined {
  if (kind === 'conversation-logged' && (data.outcome === 'emailed' || data.channel === 'email')) return 'email'
  if (kind === 'conversation-logged' && data.channel === 'letter') return 'letter'
  return rowOf(kind)?.[1]
}

/** Of these kinds an act has one only; the other entries belong to it, such as the steps of an accepted offer. */
const whole: readonly DayKind[] = ['undo', 'takeOn', 'fallOff', 'restore', 'update', 'letter', 'offer']
/** The kind of the line of an act with several. */
const order: readonly DayKind[] = [...whole, 'call', 'email', 'viewing', 'step', 'task', 'note', 'file', 'snooze']

type Act = { at: Instant; kind: DayKind; entries: readonly DayEntry[] }

function toAct(at: Instant, entries: readonly DayEntry[]): Act[] {
  const own = entries.filter((entry) => !isByRule(entry))
  const kind = order.find((one) => own.some((entry) => kindOf(entry) === one))
  if (kind === undefined) return []
  return [{ at, kind, entries: whole.includes(kind) ? own.filter((entry) => kindOf(entry) === kind) : own }]
}

const mostDetail = 100
const cut = (text: string): string => (text.length > mostDetail ? `${text.slice(0, mostDetail - 1).trimEnd()}…` : text)

const mostNamed = 3

/** "Task added: Ring, Send the pack and 2 more, Task done: Post it". */
function wordsOf(entries: readonly DayEntry[]): string {
  const named = Map.groupBy(entries, ({ kind, data }) => describeEvent(kind, data)?.words ?? '')
  return [...named]
    .map(([words, ofWords]) => {
      const details = [...new Set(ofWords.flatMap(({ kind, data }) => asText(data[rowOf(kind)?.[2] ?? '']) ?? []))]
      const more = details.length - mostNamed
      const list = details.slice(0, mostNamed).map(cut).join(', ')
      return list === '' ? words : `${words}: ${list}${more > 0 ? ` and ${more} more` : ''}`
    })
    .join(', ')
}

/** "Spoke to Rosalind Nettlefold about 3 sales". */
function describeAct({ kind, entries }: Act): string {
  const logged = entries.filter((entry) => entry.kind === 'conversation-logged')
  const words = wordsOf(logged.length > 0 ? logged : entries)
  const sales = salesOf(entries).length
  return sales > 1 && kind !== 'undo' ? `${words} about ${sales} sales` : words
}

const salesOf = (entries: readonly DayEntry[]): DayEntry[] => [
  ...new Map(entries.filter(({ propertyId }) => propertyId !== null).map((entry) => [entry.propertyId, entry])).values(),
]

const actsOf = (entries: readonly DayEntry[]): Act[] =>
  [...Map.groupBy(entries, ({ at }) => at)]
    .flatMap(([at, ofAct]) => toAct(at, ofAct))
    .toSorted((one, other) => other.at.localeCompare(one.at))

/** The lines of a day, newest first, and their sum. */
export function describeDay(
  entries: readonly DayEntry[],
  undos: readonly DayUndo[],
  now: Instant,
): { lines: DayLine[]; sum: string } {
  // A change and its undo have the time of their request.
  const acts = actsOf(entries).map((act) => ({ act, undo: undos.find(({ at }) => at === act.at) }))
  const lines = acts.map(({ act, undo }): DayLine => {
    const sales = salesOf(act.entries)
    const [only] = sales.length === 1 ? sales : []
    return {
      at: act.at,
      kind: act.kind,
      words: describeAct(act),
      propertyId: only?.propertyId ?? null,
      branchId: only?.branchId ?? null,
      address: only?.address ?? null,
      undoId: undo && !undo.isSent && whyNotUndo(undo, now) === null ? undo.id : null,
      undoneOn: undo?.undoneOn ?? null,
    }
  })
  return { lines, sum: sumOf(acts.flatMap(({ act, undo }) => (undo?.undoneOn ? [] : [act]))) }
}

const nouns: Partial<Record<DayKind, string>> = {
  email: 'e-mail',
  takeOn: 'take-on',
  fallOff: 'fall-off',
  restore: 'restored sale',
}

const nounOf = (kind: DayKind, count: number): string => {
  if (kind === 'snooze') return 'put off'
  const noun = nouns[kind] ?? kind
  return count === 1 ? noun : `${noun}s`
}

/** What is counted once: a conversation about several sales, a step of a sale, a task, else what its act did of this kind. */
const unitOf = ({ id, at, kind, data, propertyId }: DayEntry): string => {
  if (typeof data.conversationId === 'string') return data.conversationId
  if (kind === 'step-changed') return `${propertyId} ${String(data.key)}`
  if (typeof data.taskId === 'string') return data.taskId
  return kind === 'note-added' || kind.startsWith('document-added') || kind.startsWith('update-') ? id : at
}

function callsInWords(calls: readonly (readonly DayEntry[])[]): string {
  const count = { spoke: 0, message: 0, none: 0 }
  for (const entries of calls) {
    const outcomes = entries.map(({ data }) => data.outcome)
    if (outcomes.includes('spoke') || outcomes.includes('promised')) count.spoke += 1
    else if (outcomes.includes('leftMessage')) count.message += 1
    else count.none += 1
  }
  const parts = [[count.spoke, 'spoke'] as const, [count.message, count.message === 1 ? 'message' : 'messages'] as const]
  return [...parts, [count.none, 'no answer'] as const]
    .flatMap(([many, words]) => (many > 0 ? `${many} ${words}` : []))
    .join(', ')
}

/** "3 updates", "1 update skipped": what was skipped told nobody anything. */
function updatesInWords(updates: readonly (readonly DayEntry[])[]): string[] {
  const sent = updates.filter((entries) => entries.some(({ kind }) => kind === 'update-sent')).length
  const skipped = updates.length - sent
  return [
    ...(sent > 0 ? [`${sent} ${nounOf('update', sent)}`] : []),
    ...(skipped > 0 ? [`${skipped} ${nounOf('update', skipped)} skipped`] : []),
  ]
}

/** "14 calls (9 spoke, 3 messages, 2 no answer) · 6 e-mails · 11 steps". */
function sumOf(acts: readonly Act[]): string {
  const entries = acts.flatMap((act) => act.entries)
  return dayKinds
    .filter((kind) => kind !== 'undo')
    .flatMap((kind) => {
      const ofKind = entries.filter((entry) => kindOf(entry) === kind)
      const units = [...Map.groupBy(ofKind, unitOf).values()]
      if (kind === 'update') return updatesInWords(units)
      const how = kind === 'call' ? ` (${callsInWords(units)})` : ''
      return units.length === 0 ? [] : [`${units.length} ${nounOf(kind, units.length)}${how}`]
    })
    .join(' · ')
}
