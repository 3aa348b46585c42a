import { createRootRoute, createRoute, createRouter, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { keepTypedValues } from '../lib/forms/page-failure.ts'
import { parseSearch, stringifySearch, validateSearch } from '../lib/url-state/search-params.ts'
import { Home } from '../pages/home.tsx'
import { PageFailed, PageNotFound } from '../pages/not-found.tsx'
import { RouteFailed } from '../pages/route-failed.tsx'
import { screens } from './app-screens.ts'
import { SignedIn } from './signed-in.tsx'

const root = createRootRoute({ validateSearch, component: SignedIn, notFoundComponent: PageNotFound, errorComponent: PageFailed })
/** A page that fails is replaced inside the shell; the error component of the root is for the shell itself. */
const whenFailed = { errorComponent: RouteFailed, onCatch: keepTypedValues }
const home = createRoute({ getParentRoute: () => root, path: '/', component: Home, ...whenFailed })
const pages = screens.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load),
    // The router also takes a slash at the end of an address for the page.
    beforeLoad: ({ location }) => {
      if (location.pathname !== path) throw notFound()
    },
    ...whenFailed,
  }),
)

export const router = createRouter({
  routeTree: root.addChildren([home, ...pages]),
  parseSearch,
  stringifySearch,
  // "All routes are exact-match." [administration §2](docs/design/administration.md#2).
  caseSensitive: true,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
