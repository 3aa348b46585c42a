/** The fields of a partial save that were given at all: what is absent stays as it is. */
export const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof T]?: Exclude<T[Field], undefined>
  }
