import { z } from 'zod'

/** Columns of an export in their order, comma-separated: those on screen where a view is used. */
export const columnIds = (known: readonly string[]) =>
  z
    .string()
    .max(2000, 'Choose fewer columns.')
    .refine((text) => {
      const ids = text.split(',')
      return ids.every((id) => known.includes(id)) && new Set(ids).size === ids.length
    }, 'There is no such column.')
    .optional()
