import './platform/zod-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/kit.css'
import { lazyDialog } from './platform/lazy-dialog.tsx'
import { queryClient } from './platform/query-client.ts'
import { DialogsContext, ScreensContext, type ShellDialogs } from './platform/screens.ts'
import { SessionBoundary } from './platform/session-boundary.tsx'
import { router, screens } from './routes.tsx'
import { applyColourScheme, storedColourScheme } from './ui/colour-scheme.ts'
import { NavigationContext } from './ui/link.tsx'
import { navigationOf } from './ui/router-navigation.tsx'

applyColourScheme(storedColourScheme())

const SupportDialog = lazyDialog(async () => (await import('./features/support/support-dialog.tsx')).SupportDialog)
const AddNoteDialog = lazyDialog(async () => (await import('./features/notes/add-note-dialog.tsx')).AddNoteDialog)
const HistoryPanel = lazyDialog(async () => (await import('./features/events/history-panel.tsx')).HistoryPanel)

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
            <NavigationContext value={navigationOf(router)}>
              <SessionBoundary>
                <RouterProvider router={router} />
              </SessionBoundary>
            </NavigationContext>
          </DialogsContext>
        </ScreensContext>
      </QueryClientProvider>
    </StrictMode>,
  )
