/** Prevents the start. The message is a single line for the operator, printed without a stack. */
export class StartError extends Error {
  /** 78 (EX_CONFIG): another start would end in the same way. */
  readonly exitCode: number
  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options)
    this.name = 'StartError'
    this.exitCode = exitCode
  }
}

const databaseReasons: [pattern: RegExp, sentence: string][] = [
  [/ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|timeout/i, 'cannot be reached'],
  [/57P03/, 'is still starting or stopping'],
  [/28P01|28000|password authentication/i, 'refuses this user or password'],
  [/3D000/, 'does not have this database'],
  [/53100|ENOSPC|No space left/i, 'has no space left on its disk'],
  [/25006/, 'accepts no writes: it is a standby, or has no primary'],
  [/unsupported startup parameter/, 'is a transaction pooler: set DATABASE_DIRECT_URL to the address of the server behind it'],
  [/42501/, 'does not allow this user to make the tables'],
]

/** Converts common database errors at startup into StartError. Messages contain no password. */
export async function explainDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code = '', message = '' } = error as { code?: string; message?: string }
    const reason = databaseReasons.find(([pattern]) => pattern.test(code) || pattern.test(message))
    if (reason) throw new StartError(`Database: the PostgreSQL of DATABASE_URL ${reason[1]}.`, { cause: error })
    throw error
  }
}
