const fileErrorReasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'there is a file where a folder is needed',
  EEXIST: 'there is a file where a folder is needed',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

const fileErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What the operating system refused, in words for the operator. */
export const describeFileError = (error: unknown) => fileErrorReasons[fileErrorCode(error)] ?? String(error)

export const isAlreadyExistsError = (error: unknown) => ['EEXIST', 'ENOTEMPTY'].includes(fileErrorCode(error))
