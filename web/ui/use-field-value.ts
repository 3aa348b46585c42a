import { useState } from 'react'

type FieldValueProps<Value> = {
  value?: Value | undefined
  defaultValue?: Value | undefined
  onChange?: ((value: Value) => void) | undefined
}

/** The value of a field: the form's while it gives one, else the field's own, begun with `defaultValue` or else `empty`. */
export const useFieldValue = <Value, Empty = Value>(
  props: FieldValueProps<Value>,
  empty: Value | Empty,
): [value: Value | Empty, set: (value: Value) => void] => {
  const [own, setOwn] = useState<Value | Empty>(props.defaultValue === undefined ? empty : props.defaultValue)
  const set = (value: Value) => {
    if (props.value === undefined) setOwn(value)
    props.onChange?.(value)
  }
  return [props.value === undefined ? own : props.value, set]
}
