import { addressLine } from '@gya/domain/common/address-line.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type ChainItem, type ChainItemInput, type Checklist, newChecklist } from '@gya/domain/features/chain/chain.model.ts'
import { hasReadOnlyName } from '@gya/domain/features/chain/chain.rules.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'

/**
 * The reducer of the chain editor. Links run from the onward purchase (position 1) to the buyer's end. Changes are
 * computed by comparison with the saved chain. [property §2](docs/design/property.md#2), [property §3](docs/design/property.md#3) and
 * [property §4](docs/design/property.md#4).
 */

export type Link = ChainItem
/** The editable fields of a link. */
export type LinkFields = Pick<Link, 'propertyName' | 'personName' | 'saleType' | 'agent' | 'solicitor' | 'note' | 'timeline'>
/** Data of the linked property that a link shows, and the checklist of its sale. */
export type LinkedProperty = { property: NonNullable<Link['propertyRef']>; timeline: Checklist }

export type ChainAction =
  | { kind: 'start'; id: string; own: LinkedProperty }
  | { kind: 'add'; id: string; beside: string; where: 'above' | 'below' }
  | { kind: 'move'; id: string; to: 'above' | 'below' }
  | { kind: 'remove'; id: string }
  | { kind: 'change'; id: string; change: Partial<LinkFields> }
  | { kind: 'link'; id: string; linked: LinkedProperty }
  | { kind: 'unlink'; id: string }
  | { kind: 'reset' }

const emptyLink: Omit<Link, '_id'> = {
  thisProperty: false,
  propertyRef: null,
  propertyName: '',
  personName: '',
  saleType: 'ND',
  agent: null,
  solicitor: null,
  note: '',
  timeline: newChecklist,
}

/** "A new item has a timestamp-string _id which is removed before saving." Unique within the chain. */
export function newLinkId(links: readonly Link[], now: number): string {
  const taken = new Set(links.map(({ _id }) => _id))
  let id = now
  while (taken.has(String(id))) id += 1
  return String(id)
}
const isNew = (id: string): boolean => /^\d+$/.test(id)

/** Whether the link shows a property of the company: this one or another. */
export const isLive = ({ thisProperty, propertyRef }: Pick<Link, 'thisProperty' | 'propertyRef'>): boolean =>
  thisProperty || propertyRef !== null

/**
 * "The item that is this property or that is linked (in a chain of more than one) has a read-only name. Only the last item
 * in the chain (the first in the display) may carry a buyer name."
 */
export const canNameBuyer = ({ thisProperty, propertyRef }: Link, position: number, count: number): boolean =>
  position === count && !hasReadOnlyName({ thisProperty, propertyRef: propertyRef?._id ?? null }, count)

/**
 * Only the last link carries a buyer's name. That of another link is part of its general notes: it moves there when a link is added above it,
 * and back when it is the last one again.
 */
const withNamesInPlace = (links: readonly Link[]): readonly Link[] =>
  links.map((link, at) => {
    const name = link.personName.trim()
    if (at < links.length - 1) return name === '' ? link : { ...link, personName: '', note: withTypedBuyer(link.note, name) }
    const noted = isLive(link) || name !== '' ? undefined : buyerInNote(link)
    return noted === undefined ? link : { ...link, personName: noted, note: withTypedBuyer(link.note, '') }
  })

const noteOfBuyer = /(^|; |\n)Buyer: ([^;\n]*)/

/** The buyer's name in the general notes, as it is being typed. */
export const typedBuyer = (note: string): string => noteOfBuyer.exec(note)?.[2] ?? ''

/** The buyer's name in the general notes. */
export const buyerInNote = ({ note }: Pick<Link, 'note'>): string | undefined => typedBuyer(note).trim() || undefined

/** The general notes with another buyer's name, or without one. */
export const withTypedBuyer = (note: string, typed: string): string => {
  const name = typed.replaceAll(/[;\n]/g, ',')
  const part = `Buyer: ${name}`
  if (!noteOfBuyer.test(note)) return name === '' ? note : [note, part].filter(Boolean).join('; ')
  if (name !== '') return note.replace(noteOfBuyer, (_, before: string) => before + part)
  return note.replace(noteOfBuyer, '').replace(/^; /, '')
}

const swapped = (links: readonly Link[], at: number, to: number): readonly Link[] => {
  const [one, other] = [links[at], links[to]]
  return one && other ? links.with(at, other).with(to, one) : links
}

/** A linked property provides name and checklist; after unlinking, both keep their last values and become editable. */
const linked = (link: Link, { property, timeline }: LinkedProperty): Link => ({
  ...link,
  propertyRef: property,
  propertyName: '',
  personName: '',
  timeline,
})
const unlinked = (link: Link): Link => {
  const { line1, postcode } = link.propertyRef?.address ?? { line1: link.propertyName, postcode: '' }
  return { ...link, propertyRef: null, propertyName: addressLine({ line1, postcode }) }
}

export function chainReducer(links: readonly Link[], action: ChainAction): readonly Link[] {
  const index = 'id' in action ? links.findIndex(({ _id }) => _id === action.id) : -1
  const replace = (next: (link: Link) => Link) => links.map((link, at) => (at === index ? next(link) : link))
  switch (action.kind) {
    case 'start':
      return links.length > 0 ? links : [{ ...linked({ ...emptyLink, _id: action.id }, action.own), thisProperty: true }]
    case 'add': {
      const besideIndex = links.findIndex(({ _id }) => _id === action.beside)
      if (besideIndex < 0) return links
      const at = action.where === 'above' ? besideIndex + 1 : besideIndex
      return withNamesInPlace(links.toSpliced(at, 0, { ...emptyLink, _id: action.id }))
    }
    case 'move':
      return index < 0 ? links : withNamesInPlace(swapped(links, index, action.to === 'above' ? index + 1 : index - 1))
    case 'remove':
      return withNamesInPlace(links.filter(({ _id, thisProperty }) => _id !== action.id || thisProperty))
    case 'change':
      return replace((link) => ({ ...link, ...action.change }))
    case 'link':
      return whyNotLink(action.linked.property._id, links) ? links : replace((link) => linked(link, action.linked))
    case 'unlink':
      return replace((link) => (link.thisProperty ? link : unlinked(link)))
    case 'reset':
      return []
  }
}

/** "No property twice." */
export const whyNotLink = (propertyId: string, links: readonly Link[]): string | null =>
  links.some(({ propertyRef }) => propertyRef?._id === propertyId) ? 'Already in this chain' : null

const toPartyBody = (party: Link['agent']): ChainItemInput['agent'] =>
  party && { contact: party.contact?._id ?? null, poc: party.poc?._id ?? null, name: party.name.trim(), tel: party.tel.trim() }

/** The request body of a link. Omits what its property provides, and a buyer where none is allowed. */
export function toChainItem(link: Link, position: number, count: number): ChainItemInput {
  const live = isLive(link)
  return {
    ...(isNew(link._id) ? {} : { _id: link._id }),
    thisProperty: link.thisProperty,
    propertyRef: link.propertyRef?._id ?? null,
    propertyName: live ? '' : link.propertyName.trim(),
    personName: canNameBuyer(link, position, count) ? link.personName.trim() : '',
    saleType: position === count ? link.saleType : 'ND',
    agent: live ? null : toPartyBody(link.agent),
    solicitor: live ? null : toPartyBody(link.solicitor),
    note: link.note.trim(),
    timeline: live ? newChecklist : link.timeline,
  }
}
export const toChainItems = (links: readonly Link[]): ChainItemInput[] =>
  links.map((link, at) => toChainItem(link, at + 1, links.length))

/** The display name of a link: its address, or else the buyer's name. */
export const linkName = ({ propertyRef, propertyName, personName }: Link): string =>
  propertyRef?.address.line1 || propertyName.trim() || personName.trim() || 'Address not known'

const fieldLabels: Partial<Record<keyof ChainItemInput, string>> = {
  propertyRef: 'linked property',
  propertyName: 'property address',
  personName: 'buyer’s name',
  saleType: 'sale type',
  agent: 'agent',
  solicitor: 'solicitor',
  note: 'general notes',
  timeline: 'sales progress',
}

/** An unsaved change. `id`: the changed link; null for a removed link or a reset. */
export type ChainChange = { id: string | null; description: string }

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

const derivedFields: ReadonlySet<string> = new Set(['propertyName', 'personName', 'agent', 'solicitor', 'timeline'])

/** Linking also replaces name, people and checklist; lists only the link itself. */
const changedFieldLabels = (before: ChainItemInput, after: ChainItemInput): string[] => {
  const names = Object.keys(fieldLabels) as (keyof ChainItemInput)[]
  const changed = names.filter((name) => differ(before[name], after[name]))
  const shown = changed.includes('propertyRef') ? changed.filter((name) => !derivedFields.has(name)) : changed
  return shown.map((name) => fieldLabels[name] ?? name)
}

/** Differences from the saved chain in display order, such as "Position 1, general notes". */
export function chainChanges(saved: readonly Link[], links: readonly Link[]): ChainChange[] {
  if (links.length === 0) return saved.length > 0 ? [{ id: null, description: 'Chain reset' }] : []
  const savedAt = new Map(saved.map(({ _id }, at) => [_id, at]))
  const kept = links.filter(({ _id }) => savedAt.has(_id)).map(({ _id }) => _id)
  const isKept = new Set(kept)
  const keptBefore = saved.filter(({ _id }) => isKept.has(_id)).map(({ _id }) => _id)
  const perLink = links.map((link, at): ChainChange[] => {
    const words = `Position ${at + 1}`
    const before = savedAt.get(link._id)
    const was = before === undefined ? undefined : saved[before]
    if (before === undefined || !was) return [{ id: link._id, description: `${words} added` }]
    // Skip the comparison for an untouched link: only one of up to fifty is being edited.
    if (was === link && before === at && saved.length === links.length) return []
    const moved = kept.indexOf(link._id) !== keptBefore.indexOf(link._id)
    return [
      ...(moved ? [{ id: link._id, description: `${linkName(link)} moved to position ${at + 1}` }] : []),
      ...changedFieldLabels(toChainItem(was, before + 1, saved.length), toChainItem(link, at + 1, links.length)).map((field) => ({
        id: link._id,
        description: `${words}, ${field}`,
      })),
    ]
  })
  const removed = saved
    .filter(({ _id }) => !isKept.has(_id))
    .map((link) => ({ id: null, description: `${linkName(link)} removed` }))
  return [...perLink.toReversed().flat(), ...removed]
}

/** The linked properties, without this one and deleted ones. */
export const linkedProperties = (links: readonly Link[]): NonNullable<Link['propertyRef']>[] =>
  links.flatMap(({ thisProperty, propertyRef }) => (thisProperty || !propertyRef || propertyRef.deleted ? [] : [propertyRef]))

/** The linked properties whose chains the reader cannot edit, by name; "update all" skips them. */
export const outOfScopeProperties = (links: readonly Link[]): string[] =>
  linkedProperties(links).flatMap(({ withinReach, address }) => (withinReach ? [] : [address.line1]))

/** Properties the edited chain no longer links; the save can reset their chains. */
export const droppedProperties = (saved: readonly Link[], links: readonly Link[]) => {
  const left = new Set(linkedProperties(links).map(({ _id }) => _id))
  return linkedProperties(saved).filter(({ _id }) => !left.has(_id))
}

/** Replaces the data of linked properties by the latest response. */
export function refreshLinkedProperties(links: readonly Link[], latest: readonly Link[]): readonly Link[] {
  const known = new Map(latest.flatMap((link) => (link.propertyRef ? [[link.propertyRef._id, link] as const] : [])))
  return links.map((link) => {
    const now = link.propertyRef && known.get(link.propertyRef._id)
    if (!now || (now.propertyRef === link.propertyRef && now.timeline === link.timeline)) return link
    return { ...link, propertyRef: now.propertyRef, timeline: now.timeline }
  })
}

/**
 * Validation errors by link id and field. The path `items.2.agent.tel` refers to the third link of `sent`. An error moves with its link and
 * disappears once the field is edited.
 */
export function errorsByLink(
  issues: readonly { path: string; message: string }[],
  sent: readonly Link[],
  links: readonly Link[],
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const found = new Map<string, Record<string, string>>()
  for (const { path, message } of issues) {
    const [, at, field = ''] = /^items\.(\d+)(?:\.(.*))?$/.exec(path) ?? []
    const refused = at === undefined ? undefined : sent[Number(at)]
    const link = refused && links.find(({ _id }) => _id === refused._id)
    const part = field.split('.', 1)[0] as keyof Link
    if (refused && link && !differ(refused[part], link[part])) found.set(link._id, { [field]: message, ...found.get(link._id) })
  }
  return found
}

export type ChainProperty = Wire<typeof readProperty, 'response'>
