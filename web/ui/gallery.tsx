import { IconBuilding, IconBuildingStore, IconHome, IconTable } from '@tabler/icons-react'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Shell } from '../layouts/shell.tsx'
import type { NavItem } from '../layouts/sidebar.tsx'
import { AppProviders } from './app-providers.tsx'
import { GateView } from './gallery/gate-view.tsx'
import { KitView } from './gallery/kit-view.tsx'
import { OffersView } from './gallery/offers-view.tsx'
import { PropertiesView } from './gallery/properties-view.tsx'
import { ReportView } from './gallery/report-view.tsx'
import { StatesView } from './gallery/states-view.tsx'
import { TimelineView } from './gallery/timeline-view.tsx'
import { NavigationContext } from './link.tsx'
import { navigationOf } from './router-navigation.tsx'

/*
 * A page for developers, not part of any build: every component in its states with made-up data.
 * Open /ui/gallery.html?view=report under `vite`; &brand=%23ffd400 tries a brand colour, &times=4 a long table.
 */
const views = {
  report: ['/branch/report', ReportView],
  timeline: ['/property/timeline', TimelineView],
  offers: ['/property/offers', OffersView],
  properties: ['/company/properties', PropertiesView],
  kit: ['/company/edit', KitView],
  states: ['/company/users', StatesView],
  gate: ['/', GateView],
} as const

const wanted = new URLSearchParams(location.search)
const view = (wanted.get('view') ?? 'kit') as keyof typeof views
const brand = wanted.get('brand')
const [path, View] = views[view]

const nav: readonly NavItem[] = [
  { label: 'Company', to: '/company/edit', icon: IconBuilding },
  { label: 'Branches', to: '/branch/manage', icon: IconBuildingStore, isAt: (at) => at.startsWith('/branch/') },
  { label: 'Properties', to: '/company/properties', icon: IconHome, isAt: (at) => at.startsWith('/property/') },
  { label: 'Company workflow', to: '/company/report', icon: IconTable },
]

const inShell = () => (
  <AppProviders brandColour={brand}>
    {view === 'gate' ? (
      <View />
    ) : (
      <Shell
        company={{ name: 'Larkmead' }}
        user={{ name: 'Marnie Quillfeather', role: 'Branch Admin' }}
        nav={nav}
        onSupport={() => undefined}
        onLogout={() => undefined}
      >
        <Outlet />
      </Shell>
    )}
  </AppProviders>
)

const root = createRootRoute({ component: inShell })
const all = createRoute({ getParentRoute: () => root, path: '$', component: View })
const router = createRouter({ routeTree: root.addChildren([all]), history: createMemoryHistory({ initialEntries: [path] }) })

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <NavigationContext value={navigationOf(router)}>
      <RouterProvider router={router} />
    </NavigationContext>
  </StrictMode>,
)
