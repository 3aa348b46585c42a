import { FileNotFoundError, type FileStore } from '../files/file-store.ts'
import type { MailServer } from '../mail/smtp.ts'
import type { Meters } from './meters.ts'
import { traced } from './request-context.ts'

/** Adds metrics (`gya_file_store_…`) and child spans to a file store. */
export function instrumentFileStore(files: FileStore, meters: Meters): FileStore {
  const measured = async <T>(operation: string, operate: () => Promise<T>): Promise<T> => {
    const stopTimer = meters.files.startTimer({ operation })
    try {
      return await traced(`file store ${operation}`, {}, operate)
    } catch (error) {
      if (!(error instanceof FileNotFoundError)) meters.fileFailures.inc({ operation })
      throw error
    } finally {
      stopTimer()
    }
  }
  return {
    ...files,
    put: (...args) => measured('put', () => files.put(...args)),
    read: (...args) => measured('read', () => files.read(...args)),
    size: (...args) => measured('size', () => files.size(...args)),
    remove: (...args) => measured('remove', () => files.remove(...args)),
    check: () => measured('check', () => files.check()),
  }
}

/** Adds a counter (`gya_mail_tries_total`) and child spans to a mail transport. */
export function instrumentMailServer(transport: MailServer, meters: Meters): MailServer {
  return {
    sendMail: async (message) => {
      try {
        const result = await traced('mail server send', {}, () => transport.sendMail(message))
        meters.mails.inc({ outcome: 'taken' })
        return result
      } catch (error) {
        meters.mails.inc({ outcome: 'failed' })
        throw error
      }
    },
  }
}
