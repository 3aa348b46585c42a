export type EngineName = 'Firefox' | 'WebKit'
/** The path of a program that the engine's tests run; throws where it is not installed. */
export function enginePath(engine: EngineName, program: string): string
/** The names of the programs that the machine lacks to test this engine. */
export function missingForEngine(engine: EngineName): string[]
