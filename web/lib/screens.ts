import { hasPermission, type UserType } from '@gya/domain/access/permissions.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { pathOf } from '../ui/navigation/link.tsx'
import { useMe } from './session/session.tsx'

type KnownScreen = { path: string; permission: Parameters<typeof hasPermission>[1]; title: string }

/** What 'Add a note' needs to know of the property it is pressed on. */
export type NewNoteProps = {
  params: PropertyParams
  steps: readonly { key: number; title: string }[]
  /** The step it is written on, where it is pressed on a step. */
  stepKey?: number | undefined
  onClose: () => void
}

export type HistoryProps = {
  params: PropertyParams
  /** The first line of the property's address. */
  address: string
  onClose: () => void
}

/**
 * Dialogs that stand on pages of other features, handed down from the entry so that neither the platform nor those
 * features know theirs: the shell's support dialog, and the note that can be added and the
 * history that can be read on every property page.
 */
export type ShellDialogs = {
  support: (props: { open: boolean; onClose: () => void }) => ReactNode
  newNote: (props: NewNoteProps) => ReactNode
  history: (props: HistoryProps) => ReactNode
}
export const DialogsContext = createContext<ShellDialogs>({ support: () => null, newNote: () => null, history: () => null })

/** The table of screens, handed down from the entry so that the platform knows no page. */
export const ScreensContext = createContext<readonly KnownScreen[]>([])

/** The screen of an address, when there is one and this role may open it. */
export const screenOf = (screens: readonly KnownScreen[], to: string, type: UserType): KnownScreen | undefined =>
  screens.find((screen) => screen.path === pathOf(to) && hasPermission(type, screen.permission))

/** Says of an address whether the signed-in person can open it: tabs and menus leave out what they cannot. */
export function useCanOpen(): (to: string) => boolean {
  const screens = useContext(ScreensContext)
  const { type } = useMe()
  return (to) => screenOf(screens, to, type) !== undefined
}
