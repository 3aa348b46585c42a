import { z } from 'zod'

/** Several names as one query parameter, separated by commas. */
export const listInText = <Name extends string>(names: readonly Name[], message: string) =>
  z.codec(
    z
      .string()
      .max(4000, 'Choose fewer.')
      .refine((text) => text.split(',').every((one) => (names as readonly string[]).includes(one)), message),
    z.array(z.enum(names as readonly [Name, ...Name[]])),
    { decode: (text) => [...new Set(text.split(',') as Name[])], encode: (list) => list.join(',') },
  )
