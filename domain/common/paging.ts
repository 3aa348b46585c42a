import { z } from 'zod'
import { line } from './wire.ts'

/**
 * Paging of all lists: `itemsPerPage` and zero-based `currentPage` in, `{ data, paging }` out. A page past the end is
 * empty (the wire's rules, "Lists").
 */
const numberInText = (min: number, max: number) =>
  z.codec(
    z.string().regex(/^\d{1,9}$/, 'Use a whole number.'),
    z.int().min(min, `Use ${min} or more.`).max(max, `Use ${max} or less.`),
    {
      decode: Number,
      encode: String,
    },
  )

export const pagingQuery = (max = 100) => ({
  itemsPerPage: numberInText(1, max).optional(),
  currentPage: numberInText(0, 1_000_000).optional(),
})

/** Rows of another list that a record contains; the list itself has all, with paging. */
export const maxPartRows = 100

export const TextSearch = line(200).optional()

export const Paging = z
  .object({
    itemsPerPage: z.int(),
    count: z.int(),
    currentPage: z.int(),
    totalPages: z.int(),
    nextPage: z.int().nullable(),
    prevPage: z.int().nullable(),
  })
  .meta({ id: 'Paging' })
export type Paging = z.infer<typeof Paging>

export const pagedListOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), paging: Paging })

export type PageRequest = { itemsPerPage: number; currentPage: number }

/** Default page size: [administration §9](docs/design/administration.md#9). */
export const pageRequest = (
  query: { itemsPerPage?: number | undefined; currentPage?: number | undefined },
  size = 10,
): PageRequest => ({
  itemsPerPage: query.itemsPerPage ?? size,
  currentPage: query.currentPage ?? 0,
})

export const toPaging = ({ itemsPerPage, currentPage }: PageRequest, count: number): Paging => {
  const totalPages = Math.ceil(count / itemsPerPage)
  return {
    itemsPerPage,
    count,
    currentPage,
    totalPages,
    nextPage: currentPage + 1 < totalPages ? currentPage + 1 : null,
    prevPage: currentPage > 0 && totalPages > 0 ? Math.min(currentPage, totalPages) - 1 : null,
  }
}
