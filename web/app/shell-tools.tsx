import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { everywhereKeys, goKeys } from '../lib/keys/everywhere-keys.ts'
import type { KeyEntry } from '../lib/keys/find-key.ts'
import { type ShellCommand, shellCommands } from '../lib/keys/shell-commands.ts'
import { typedAhead } from '../lib/keys/typed-ahead.ts'
import { isDialogOpen, useEverywhereKeys } from '../lib/keys/use-everywhere-keys.ts'
import { rememberPlace } from '../lib/recent-places.ts'
import { ScreensContext, screenOf } from '../lib/screens.ts'
import { useMay, useMe } from '../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../lib/url-state/current-scope.ts'
import { Icon } from '../ui/icon.tsx'
import { PageSlotsContext } from '../ui/layout/page-slots.ts'
import { useFollowLink } from '../ui/navigation/link.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

const Palette = lazyDialog(async () => (await import('../features/search/palette.tsx')).Palette)
const KeysWindow = lazyDialog(async () => (await import('./keys-window.tsx')).KeysWindow)
const QuickAdd = lazyDialog(async () => (await import('../features/tasks/quick-add.tsx')).QuickAdd)

type OpenDialog = (onClose: () => void) => ReactNode

/** Whether the user may open the screen at a path and its company is known. */
function useHasScreen(): (path: string) => boolean {
  const screens = useContext(ScreensContext)
  const { type } = useMe()
  const { company } = useCurrentScope()
  return (path) => company !== undefined && screenOf(screens, path, type) !== undefined
}

/** The palette, the list of keys and quick add, with the keys that open them on every page. */
export function ShellTools() {
  const [open, setOpen] = useState<ShellCommand | null>(null)
  const latest = useRef(open)
  latest.current = open
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const mayWork = useMay('day.work')
  const hasScreen = useHasScreen()
  const to = useScopedPath()
  const follow = useFollowLink()
  useEverywhereKeys((path) => {
    if (!hasScreen(path)) return false
    follow(to(path))
    return true
  })
  useEffect(
    () =>
      shellCommands.listen((command) => {
        if (command === 'logout' || (command === 'quick-add' && !mayWork)) return
        const isClosing = command === 'palette' && latest.current === 'palette'
        if (isClosing) typedAhead.end()
        else if (!isDialogOpen()) typedAhead.begin()
        setOpen(isClosing ? null : command)
      }),
    [mayWork],
  )
  const close = useCallback(() => {
    // After closing it with the pointer, the next key belongs to the page.
    typedAhead.end()
    setOpen(null)
  }, [])
  const show = useCallback((next: OpenDialog) => setDialog(() => next), [])
  const works = ({ command, keys: [key = ''] }: KeyEntry) =>
    command === 'go' ? hasScreen(goKeys[key] ?? '') : command !== 'quick-add' || mayWork
  return (
    <>
      {open === 'palette' && <Palette onClose={close} onDialog={show} />}
      {open === 'keys' && <KeysWindow works={works} onClose={close} />}
      {open === 'quick-add' && <QuickAdd onClose={close} onDialog={show} />}
      {dialog?.(() => setDialog(null))}
    </>
  )
}

const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)
const paletteKey = everywhereKeys.find(({ command }) => command === 'palette')
const shownKeys = paletteKey?.shown.map((key) => (isMac && key === 'Ctrl' ? '⌘' : key)).join(' ')

/** Opens the palette. Shown in the head of every page, and on a phone as an icon in the bar. */
export const SearchButton = ({ small }: { small?: boolean }) => (
  <button
    type="button"
    className={small ? 'find-small' : 'findbtn'}
    aria-label={small ? 'Search or do anything' : undefined}
    aria-haspopup="dialog"
    aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
    onClick={() => shellCommands.run('palette')}
  >
    <Icon of={IconSearch} size={small ? 20 : 14} />
    {!small && (
      <>
        <span>Search or do anything</span>
        <span className="kbd" aria-hidden="true">
          {shownKeys}
        </span>
      </>
    )}
  </button>
)

/** Adds the search button to every page, and stores the page as a recent place. */
export function PageTools({ children }: { children: ReactNode }) {
  const router = useRouter()
  const slots = useMemo(
    () => ({
      head: <SearchButton />,
      onShown: (crumbs: readonly { label: string }[]) =>
        rememberPlace(
          router.state.location.href,
          crumbs.map(({ label }) => label),
        ),
    }),
    [router],
  )
  return <PageSlotsContext value={slots}>{children}</PageSlotsContext>
}
