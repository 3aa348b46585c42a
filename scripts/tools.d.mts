export function toolCommand(name: string): [command: string, ...args: string[]]
