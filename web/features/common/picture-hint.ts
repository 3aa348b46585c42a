import { maxFileMegabytes } from '@gya/domain/common/uploads.ts'

/** What a field for a picture accepts. */
export const pictureHint = `JPEG, PNG, WebP, GIF or AVIF, less than ${maxFileMegabytes} MB.`
