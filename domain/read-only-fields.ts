import { z } from 'zod'

/**
 * Clients may send an item back as the server returned it. Read-only fields in the body are ignored if unchanged, refused
 * if changed, and never passed to the handler. Unknown fields are refused as usual.
 */
export type ReadOnlyFields = {
  /** Path of the items in the body; absent if the body is the item. */
  bodyPath?: string
  /** Path of the items in the response, such as `timeline.data`. */
  responsePath: string
  /** Field that identifies an item; absent if there is only one. */
  key?: string
  /** Read-only fields by name, with their schemas. */
  fields: Record<string, z.ZodType>
}

export const readOnlyFieldMessage = 'This is set by the server and cannot be changed. Leave it out, or send it as it was read.'

/** Fields of the response that the body does not accept. */
export const readOnlyFieldsOf = (answered: z.ZodObject, sent: z.ZodObject): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(answered.shape as Record<string, z.ZodType>).filter(([name]) => !Object.hasOwn(sent.shape, name)),
  )

/** Adds the read-only fields to the body's schema; the type stays, because handlers never see them. */
export const acceptReadOnlyFields = <S extends z.ZodObject>(sent: S, answered: z.ZodObject): S =>
  sent.extend(
    Object.fromEntries(Object.keys(readOnlyFieldsOf(answered, sent)).map((name) => [name, z.unknown().optional()])),
  ) as unknown as S

type Item = Record<string, unknown>
type Issue = { path: string; message: string }

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Item | undefined)?.[name], value)

/** Removes read-only fields from the body and reports an issue for each one that differs from `answer`. */
export function stripReadOnlyFields<B extends object>(
  rule: ReadOnlyFields,
  body: B,
  answer: object,
): { body: B; issues: Issue[] } {
  const issues: Issue[] = []
  const strip = (item: Item, path: string): Item => {
    const own = Object.entries(item).filter(([name]) => !Object.hasOwn(rule.fields, name))
    if (own.length === Object.keys(item).length) return item
    const current = currentOf(rule, item, answer)
    for (const [name, schema] of Object.entries(rule.fields))
      if (item[name] !== undefined && !isSame(item[name], current && z.encode(schema, current[name])))
        issues.push({ path: `${path}${name}`, message: readOnlyFieldMessage })
    return Object.fromEntries(own)
  }
  if (rule.bodyPath === undefined) return { body: strip(body as Item, '') as B, issues }
  const items = at(body, rule.bodyPath) as Item[] | undefined
  if (items === undefined) return { body, issues }
  return { body: { ...body, [rule.bodyPath]: items.map((item, index) => strip(item, `${rule.bodyPath}.${index}.`)) }, issues }
}

function currentOf({ responsePath: of, key }: ReadOnlyFields, item: Item, answer: object): Item | undefined {
  const found = at(answer, of)
  if (key === undefined) return found as Item
  return (found as Item[]).find((one) => one[key] === item[key])
}

/** Deep equality as JSON, ignoring field order. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const names = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame((one as Item)[name], (other as Item)[name]))
  )
}
