export const serverFlags: string[]
export const serverEnvironment: { MALLOC_ARENA_MAX: string }
