import { page, section } from './markdown.mjs'
import { exportsOf } from './typings.ts'

/** Entries of the package, by the page that lists their exports. */
export const ENTRIES = {
  'reference/package.md': {
    title: 'front-entry',
    source: 'src/index.ts',
    text: 'What pages import. With the script tag, the same names are members of the global `fe`.',
  },
  'reference/react.md': {
    title: 'front-entry/react',
    source: 'src/react/index.ts',
    text: 'Components and hooks. Everything that uses a hook is inside `<FrontEntryProvider>`.',
  },
  'reference/server.md': {
    title: 'front-entry/server',
    source: 'src/server/index.ts',
    text: 'Sessions of server-rendered apps, on web-standard requests and responses.',
  },
  'reference/engine.md': {
    title: 'front-entry/entitlements',
    source: 'src/entitlements/index.ts',
    text: 'The engine that decides about features and permissions, for servers and tests. It is pure and never throws.',
  },
}

const isHook = ({ name }) => /^use[A-Z]/.test(name)

const GROUPS = [
  ['Hooks', isHook],
  ['Functions, components and values', (each) => !each.isType && !isHook(each)],
  ['Types', ({ isType }) => isType],
]

export const exportPages = () =>
  Object.entries(ENTRIES).map(([path, { title, source, text }]) => {
    const all = exportsOf(source)
    const groups = GROUPS.map(([name, isHere]) => [name, all.filter(isHere)]).filter(([, own]) => own.length > 0)
    return [
      path,
      page(title, text, ...groups.flatMap(([name, own]) => [`## ${name}`, ...own.map((each) => section(each, 3))])),
    ]
  })
