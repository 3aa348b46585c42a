import { z } from 'zod'

/**
 * A caller may send an item back as the server gave it. What only the server sets is then in the body too: it is ignored
 * where it says the same, refused in words where it was changed, and never reaches the handler. What neither side knows is
 * refused as in every body.
 */
export type ReadOnlyFields = {
  /** Where in the body the items are; absent: the body is the item. */
  bodyPath?: string
  /** Where in the answer they are, such as `timeline.data`. */
  responsePath: string
  /** What tells them apart; absent: there is one. */
  key?: string
  /** What the server sets, by name, as it answers it. */
  fields: Record<string, z.ZodType>
}

export const readOnlyFieldMessage = 'This is set by the server and cannot be changed. Leave it out, or send it as it was read.'

/** The fields of an answered item that a body does not take. */
export const readOnlyFieldsOf = (answered: z.ZodObject, sent: z.ZodObject): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(answered.shape as Record<string, z.ZodType>).filter(([name]) => !Object.hasOwn(sent.shape, name)),
  )

/** The body's schema with room for what only the server sets; handlers see nothing of it, so its type stays. */
export const acceptReadOnlyFields = <S extends z.ZodObject>(sent: S, answered: z.ZodObject): S =>
  sent.extend(
    Object.fromEntries(Object.keys(readOnlyFieldsOf(answered, sent)).map((name) => [name, z.unknown().optional()])),
  ) as unknown as S

type Item = Record<string, unknown>
type Issue = { path: string; message: string }

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Item | undefined)?.[name], value)

/** The body without what only the server sets, and an issue for each of those fields that says something else than `answer`. */
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

/** Whether two values are the same as JSON, whatever the order of their fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const names = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame((one as Item)[name], (other as Item)[name]))
  )
}
