import { z } from 'zod'

type Schema = z.core.$ZodType

/**
 * Checks answers against the schema of a contract and encodes them for the wire: what `z.encode(schema, answer)` does, for
 * a page of the report four times as fast. zod compiles schemas for reading alone, so this turns the schema round, every
 * codec inverted, and reads with that. It is made at the first answer, so that a start does not wait for every call.
 * The function throws ZodError where the answer is not what the contract says.
 */
export function answerEncoder<S extends z.ZodType>(schema: S): (answer: z.output<S>) => z.input<S> {
  let encode: ((answer: z.output<S>) => unknown) | undefined
  const make = () => {
    const round = turnedRound(schema)
    if (round === null) return (answer: z.output<S>) => z.encode(schema, answer)
    const compiled = z.compile(round)
    return (answer: z.output<S>) => z.parse(compiled, answer)
  }
  return (answer) => (encode ??= make())(answer) as z.input<S>
}

const leaves = new Set<string>(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown'])

/**
 * The schema that reads what `schema` writes; null where it is not known how to make one, and encoding goes zod's own way.
 * A check of a whole that holds a codec is such a case: it must see the value before it is encoded, not after.
 */
export function turnedRound(schema: Schema): Schema | null {
  const { checks, type } = schema._zod.def
  if (leaves.has(type)) return schema
  const round = withPartsTurned(schema)
  return round !== schema && checks?.length ? null : round
}

function withPartsTurned(schema: Schema): Schema | null {
  if (schema instanceof z.ZodCodec) return joined(schema, (from, to) => z.codec(from, to, inverted(schema)))
  if (schema instanceof z.ZodPipe) return joined(schema, (from, to) => z.pipe(from, to))
  if (schema instanceof z.ZodDefault) return turnedRound(schema.def.innerType)
  if (schema instanceof z.ZodObject) return withShapeTurned(schema)
  if (schema instanceof z.ZodArray) return withPartTurned(schema, 'element', schema.def.element)
  if (schema instanceof z.ZodRecord) return withPartTurned(schema, 'valueType', schema.def.valueType)
  if (schema instanceof z.ZodNullable) return withPartTurned(schema, 'innerType', schema.def.innerType)
  if (schema instanceof z.ZodOptional) return withPartTurned(schema, 'innerType', schema.def.innerType)
  if (schema instanceof z.ZodUnion) return withOptionsTurned(schema)
  return null
}

/** The same schema with other parts; its checks stay. */
const madeOf = (schema: Schema, parts: Record<string, unknown>): Schema => z.clone(schema, { ...schema._zod.def, ...parts })

const inverted = ({ def }: z.ZodCodec) => ({ decode: def.reverseTransform, encode: def.transform })

function joined({ def }: z.ZodPipe, join: (from: Schema, to: Schema) => Schema): Schema | null {
  const from = turnedRound(def.out)
  const to = turnedRound(def.in)
  return from && to && join(from, to)
}

function withShapeTurned(schema: z.ZodObject): Schema | null {
  const shape: Record<string, Schema> = {}
  for (const [key, part] of Object.entries(schema.def.shape)) {
    const round = turnedRound(part)
    if (round === null) return null
    shape[key] = round
  }
  const isSame = Object.entries(schema.def.shape).every(([key, part]) => part === shape[key])
  return isSame ? schema : madeOf(schema, { shape })
}

/** Options are tried in their order either way; a discriminated union picks by a value that a codec might have changed. */
function withOptionsTurned(schema: z.ZodUnion): Schema | null {
  const options = schema.def.options.map(turnedRound)
  if (options.every((option, index) => option === schema.def.options[index])) return schema
  if (schema instanceof z.ZodDiscriminatedUnion || options.includes(null)) return null
  return madeOf(schema, { options })
}

function withPartTurned(schema: z.ZodType, name: string, part: Schema): Schema | null {
  const round = turnedRound(part)
  if (round === null || round === part) return round && schema
  return madeOf(schema, { [name]: round })
}
