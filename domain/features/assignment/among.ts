import { z } from 'zod'
import { Id } from '../../common/wire.ts'
import { maxAmong } from './choose-progressor.ts'

/** People that sales are shared among, each once. */
export const Among = z
  .array(Id)
  .max(maxAmong, `Choose at most ${maxAmong} people.`)
  .refine((ids) => new Set(ids).size === ids.length, 'Choose each person once.')
