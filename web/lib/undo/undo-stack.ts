import { undoHours } from '@gya/domain/features/undo/undo.rules.ts'
import type { NewConversationProps } from '../screens.ts'

export type NewConversation = Omit<NewConversationProps, 'onLogged' | 'onClose'>

/** A saved change that `POST /undo` can undo. */
export type Undoable = {
  companyId: string
  undoId: string
  /** Description of the change in the server's words: "27 Rodway Road: Searches back is complete". */
  description: string
  /** Time of the change in milliseconds; set by the stack. */
  at?: number
  /** The screen or sale on which it was made; set by the stack. */
  place?: string
  /** Redoes the change (Ctrl Shift Z). Resolves to the new change, or to null if it was refused. */
  redo?: (() => Promise<Undoable | null>) | undefined
  /** Called as soon as the user undoes the change, before the response. */
  onUndo?: (() => void) | undefined
  /** The change is a conversation: the form that replaces it by one with a note. */
  logged?: NewConversation | undefined
  /** An additional action beside Undo. */
  action?: { label: string /** Shown beside it. */; key?: string | undefined; onSelect: () => void } | undefined
}

/**
 * Content of the toast. A refusal is announced assertively. `rest`: part of the change was sent; the rest of it can still be undone.
 * `retry`: repeats a save of unknown outcome; the message stays until it is closed.
 */
export type UndoMessage = {
  id: number
  text: string
  tone: 'done' | 'news' | 'refused'
  of?: Undoable | undefined
  rest?: Undoable | undefined
  retry?: (() => void) | undefined
}

export type UndoState = { undo: readonly Undoable[]; redo: readonly Undoable[]; message: UndoMessage | null }

/** "Undo is a stack of the tab (50)". */
export const maxUndo = 50

const isStored = (value: unknown): value is Undoable & { at: number } => {
  const { companyId, undoId, description, at } = (value ?? {}) as Record<string, unknown>
  return [companyId, undoId, description].every((text) => typeof text === 'string') && typeof at === 'number'
}

function parseStored(text: string | null): (Undoable & { at: number })[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isStored) : []
  } catch {
    return []
  }
}

/** Per tab and user: the prefix is that of `storage-owner.ts`. */
export const undoStorageKey = 'gya.undo'

/** What is on the screen: one sale, whichever of its tabs, or a page. The full call card belongs to Today. */
export function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const property = pathname.startsWith('/property/') ? new URLSearchParams(search).get('property') : null
  return property ?? (pathname === '/chase' ? '/today' : pathname)
}

type Options = { storage?: () => Pick<Storage, 'getItem' | 'setItem'>; now?: () => number; place?: () => string }

/**
 * Changes of this tab, newest last, and the message about the last one. They survive a reload in `storage`, which contains what undoing
 * requires, without the functions.
 */
export function createUndoStack({ storage, now = Date.now, place = () => placeOf(location) }: Options = {}) {
  let state: UndoState = { undo: [], redo: [], message: null }
  let messages = 0
  let used = false
  const pending = new Set<Promise<unknown>>()
  const listeners = new Set<() => void>()
  const set = (next: Partial<UndoState>): void => {
    state = { ...state, ...next }
    used ||= state.message !== null
    if (next.undo)
      storage?.().setItem(undoStorageKey, JSON.stringify(next.undo, ['companyId', 'undoId', 'description', 'at', 'place']))
    for (const listen of listeners) listen()
  }
  const messageOf = (text: string, tone: UndoMessage['tone'], of?: Undoable): UndoMessage => ({
    id: (messages += 1),
    text,
    tone,
    of,
  })
  const add = (made: Undoable, redo: readonly Undoable[]): void => {
    const change = { at: now(), place: place(), ...made }
    set({ undo: [...state.undo, change].slice(-maxUndo), redo, message: messageOf(change.description, 'done', change) })
  }
  return {
    get: (): UndoState => state,
    /** Whether there ever was a message. */
    isUsed: (): boolean => used,
    subscribe: (listen: () => void): (() => void) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    /** After a reload: earlier changes of the tab that the server can still undo. */
    restore: (): void => {
      const since = now() - undoHours * 3_600_000
      const kept = parseStored(storage?.().getItem(undoStorageKey) ?? null).filter(({ at }) => at >= since)
      if (kept.length > 0) set({ undo: kept })
    },
    /** A change was saved: it can be undone, and previously undone changes can no longer be redone. */
    push: (change: Undoable): void => add(change, []),
    /** A change was redone. */
    pushRedone: (change: Undoable): void => add(change, state.redo),
    /** Removes a change that is undone elsewhere than by Ctrl Z, and returns it if it is of this tab. */
    take: (undoId: string): Undoable | undefined => {
      const taken = state.undo.find((change) => change.undoId === undoId)
      if (taken) set({ undo: state.undo.filter((change) => change !== taken) })
      return taken
    },
    /** Removes and returns the newest change of what is on the screen, or the one that the message is about. */
    pop: (): Undoable | undefined => {
      const here = place()
      const asked = state.undo.find((change) => change === state.message?.of)
      const last = asked ?? state.undo.findLast((change) => change.place === here)
      if (last) set({ undo: state.undo.filter((change) => change !== last) })
      return last
    },
    /** Removes and returns the change of what is on the screen that was undone last. */
    popRedo: (): Undoable | undefined => {
      const here = place()
      const last = state.redo.findLast((change) => change.place === here)
      if (last) set({ redo: state.redo.filter((change) => change !== last) })
      return last
    },
    /** Says that the newest change was made elsewhere, and offers to undo it. Returns false without any. */
    ask: (): boolean => {
      const last = state.undo.at(-1)
      if (last)
        set({
          message: messageOf(`Nothing to undo on this screen. The last change was on another: ${last.description}`, 'news', last),
        })
      return last !== undefined
    },
    /** A change was undone. */
    undone: (change: Undoable, text: string): void =>
      set({ redo: change.redo ? [...state.redo, change] : state.redo, message: messageOf(text, 'done') }),
    /** A message without a change: an item that a colleague settled. */
    announce: (text: string): void => set({ message: messageOf(text, 'news') }),
    /** A change, or an undo, was refused. */
    refuse: (text: string, more: Pick<UndoMessage, 'rest' | 'retry'> = {}): void =>
      set({ message: { ...messageOf(text, 'refused'), ...more } }),
    dismiss: (id: number): void => {
      if (state.message?.id === id) set({ message: null })
    },
    /** A pending save: Ctrl Z waits for it, so that it undoes the change that the user saw last. */
    track: <Result>(save: Promise<Result>): Promise<Result> => {
      pending.add(save)
      const forget = () => pending.delete(save)
      save.then(forget, forget)
      return save
    },
    settled: async (): Promise<void> => {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}

/** The changes of this tab. `restore` is called once its user is known. */
export const undoStack = createUndoStack({ storage: () => sessionStorage })
