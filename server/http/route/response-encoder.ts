import { z } from 'zod'

type Schema = z.core.$ZodType

/**
 * Checks responses against the schema of a contract and encodes them for the wire, as `z.encode(schema, answer)` does, but a
 * page of the report several times as fast. Zod compiles schemas for decoding only, so this inverts every codec of the schema
 * and decodes with the result. The encoder is created at the first response, so that startup does not wait for every call.
 * The function throws ZodError if the response breaks the contract.
 */
export function responseEncoder<S extends z.ZodType>(schema: S): (answer: z.output<S>) => z.input<S> {
  let encode: ((answer: z.output<S>) => unknown) | undefined
  const make = () => {
    const inverted = invertCodecs(schema)
    if (inverted === null) return (answer: z.output<S>) => z.encode(schema, answer)
    const compiled = z.compile(inverted)
    return (answer: z.output<S>) => z.parse(compiled, answer)
  }
  return (answer) => (encode ??= make())(answer) as z.input<S>
}

const leafTypes = new Set<string>(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown'])

/**
 * The schema that decodes what `schema` encodes; null if it cannot be built, in which case Zod's own encoding is used. A check
 * on an object or array that contains a codec is such a case: it must see the value before it is encoded.
 */
export function invertCodecs(schema: Schema): Schema | null {
  const { checks, type } = schema._zod.def
  if (leafTypes.has(type)) return schema
  const inverted = invertParts(schema)
  return inverted !== schema && checks?.length ? null : inverted
}

function invertParts(schema: Schema): Schema | null {
  if (schema instanceof z.ZodCodec) return invertPipe(schema, (from, to) => z.codec(from, to, invertTransforms(schema)))
  if (schema instanceof z.ZodPipe) return invertPipe(schema, (from, to) => z.pipe(from, to))
  if (schema instanceof z.ZodDefault) return invertCodecs(schema.def.innerType)
  if (schema instanceof z.ZodObject) return invertShape(schema)
  if (schema instanceof z.ZodArray) return invertPart(schema, 'element', schema.def.element)
  if (schema instanceof z.ZodRecord) return invertPart(schema, 'valueType', schema.def.valueType)
  if (schema instanceof z.ZodNullable) return invertPart(schema, 'innerType', schema.def.innerType)
  if (schema instanceof z.ZodOptional) return invertPart(schema, 'innerType', schema.def.innerType)
  if (schema instanceof z.ZodUnion) return invertOptions(schema)
  return null
}

/** The same schema with other parts and the same checks. */
const cloneWith = (schema: Schema, parts: Record<string, unknown>): Schema => z.clone(schema, { ...schema._zod.def, ...parts })

const invertTransforms = ({ def }: z.ZodCodec) => ({ decode: def.reverseTransform, encode: def.transform })

function invertPipe({ def }: z.ZodPipe, join: (from: Schema, to: Schema) => Schema): Schema | null {
  const from = invertCodecs(def.out)
  const to = invertCodecs(def.in)
  return from && to && join(from, to)
}

function invertShape(schema: z.ZodObject): Schema | null {
  const shape: Record<string, Schema> = {}
  for (const [key, part] of Object.entries(schema.def.shape)) {
    const inverted = invertCodecs(part)
    if (inverted === null) return null
    shape[key] = inverted
  }
  const isSame = Object.entries(schema.def.shape).every(([key, part]) => part === shape[key])
  return isSame ? schema : cloneWith(schema, { shape })
}

/** A discriminated union selects by a value that a codec might have changed, so it cannot be inverted. */
function invertOptions(schema: z.ZodUnion): Schema | null {
  const options = schema.def.options.map(invertCodecs)
  if (options.every((option, index) => option === schema.def.options[index])) return schema
  if (schema instanceof z.ZodDiscriminatedUnion || options.includes(null)) return null
  return cloneWith(schema, { options })
}

function invertPart(schema: z.ZodType, name: string, part: Schema): Schema | null {
  const inverted = invertCodecs(part)
  if (inverted === null || inverted === part) return inverted && schema
  return cloneWith(schema, { [name]: inverted })
}
