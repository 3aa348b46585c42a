/** What every page can ask of the shell, which listens: the palette, the list of keys, quick add, logging out. */
export type ShellCommand = 'palette' | 'keys' | 'quick-add' | 'logout'

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
