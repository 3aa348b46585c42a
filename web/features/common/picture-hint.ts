import { maxFileMegabytes } from '@gya/domain/common/uploads.ts'

/** Hint about accepted files for a picture field. */
export const pictureHint = `JPEG, PNG, WebP, GIF or AVIF, less than ${maxFileMegabytes} MB.`
