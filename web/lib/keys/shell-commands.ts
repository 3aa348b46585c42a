/** Dialogs that every page can open: the palette, the list of keys, quick add. The shell listens for these commands. */
export type ShellCommand = 'palette' | 'keys' | 'quick-add'

const listeners = new Set<(command: ShellCommand) => void>()

export const shellCommands = {
  run: (command: ShellCommand): void => {
    for (const listener of listeners) listener(command)
  },
  listen: (listener: (command: ShellCommand) => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
