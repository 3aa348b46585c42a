/** The path of the first of these programs that the machine has; undefined where it has none. */
export function programOfTheMachine(...names: string[]): string | undefined
