import { hasPermission } from '@gya/domain/access/permissions.ts'
import { telephoneLink } from '@gya/domain/common/telephone.ts'
import { foldWords, type TradeTarget, tradeWords, wordsOfTarget } from '@gya/domain/features/search/trade-words.ts'
import {
  IconArrowBackUp,
  IconCalendarEvent,
  IconCheckbox,
  IconClock,
  IconFileText,
  IconHome,
  IconKeyboard,
  IconLayoutList,
  IconLifebuoy,
  IconLogout,
  IconMail,
  IconMessageCircle,
  IconNote,
  IconPhone,
  IconPlus,
  IconSelector,
  IconUnlink,
} from '@tabler/icons-react'
import { goKeys } from '../../lib/keys/everywhere-keys.ts'
import type { RecentPlace } from '../../lib/recent-places.ts'
import type { Me } from '../../lib/session/session.tsx'
import type { useScopedPath } from '../../lib/url-state/current-scope.ts'
import type { IconComponent } from '../../ui/icon.tsx'

/** An item of the palette: opens a page (`to`) or runs an action on the current one. */
export type PaletteItem = {
  id: string
  icon: IconComponent
  title: string
  /** Other words for it, which find it too. */
  also?: string | undefined
  /** Its words of the trade, which find it first. */
  trade?: TradeTarget | undefined
  /** Shown after the title in a secondary colour. */
  about?: string | undefined
  /** Shown at the end of the row. */
  end?: string | undefined
  /** Shortcut keys of the same action. */
  keys?: readonly string[] | undefined
  /** Chooses it while the actions of one entry are listed; elsewhere letters are the search. */
  letter?: string | undefined
  to?: string | undefined
  run?: (() => void) | undefined
  /** Asks for the property first; null if the role has no such item. */
  ofSale?: ((sale: Sale) => PaletteItem | null) | undefined
  /** "`→` what can be done with it." */
  actions?: readonly PaletteItem[] | undefined
}

export type PaletteGroup = { title: string; count?: string | undefined; items: readonly PaletteItem[] }

/** A sale that dialogs are about. */
export type Sale = { propertyId: string; branchId: string; line1: string }

/** Actions that the palette can run. */
export type PaletteCommands = {
  log: (sale: Sale, partyRef?: string) => void
  /** E-mails a party about the sale, or about its sales with due items; without a party, the parties of the sale. */
  email: (sale: Sale | null, partyRef?: string) => void
  letter: (sale: Sale) => void
  addNote: (sale: Sale) => void
  addTask: (sale: Sale | null) => void
  quickAdd: () => void
  keys: () => void
  support: () => void
  logout: () => void
  undo: () => void
  /** Opens or closes the header of the property whose page is open; null without one. */
  wholeHeader: (() => void) | null
}

export type ItemContext = { to: ReturnType<typeof useScopedPath>; commands: PaletteCommands; me: Me }

export const list = (...parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(', ')
const mayWork = ({ me }: ItemContext): boolean => hasPermission(me.type, 'day.work')

export const pageOf = (context: ItemContext, path: string, sale: Sale): string =>
  context.to(path, { branch: sale.branchId, property: sale.propertyId })

/** "Call, Log, E-mail, always in this order." [day §4](docs/design/day.md#4). */
export function contactActions(
  context: ItemContext,
  id: string,
  party: { ref: string; tel: string; email: string; sale: Sale | null },
): PaletteItem[] {
  const { commands, to } = context
  const { ref, tel, email, sale } = party
  const href = telephoneLink(tel)
  const log: PaletteItem | false = mayWork(context) && {
    id: `${id}-log`,
    icon: IconMessageCircle,
    title: 'Log a conversation',
    about: sale?.line1,
    letter: 'L',
    ...(sale ? { run: () => commands.log(sale, ref) } : { to: to('/chase', {}, { party: ref }) }),
  }
  const actions: (PaletteItem | false)[] = [
    href !== null && {
      id: `${id}-call`,
      icon: IconPhone,
      title: 'Call',
      about: tel,
      letter: 'C',
      run: () => location.assign(href),
    },
    log,
    email !== '' && {
      id: `${id}-email`,
      icon: IconMail,
      title: 'E-mail',
      about: email,
      letter: 'E',
      run: () => (mayWork(context) ? commands.email(sale, ref) : location.assign(`mailto:${email}`)),
    },
    mayWork(context) &&
      sale !== null && {
        id: `${id}-task`,
        icon: IconCheckbox,
        title: 'Add task',
        about: sale.line1,
        letter: 'T',
        run: () => commands.addTask(sale),
      },
    sale !== null && {
      id: `${id}-property`,
      icon: IconHome,
      title: 'Open the property',
      about: sale.line1,
      to: pageOf(context, '/property/timeline', sale),
    },
  ]
  return actions.filter((one) => one !== false)
}

/** Other words for pages. */
const otherWords: Readonly<Record<string, string>> = {
  '/property/timeline': 'expected exchange completion dates steps',
  '/company/forecast': 'expected exchange completion coming',
  '/branch/forecast': 'expected exchange completion coming',
  '/company/templates': 'email message letter texts',
  '/branch/templates': 'email message letter texts',
}

const tradeOf = (path: string): TradeTarget | undefined => (path in tradeWords ? (path as TradeTarget) : undefined)

/** Screens to which words of the trade lead only who may do there what the words say. */
const tradeNeeds: Readonly<Record<string, Parameters<typeof hasPermission>[1]>> = {
  '/company/users': 'sale.share',
  '/branch/users': 'sale.share',
}

const propertyPages = [
  ['/property/edit', 'Manage'],
  ['/property/offers', 'Offers'],
  ['/property/contacts', 'Contacts'],
  ['/property/viewings', 'Viewings'],
  ['/property/notes', 'Notes'],
  ['/property/documents', 'Files'],
  ['/property/chain', 'Chain'],
  ['/property/timeline', 'Timeline'],
] as const

/** Actions for a sale; first those that change data. */
export function saleActions(context: ItemContext, sale: Sale): PaletteItem[] {
  const { commands } = context
  const id = `sale-${sale.propertyId}`
  const work: PaletteItem[] = mayWork(context)
    ? [
        {
          id: `${id}-log`,
          icon: IconMessageCircle,
          title: 'Log a conversation',
          trade: 'log-conversation',
          about: sale.line1,
          letter: 'L',
          run: () => commands.log(sale),
        },
        {
          id: `${id}-email`,
          icon: IconMail,
          title: 'E-mail the parties',
          trade: 'email-parties',
          about: sale.line1,
          letter: 'E',
          run: () => commands.email(sale),
        },
        {
          id: `${id}-task`,
          icon: IconCheckbox,
          title: 'Add task',
          trade: 'add-task',
          about: sale.line1,
          letter: 'T',
          run: () => commands.addTask(sale),
        },
        {
          id: `${id}-days`,
          icon: IconCalendarEvent,
          title: 'Progressor and dates',
          trade: 'sale-days',
          about: sale.line1,
          to: `${pageOf(context, '/property/timeline', sale)}&panel=days`,
        },
      ]
    : []
  const changes: PaletteItem[] = hasPermission(context.me.type, 'property.edit')
    ? [
        { id: `${id}-note`, icon: IconNote, title: 'Add a note', about: sale.line1, run: () => commands.addNote(sale) },
        {
          id: `${id}-completion`,
          icon: IconCalendarEvent,
          title: 'Completion date',
          trade: 'completion-date',
          about: sale.line1,
          to: `${pageOf(context, '/property/timeline', sale)}#completion-date`,
        },
        {
          id: `${id}-fall-off`,
          icon: IconUnlink,
          title: 'Perform fall off',
          trade: 'fall-off',
          about: sale.line1,
          to: `${pageOf(context, '/property/timeline', sale)}&panel=fall-off`,
        },
      ]
    : []
  const letter: PaletteItem[] = mayWork(context)
    ? [
        {
          id: `${id}-letter`,
          icon: IconFileText,
          title: 'Write a letter',
          about: sale.line1,
          run: () => commands.letter(sale),
        },
      ]
    : []
  const header: PaletteItem[] = commands.wholeHeader
    ? [{ id: 'whole-header', icon: IconSelector, title: 'Whole header', keys: ['H'], run: commands.wholeHeader }]
    : []
  return [
    ...work,
    ...changes,
    ...letter,
    ...header,
    ...propertyPages.map(([path, title]) => ({
      id: `${id}${path}`,
      icon: IconFileText,
      title,
      also: otherWords[path],
      trade: tradeOf(path),
      about: sale.line1,
      to: pageOf(context, path, sale),
    })),
  ]
}

/** Actions that need no sale. */
export function generalActions({ commands, to, me }: ItemContext): PaletteItem[] {
  const mayChange = hasPermission(me.type, 'day.work')
  const work: PaletteItem[] = mayChange
    ? [
        {
          id: 'quick-add',
          icon: IconPlus,
          title: 'Quick add',
          about: 'A task, note, conversation or property',
          keys: ['Q'],
          run: commands.quickAdd,
        },
      ]
    : []
  const create: PaletteItem[] = hasPermission(me.type, 'property.create')
    ? [
        {
          id: 'create-property',
          icon: IconHome,
          title: 'Add Property',
          trade: 'add-property',
          to: to('/property/create'),
        },
      ]
    : []
  const undo: PaletteItem[] = mayChange
    ? [{ id: 'undo', icon: IconArrowBackUp, title: 'Undo the last change', keys: ['Ctrl', 'Z'], run: commands.undo }]
    : []
  return [
    ...work,
    ...create,
    ...undo,
    { id: 'keys', icon: IconKeyboard, title: 'All keys', keys: ['?'], run: commands.keys },
    { id: 'support', icon: IconLifebuoy, title: 'Support', about: 'Ask us', trade: 'support', run: commands.support },
    { id: 'logout', icon: IconLogout, title: 'Logout', also: 'sign out', trade: 'logout', run: commands.logout },
  ]
}

type Screen = { path: string; permission: Parameters<typeof hasPermission>[1]; title: string }
const sectionNames: Readonly<Record<string, string>> = { company: 'Company', branch: 'Branch', property: 'Property', gya: 'GYA' }
const goKeyOf = new Map(Object.entries(goKeys).map(([key, path]) => [path, ['G', key.toUpperCase()]]))

/** Pages that the role may open. Pages of a property are included only if one is open. */
export const screenItems = ({ to, me }: ItemContext, screens: readonly Screen[], hasProperty: boolean): PaletteItem[] =>
  screens
    .filter(({ path, permission }) => hasPermission(me.type, permission) && path !== '/chase' && path !== '/user-edit')
    // The action Add Property opens its page.
    .filter(
      ({ path }) => path !== '/property/create' && (hasProperty || !path.startsWith('/property/') || path === '/property/manage'),
    )
    .map(({ path, title }) => ({
      id: `screen-${path}`,
      icon: IconLayoutList,
      title,
      also: otherWords[path],
      trade: hasPermission(me.type, tradeNeeds[path] ?? 'search.use') ? tradeOf(path) : undefined,
      about: sectionNames[path.split('/')[1] ?? ''],
      keys: goKeyOf.get(path),
      to: to(path),
    }))

/** "Otherwise as "Add viewing…" that first asks for the property." [seat §10](docs/design/seat.md#10). */
export function itemsOfAnyProperty(context: ItemContext, screens: readonly Screen[]): PaletteItem[] {
  const itemsOf = (sale: Sale): PaletteItem[] => {
    const actions = saleActions(context, sale)
    const pages = screenItems(context, screens, true).filter(({ id }) => id.startsWith('screen-/property/'))
    return [
      ...actions.filter(({ id }) => id !== 'whole-header'),
      ...pages
        .filter(({ id, title }) => id !== 'screen-/property/manage' && !actions.some((action) => action.title === title))
        .map((page) => ({ ...page, about: sale.line1, to: pageOf(context, page.id.slice('screen-'.length), sale) })),
    ]
  }
  return itemsOf({ propertyId: '', branchId: '', line1: '' }).map((item) => ({
    ...item,
    id: `any-${item.id}`,
    title: `${item.title}…`,
    about: 'Asks for the property',
    letter: undefined,
    to: undefined,
    run: undefined,
    ofSale: (sale) => itemsOf(sale).find(({ title }) => title === item.title) ?? null,
  }))
}

export const recentItems = (places: readonly RecentPlace[]): PaletteItem[] =>
  places.map(({ to, title, about }) => ({ id: `recent-${to}`, icon: IconClock, title, about, to }))

/** Whether every word occurs in a name of the item, or in its words of the trade. */
export const isNamed = (words: string, { title, also, about, trade }: Omit<PaletteItem, 'id' | 'icon'>): boolean => {
  const name = foldWords([title, also, about, trade && wordsOfTarget(trade)].filter(Boolean).join(' '))
  return foldWords(words)
    .split(/\s+/)
    .every((word) => name.includes(word))
}
