import type { ReactNode } from 'react'

/** The fields of a form. Of somebody who may not save it they are off, and its buttons are not shown. */
export const EditableFields = ({ editable, children }: { editable: boolean; children: ReactNode }) =>
  editable ? (
    children
  ) : (
    <fieldset className="read-only" disabled>
      {children}
    </fieldset>
  )
