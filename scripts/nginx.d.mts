/** The path of nginx, or undefined where the machine does not have it. */
export function nginxOfTheMachine(): string | undefined
