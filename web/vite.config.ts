import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** In development the sign-in site answers at the addresses the server gives it: /login, /login/reset, /login/verify. */
const signInAddresses = (): Plugin => ({
  name: 'sign-in-addresses',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/login(\/(reset|verify|forgot))?\/?(\?|$)/.test(request.url ?? '')) request.url = '/login/index.html'
      next()
    })
  },
})

const entries = { app: 'index.html', login: 'login/index.html' }

/**
 * Two entries, the app and the sign-in site. Nothing is inlined, so that the page's policy can say 'self' for scripts, styles
 * and pictures; every asset has an absolute address below /assets, because one page is served at several paths.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), signInAddresses()],
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `${import.meta.dirname}/${file}`])),
    },
  },
})
