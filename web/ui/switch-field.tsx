import { type CheckFieldProps, TickField } from './check-field.tsx'

/** A switch: what it says takes effect at once (a filter, a view). In a form that is saved, use a tick box. */
export const SwitchField = (props: Omit<CheckFieldProps, 'indeterminate'>) => <TickField {...props} kind="switch" />
