import { z } from 'zod'

/** The columns of an export in order, comma-separated: with a saved view, those on screen. */
export const columnIds = (known: readonly string[]) =>
  z
    .string()
    .max(2000, 'Choose fewer columns.')
    .refine((text) => {
      const ids = text.split(',')
      return ids.every((id) => known.includes(id)) && new Set(ids).size === ids.length
    }, 'There is no such column.')
    .optional()
