import type { ReactNode } from 'react'

/** The fields of a form. If the user may not save it, they are disabled and its buttons are hidden. */
export const EditableFields = ({ editable, children }: { editable: boolean; children: ReactNode }) =>
  editable ? (
    children
  ) : (
    <fieldset className="read-only" disabled>
      {children}
    </fieldset>
  )
