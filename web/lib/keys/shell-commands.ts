/** What every page may open: the palette, the window of keys, quick add. The shell listens. */
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
