/** The path of the first installed program; undefined if none is. */
export function findProgram(...names: string[]): string | undefined
export type EngineName = 'Firefox' | 'WebKit'
/** The path of a program of an engine's tests; throws if it is not installed. */
export function enginePath(engine: EngineName, program: string): string
/** The names of the missing programs of an engine's tests. */
export function missingForEngine(engine: EngineName): string[]
/** Debian's PostgreSQL: the oldest supported version, and a source of pg_dump. */
export const postgresBin: string
export function isPostgresInstalled(): boolean
/** The path of a Chromium; '' for the one of Playwright. */
export function findChromium(): Promise<string>
/** Where the linters of the API description are, once `installTestPrograms` has installed them. */
export const apiLinters: { folder: string; spectral: string; redocly: string }
/** Where the conformance suite of authorization servers is, once installed. */
export const conformanceSuite: string
export const protocolClients: { present: string; before: string }
/** Where Debian's Postfix is, once `installTestPrograms` has extracted it. */
export const postfixRoot: string
export const opendkimRoot: string
