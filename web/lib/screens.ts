import { hasPermission, type UserType } from '@gya/domain/access/permissions.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { pathOf } from '../ui/navigation/link.tsx'
import { useMe } from './session/session.tsx'

type KnownScreen = { path: string; permission: Parameters<typeof hasPermission>[1]; title: string; isOfRegister?: true }

/** Props of the "Add a note" dialog. */
export type NewNoteProps = {
  params: PropertyParams
  steps: readonly { key: number; title: string }[]
  /** The step that the note belongs to. */
  stepKey?: number | undefined
  /** How its text begins. */
  start?: string | undefined
  onClose: () => void
}

export type HistoryProps = {
  params: PropertyParams
  /** The first line of the property's address. */
  address: string
  /** Opens with the entries up to this day. */
  until?: string | undefined
  onClose: () => void
}

/** "How this came about", over a page of a branch or, with null, of a company. */
export type HowProps = {
  scope: { companyId: string; branchId: string | null }
  /** The name of the company. */
  company: string
  onClose: () => void
}

export type ExpectedDatesProps = {
  property: Wire<typeof readProperty, 'response'>
  params: PropertyParams
  onClose: () => void
}

/** After an offer was accepted. */
export type SaleStartProps = ExpectedDatesProps

export type PropertyPanelProps = {
  params: PropertyParams
  /** The first line of the address, shown until the property is loaded. */
  address: string
  /** J and K: to the next and the previous row of the list. */
  onMove?: ((by: 1 | -1) => void) | undefined
  onClose: () => void
}

/** A sale that a conversation is about. */
export type ConversationSale = {
  propertyId: string
  branchId: string
  address: string
  /** Keys of the action items discussed. By default those due now. */
  keys?: readonly string[] | undefined
}

export type NewConversationProps = {
  companyId: string
  /** The sales discussed, at most 50. */
  sales: readonly ConversationSale[]
  /**
   * `poc:<id>`, `firm:<id>`, `vendor:<userId>`, `buyer:<propertyId>`, `additional:<id>`. By default the dialog asks which of the sales'
   * parties it was.
   */
  partyRef?: string | undefined
  outcome?: ConversationOutcome | undefined
  /** The `undoId` of a conversation logged just before, which is undone when this one is logged. */
  replaces?: string | undefined
  /** What was entered when that one was logged: the draft of its form. */
  draft?: object | undefined
  /** Called after it was logged, before the dialog closes. */
  onLogged?: (() => void) | undefined
  onClose: () => void
}

export type NewMessageProps = {
  companyId: string
  /** The sales that it is about; without `partyRef`, at most 50. By default the party's sales with due items. */
  sales: readonly Pick<ConversationSale, 'propertyId' | 'branchId' | 'keys'>[]
  /** By default the parties of the sales are offered. */
  partyRef?: string | undefined
  /** The e-mail that it answers: continues its thread, with its words quoted. */
  answers?: { mailInId: string; subject: string; quote: string } | undefined
  /** Called after it was sent, before the dialog closes. */
  onSent?: (() => void) | undefined
  onClose: () => void
  /** The e-mail that an assistant proposed, and what to check in it. */
  proposed?: { proposalId: string; subject: string; text: string; caution: string | null } | undefined
}

export type NewLetterProps = {
  params: PropertyParams
  onClose: () => void
}

export type NewTaskProps = {
  companyId: string
  /** The sales that each get the task. */
  sales: readonly { propertyId: string; branchId: string; line1: string }[]
  /** How its title begins. */
  start?: string | undefined
  onClose: () => void
}

export type ShareProps = {
  companyId: string
  /** "28 sales", "the sales of Digby Underhay". */
  what: string
  sales: { propertyIds: string[] } | { from: string; branchIds?: string[] }
  onClose: () => void
  onShared?: () => void
}

/**
 * Dialogs of other features that pages open. Provided by the entry, so that neither lib nor the pages' features import the dialogs'
 * features.
 */
export type ShellDialogs = {
  support: (props: { open: boolean; onClose: () => void }) => ReactNode
  newNote: (props: NewNoteProps) => ReactNode
  newTask: (props: NewTaskProps) => ReactNode
  history: (props: HistoryProps) => ReactNode
  /** The figure named in the URL. */
  how: (props: HowProps) => ReactNode
  /** A sale beside a list. */
  propertyPanel: (props: PropertyPanelProps) => ReactNode
  newConversation: (props: NewConversationProps) => ReactNode
  /** An e-mail to one party, or to several. */
  newMessage: (props: NewMessageProps) => ReactNode
  /** A letter to a party of a sale, stored with the files of the property. */
  newLetter: (props: NewLetterProps) => ReactNode
  /** Progressor and expected days of a sale. */
  saleDays: (props: ExpectedDatesProps) => ReactNode
  /** Gives several sales to people. */
  share: (props: ShareProps) => ReactNode
  /** Prints the sale on one page. */
  salePaper: (props: ExpectedDatesProps) => ReactNode
  /** From the accepted offer to the sent memorandum. */
  saleStart: (props: SaleStartProps) => ReactNode
}
export const DialogsContext = createContext<ShellDialogs>({
  support: () => null,
  newNote: () => null,
  newTask: () => null,
  history: () => null,
  how: () => null,
  propertyPanel: () => null,
  newConversation: () => null,
  newMessage: () => null,
  newLetter: () => null,
  saleDays: () => null,
  share: () => null,
  salePaper: () => null,
  saleStart: () => null,
})

/** The table of screens, provided by the entry so that lib imports no page. */
export const ScreensContext = createContext<readonly KnownScreen[]>([])

/** The screen of a URL, if it exists and the role may open it. */
export const screenOf = (screens: readonly KnownScreen[], to: string, type: UserType): KnownScreen | undefined =>
  screens.find((screen) => screen.path === pathOf(to) && hasPermission(type, screen.permission))

/** Whether what belongs to the register of customer checks is shown: where a company keeps it, and to platform admins. */
export function useChecksOn(): boolean {
  const { company } = useMe()
  return company === null || company.checks === true
}

/** The screens that menus and tabs show. */
export function useShownScreens(): readonly KnownScreen[] {
  const screens = useContext(ScreensContext)
  return useChecksOn() ? screens : screens.filter(({ isOfRegister }) => !isOfRegister)
}

/** Whether the user may open a URL; tabs and menus hide others. */
export function useCanOpen(): (to: string) => boolean {
  const screens = useShownScreens()
  const { type } = useMe()
  return (to) => screenOf(screens, to, type) !== undefined
}
