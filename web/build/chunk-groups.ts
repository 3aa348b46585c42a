import { join } from 'node:path'

type ModuleGraph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** The most frequently opened pages, by the letter of their chunks. */
const mainPages = {
  t: ['today'],
  p: ['company/properties', 'property/manage'],
  r: ['branch/report', 'company/report'],
}
const mainPageNames: Record<string, string> = { t: 'today', p: 'properties', r: 'report' }

/**
 * Names the chunk of a module after the pages that load it, so that a first page consists of a few files: by default rolldown writes a file
 * for every set of importers (64 for the report), and each costs a request with its headers. A module is only imported by modules whose
 * pages load it too, so chunks do not import each other in cycles. Null: rolldown decides.
 */
export function chunkGroups(root: string): (id: string, graph: ModuleGraph) => string | null {
  let users: Map<string, string | null> | null = null
  const find = (graph: ModuleGraph): Map<string, string | null> => {
    const lettersOf = new Map<string, Set<string>>()
    const lazy = new Set<string>()
    const visit = (id: string, letter: string): void => {
      const letters = lettersOf.get(id) ?? new Set()
      if (letters.has(letter)) return
      lettersOf.set(id, letters.add(letter))
      const info = graph.getModuleInfo(id)
      for (const imported of info?.importedIds ?? []) visit(imported, letter)
      for (const imported of info?.dynamicallyImportedIds ?? []) lazy.add(imported)
    }
    const page = (name: string) => join(root, 'pages', `${name}.tsx`)
    const entries = ['login', 'vendor-portal', 'app', 'party'].map((folder) => join(root, folder, 'main.tsx'))
    entries.forEach((id, index) => visit(id, 'lvay'.charAt(index)))
    // The count in the sidebar is on every page of the app, so it must not load what only Today needs.
    visit(join(root, 'features/today/today-count.tsx'), 'c')
    // The palette opens on every page: code that it shares with Today alone is no reason to load the rest of Today.
    visit(join(root, 'features/search/palette.tsx'), 'k')
    // The tabs of views load after the rows of a list, so they must not load what Today shares with dialogs.
    visit(join(root, 'features/common/views/view-bar.tsx'), 'w')
    for (const [letter, names] of Object.entries(mainPages)) for (const name of names) visit(page(name), letter)
    const named = new Set(Object.values(mainPages).flat().map(page))
    // Sets include elements that are added during iteration: the other pages, dialogs and their own lazy parts.
    for (const id of lazy) if (!named.has(id)) visit(id, 'o')
    const groups = new Map([...lettersOf].map(([id, letters]) => [id, groupOf(letters) ?? iconsOf(id, letters)]))
    // Entries and pages keep their own chunks, whose names are in the build's manifest.
    for (const id of [...entries, ...named]) groups.set(id, null)
    return groups
  }
  return (id, graph) => {
    users ??= find(graph)
    return users.get(id) ?? null
  }
}

/**
 * Icons that only lazy parts share are combined into one file, which also loads with the icons of the sign-in page; otherwise each would be
 * a file.
 */
function iconsOf(id: string, letters: ReadonlySet<string>): string | null {
  if (!id.includes('icons-react/dist/esm/icons/') || !letters.has('o')) return null
  if (letters.has('l')) return 'shared-lva'
  return letters.has('k') ? 'icons-palette' : 'icons'
}

/**
 * The app's entry is loaded with every page of the app. What it shares with the sign-in page alone is half a kilobyte, less than the
 * overhead of a separate file, so the vendor's app loads it too. Other small groups join a group that is loaded whenever they are: what two
 * kinds of main pages share joins what all share.
 */
function groupOf(letters: ReadonlySet<string>): string | null {
  const used = (among: string) => [...among].filter((letter) => letters.has(letter)).join('')
  // The page of a party must not load anything that only the app needs.
  if (letters.has('y') && !letters.has('l') && letters.size > 1)
    return `party-${letters.has('a') ? 'app' : letters.has('v') ? 'vendor' : 'other'}`
  if (letters.has('a')) return `shared-${letters.has('l') ? 'lva' : used('va')}`
  const pages = used('tpr')
  if (letters.has('c') && used('lvpr') === '') return 'today-count'
  if (letters.has('w') && used('lvtpr') === '') return 'view-bar'
  if (letters.has('w') && used('lvtpr') === 't') return 'pages'
  if (pages === '' || letters.has('l')) return null
  if (letters.has('k') && pages === 't' && !letters.has('v')) return 'today-palette'
  if (letters.has('v')) return 'pages-vendor'
  if (letters.has('t') && pages.length > 1) return 'pages'
  return pages === 'pr' ? 'lists' : `${mainPageNames[pages]}${letters.has('o') ? '-shared' : ''}`
}
