import { minSearchLength } from '@gya/domain/features/search/search.rules.ts'
import { findTradeTargets } from '@gya/domain/features/search/trade-words.ts'
import { IconHome } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { shellCommands } from '../../lib/keys/shell-commands.ts'
import {
  isSamePlace,
  onPlaceRemembered,
  propertyOnScreen,
  readRecentPlaces,
  readRecentProperties,
  shownPlaces,
} from '../../lib/recent-places.ts'
import { saleOnScreen } from '../../lib/sale-on-screen.ts'
import { DialogsContext, useShownScreens } from '../../lib/screens.ts'
import { useMe } from '../../lib/session/session.tsx'
import { headerSetting } from '../../lib/storage/header-setting.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { foundGroups } from './found-groups.ts'
import {
  generalActions,
  type ItemContext,
  isNamed,
  itemsOfAnyProperty,
  type PaletteGroup,
  type PaletteItem,
  recentItems,
  type Sale,
  saleActions,
  screenItems,
} from './palette-items.ts'
import { useSearch } from './use-search.ts'

export type PaletteProps = {
  onClose: () => void
  /** Shows a dialog after the palette has closed. */
  onDialog: (dialog: (onClose: () => void) => ReactNode) => void
}

/** Links and commands for items. Commands close the palette first. */
export function useItemContext({ onClose, onDialog }: PaletteProps): ItemContext {
  const me = useMe()
  const to = useScopedPath()
  const queries = useQueryClient()
  const companyId = useCurrentScope().company ?? ''
  const dialogs = useContext(DialogsContext)
  const over = (dialog: (close: () => void) => ReactNode) => {
    onClose()
    onDialog(dialog)
  }
  const shell = (command: 'keys' | 'quick-add' | 'logout') => () => {
    onClose()
    shellCommands.run(command)
  }
  const saleOf = ({ propertyId, branchId, line1 }: Sale) => ({ propertyId, branchId, line1 })
  return {
    me,
    to,
    commands: {
      log: ({ propertyId, branchId, line1 }, partyRef) =>
        over((close) =>
          dialogs.newConversation({ companyId, sales: [{ propertyId, branchId, address: line1 }], partyRef, onClose: close }),
        ),
      email: (sale, partyRef) =>
        over((close) => dialogs.newMessage({ companyId, sales: sale ? [saleOf(sale)] : [], partyRef, onClose: close })),
      letter: ({ propertyId, branchId }) =>
        over((close) => dialogs.newLetter({ params: { companyId, branchId, propertyId }, onClose: close })),
      addNote: ({ propertyId, branchId }) =>
        over((close) => dialogs.newNote({ params: { companyId, branchId, propertyId }, steps: [], onClose: close })),
      addTask: (sale) => over((close) => dialogs.newTask({ companyId, sales: sale ? [saleOf(sale)] : [], onClose: close })),
      quickAdd: shell('quick-add'),
      keys: shell('keys'),
      logout: shell('logout'),
      support: () => over((close) => dialogs.support({ open: true, onClose: close })),
      undo: () => {
        onClose()
        void import('../../lib/undo/undo-last.ts').then(({ undoLast }) => undoLast(queries))
      },
      wholeHeader:
        propertyOnScreen() &&
        (() => {
          onClose()
          headerSetting.toggle()
        }),
    },
  }
}

/** Inserts actions for the first hit after its group, if it can be contacted. */
function withActions(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const [first] = groups
  const [hit] = first?.items ?? []
  if (!first || !hit?.actions?.length || !/^(People|Firms)$/.test(first.title)) return [...groups]
  return [first, { title: `Actions with ${hit.title}`, items: hit.actions.slice(0, 3) }, ...groups.slice(1)]
}

/**
 * Returns the listed groups: actions and recent places for an empty field, otherwise search hits; the properties to choose from for an item
 * that asks for one.
 */
export function usePaletteGroups(context: ItemContext, typed: string, asked: PaletteItem | null) {
  const screens = useShownScreens()
  const [sale, setSale] = useState(saleOnScreen)
  // Updates the sale when a page that was still loading is stored as a recent place.
  useEffect(() => onPlaceRemembered(() => setSale((before) => saleOnScreen() ?? before)), [])
  const { company } = useCurrentScope()
  const [recent] = useState(() => readRecentPlaces().filter(({ to }) => !isSamePlace(to, location.pathname + location.search)))
  const prefix = asked ? undefined : /^[>@]/.exec(typed)?.[0]
  const text = (prefix ? typed.slice(1) : typed).trim()
  const search = useSearch(company, prefix === '>' ? '' : text, prefix === '@')
  const actions = [...(sale ? saleActions(context, sale) : []), ...generalActions(context)]
  // The address of the sale finds the sale itself. Actions that are named so come before those that only words of the trade find.
  const ownName = (item: PaletteItem) => isNamed(text, { ...item, about: undefined, trade: undefined })
  const named = actions
    .filter((item) => isNamed(text, { ...item, about: undefined }))
    .toSorted((a, b) => Number(ownName(b)) - Number(ownName(a)))
  const pages = screenItems(context, screens, sale !== null)
  const asking = sale === null && company !== undefined ? itemsOfAnyProperty(context, screens) : []
  const first = findTradeTargets(text)
    .map((target) => [...actions, ...pages, ...asking].find(({ trade }) => trade === target))
    .find((item) => item !== undefined)
  const places = recentItems(recent.slice(0, shownPlaces))
  const groups: PaletteGroup[] = []
  if (asked?.ofSale) {
    const { ofSale } = asked
    const hits: readonly (Sale & { postcode?: string })[] =
      text === '' ? readRecentProperties() : (search.found?.properties?.data ?? [])
    const items = hits.flatMap((hit) => {
      const item = ofSale(hit)
      return item ? { ...item, id: `of-${hit.propertyId}`, icon: IconHome, title: hit.line1, about: hit.postcode } : []
    })
    groups.push({ title: `${asked.title} Which property?`, items })
  } else if (prefix === '>') groups.push({ title: 'Actions', items: named })
  else if (prefix === undefined && text === '')
    groups.push(
      { title: sale ? `On this screen: ${sale.line1}` : 'Actions', items: actions.slice(0, sale ? 4 : 3) },
      { title: 'Recent', items: places },
    )
  else {
    const isAll = prefix === undefined
    const titled = (items: readonly PaletteItem[]) => items.filter((item) => item !== first && isNamed(text, item))
    if (isAll) groups.push({ title: 'Actions', items: first ? [first, ...named.filter((item) => item !== first)] : named })
    if (isAll && text.length < minSearchLength) groups.push({ title: 'Recent', items: titled(places) })
    if (search.found) groups.push(...withActions(foundGroups(context, search.found)))
    if (isAll) groups.push({ title: 'Screens', items: titled(pages).slice(0, 6) })
    if (isAll) groups.push({ title: 'Of a property', items: titled(asking).slice(0, 6) })
  }
  return { groups: groups.filter(({ items }) => items.length > 0), search, text, prefix, isSearching: company !== undefined }
}
