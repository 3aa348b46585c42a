import './platform/zod-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/kit.css'
import { HistoryPanel } from './features/events/history-panel.tsx'
import { AddNoteDialog } from './features/notes/add-note-dialog.tsx'
import { SupportDialog } from './features/support/support-dialog.tsx'
import { queryClient } from './platform/query-client.ts'
import { DialogsContext, ScreensContext, type ShellDialogs } from './platform/screens.ts'
import { SessionBoundary } from './platform/session-boundary.tsx'
import { router, screens } from './routes.tsx'
import { applyScheme, rememberedScheme } from './ui/colour-scheme.ts'

applyScheme(rememberedScheme())

const dialogs: ShellDialogs = {
  support: (props) => <SupportDialog {...props} />,
  newNote: (props) => <AddNoteDialog {...props} />,
  history: (props) => <HistoryPanel {...props} />,
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ScreensContext value={screens}>
          <DialogsContext value={dialogs}>
            <SessionBoundary>
              <RouterProvider router={router} />
            </SessionBoundary>
          </DialogsContext>
        </ScreensContext>
      </QueryClientProvider>
    </StrictMode>,
  )
