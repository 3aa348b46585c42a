import { z } from 'zod'
import { count, Day, Email, Id, line, Money, paragraph, personName, requiredLine, Tel } from '../common/wire.ts'
import {
  type AnsweredValue,
  blankOf,
  entriesOf,
  type Field,
  type Fields,
  type FieldValue,
  type Member,
  type SentKey,
} from './fields.ts'

/** The schemas of fields: of a response, of the body that adds an entity, and of the body that changes one. */

type Schema<F extends Field> = z.ZodType<FieldValue<F>, FieldValue<F>>
type Added<F extends Field> = F extends { required: true }
  ? Schema<F>
  : F extends { initial: null }
    ? z.ZodOptional<Schema<F>>
    : z.ZodDefault<Schema<F>>

/** A colleague as answered. */
export const MemberRef: z.ZodType<Member, Member> = z.object({ _id: Id, name: z.string(), left: z.literal(true).optional() })

/** A code as it may be sent: an address of a register holds one. */
const maxCodeLength = 200

const pounds = (pence: number): string => String(pence / 100)

const choice = ({ options = [], ask = 'Choose one.' }: Field): z.ZodType => {
  const names = options.filter((option) => typeof option === 'string')
  return names.length === options.length
    ? z.enum(names, ask)
    : z.union(
        options.map((option) => z.literal(option)),
        ask,
      )
}

function answered(field: Field): z.ZodType {
  switch (field.kind) {
    case 'line':
    case 'personName':
    case 'text':
      return z.string()
    case 'time':
      return z.string().nullable()
    case 'yesNo':
      return z.boolean()
    case 'triState':
      return z.boolean().nullable()
    case 'money':
      return Money
    case 'count':
      return z.int().nullable()
    case 'member':
      return MemberRef.nullable()
    case 'code':
      return z.string().nullable()
    case 'codes':
      return z.array(z.string())
    default:
      return sent(field)
  }
}

function sent(field: Field): z.ZodType {
  const { max = 0, least, ask, condition } = field
  switch (field.kind) {
    case 'line':
      return field.required ? requiredLine(max, ask ?? 'it') : line(max)
    case 'personName':
      return personName(max, ask ?? 'a name')
    case 'text':
      return paragraph(max)
    case 'email':
      return Email.or(z.literal(''))
    case 'tel':
      return Tel
    case 'tick':
      return z.boolean()
    case 'yesNo':
      return z.boolean(ask)
    case 'triState':
      return z.boolean('Say yes or no.').nullable()
    case 'money':
      return least === undefined ? Money : Money.refine((pence) => pence >= least, `Enter an amount of ${pounds(least)} or more.`)
    case 'day':
      return Day
    case 'dayOrNone':
      return Day.nullable()
    case 'time':
      return z
        .string('Enter a time.')
        .refine(condition?.[0] ?? (() => true), condition?.[1])
        .nullable()
    case 'count':
      return count(max).nullable()
    case 'choice':
      return choice(field)
    case 'member':
      return Id.nullable()
    case 'code':
      return z
        .string(ask)
        .max(maxCodeLength, { error: ask, abort: true })
        .overwrite((text) => field.read?.(text) ?? text)
        .refine((text) => field.read?.(text) === text, ask)
        .nullable()
    case 'codes':
      return z
        .array(z.string(ask).max(maxCodeLength, ask), ask)
        .overwrite((list) => [...new Set(list.map((text) => field.read?.(text) ?? text))])
        .refine((list) => list.length <= max && list.every((text) => field.read?.(text) === text), ask)
  }
}

const shapeOf = (fields: Fields, schemaOf: (field: Field) => z.ZodType) =>
  Object.fromEntries(entriesOf(fields).map(([key, field]) => [key, schemaOf(field)]))

/** Of the fields in a response. */
export const answeredShape = <F extends Fields>(fields: F) =>
  shapeOf(fields, answered) as {
    -readonly [K in keyof F]: z.ZodType<AnsweredValue<F[K]>, AnsweredValue<F[K]>>
  }

const sentOf = (fields: Fields): Fields => Object.fromEntries(entriesOf(fields).filter(([, { readOnly }]) => !readOnly))

function added(field: Field): z.ZodType {
  if (field.required) return sent(field)
  return field.initial === null ? sent(field).optional() : sent(field).default(blankOf(field) as never)
}

/** Of the body that adds an entity. */
export const addedShape = <F extends Fields>(fields: F) =>
  shapeOf(sentOf(fields), added) as { -readonly [K in SentKey<F>]: Added<F[K]> }

/** Of the body that changes an entity. */
export const changedShape = <F extends Fields>(fields: F) =>
  shapeOf(sentOf(fields), (field) => sent(field).optional()) as { -readonly [K in SentKey<F>]: z.ZodOptional<Schema<F[K]>> }
