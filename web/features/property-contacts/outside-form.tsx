import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A form's dialogs are forms of their own: they stand beside it in the document, because a form cannot hold another. */
export const RenderOutsideForm = ({ children }: { children: ReactNode }) => createPortal(children, document.body)
