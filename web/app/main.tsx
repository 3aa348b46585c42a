import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/styles/kit.css'
import { earlyAnswersRead } from '../lib/api/early-answers.ts'
import { queryClient } from '../lib/api/query-client.ts'
import { DialogsContext, ScreensContext, type ShellDialogs } from '../lib/screens.ts'
import { NavigationContext } from '../ui/navigation/link.tsx'
import { navigationOf } from '../ui/navigation/router-navigation.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { applyColourScheme, storedColourScheme } from '../ui/theme/colour-scheme.ts'
import { screens } from './app-screens.ts'
import { router } from './routes.tsx'
import { SessionBoundary } from './session/session-boundary.tsx'

applyColourScheme(storedColourScheme())

const SupportDialog = lazyDialog(async () => (await import('../features/support/support-dialog.tsx')).SupportDialog)
const AddNoteDialog = lazyDialog(async () => (await import('../features/notes/add-note-dialog.tsx')).AddNoteDialog)
const HistoryPanel = lazyDialog(async () => (await import('../features/events/history-panel.tsx')).HistoryPanel)
const HowDrawer = lazyDialog(async () => (await import('../features/forecast/how-drawer.tsx')).HowDrawer)
const ConversationDialog = lazyDialog(
  async () => (await import('../features/conversations/conversation-dialog.tsx')).ConversationDialog,
)
const MessageDialog = lazyDialog(async () => (await import('../features/messages/message-dialog.tsx')).MessageDialog)
const LetterDialog = lazyDialog(async () => (await import('../features/messages/letter-dialog.tsx')).LetterDialog)
const ExpectedDatesDialog = lazyDialog(
  async () => (await import('../features/expected-dates/expected-dates-dialog.tsx')).ExpectedDatesDialog,
)

const ShareDialog = lazyDialog(async () => (await import('../features/assignment/share-dialog.tsx')).ShareDialog)

const SalePaper = lazyDialog(async () => (await import('./sale-paper.tsx')).SalePaper)

const SaleStartPanel = lazyDialog(async () => (await import('./sale-start-panel.tsx')).SaleStartPanel)

const SidePanel = lazyDialog(async () => (await import('./side-panel.tsx')).SidePanel)

const AddTaskDialog = lazyDialog(async () => (await import('../features/tasks/task-dialog.tsx')).AddTaskDialog)

const dialogs: ShellDialogs = {
  support: (props) => <SupportDialog {...props} />,
  newNote: (props) => <AddNoteDialog {...props} />,
  history: (props) => <HistoryPanel {...props} />,
  how: (props) => <HowDrawer {...props} />,
  newTask: (props) => <AddTaskDialog {...props} />,
  propertyPanel: (props) => <SidePanel {...props} />,
  newConversation: (props) => <ConversationDialog {...props} />,
  newMessage: (props) => <MessageDialog {...props} />,
  newLetter: (props) => <LetterDialog {...props} />,
  saleDays: (props) => <ExpectedDatesDialog {...props} />,
  share: (props) => <ShareDialog {...props} />,
  salePaper: (props) => <SalePaper {...props} />,
  saleStart: (props) => <SaleStartPanel {...props} />,
}

/** Longer than the server takes for an account and a list, shorter than a wait is noticed. */
const longestWaitForData = 300

const app = (
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
  </StrictMode>
)

const root = document.getElementById('root')
if (root) void earlyAnswersRead(longestWaitForData).then(() => createRoot(root).render(app))
