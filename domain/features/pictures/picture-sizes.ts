/** Sizes in which a picture is stored: longest side in pixels. */
export const pictureSizes = { avatar: 160, card: 480, full: 1600 } as const
export type PictureSize = keyof typeof pictureSizes
