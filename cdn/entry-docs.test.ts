import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { codeBlocks, scriptsIn } from '../demo-host/scripts/docs/code-blocks.mjs'
import { writtenPages } from '../demo-host/scripts/docs/pages.mjs'
import { exportsOf } from '../demo-host/scripts/docs/reference/typings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Entries of the package whose every export has documentation for hosts, and declarations that their examples need. */
const ENTRIES = {
  'src/server/index.ts': `declare const server: FrontEntryServer
declare const request: Request
declare const password: string
`,
  'src/react/index.ts': '',
} as const

type Entry = keyof typeof ENTRIES

const all = (Object.keys(ENTRIES) as Entry[]).flatMap((entry) => exportsOf(entry).map((each) => ({ ...each, entry })))

/** Returns every example as a separate module next to the entry, in memory only. */
const modules = () =>
  new Map(
    all.flatMap(({ entry, name, examples }) =>
      examples.map((example, at) => {
        const others = all.filter((each) => each.entry === entry)
        const imports = others.map((each) => `${each.isType ? 'type ' : ''}${each.name}`).join(', ')
        const text = `import { ${imports} } from './index.ts'\n${ENTRIES[entry]}${example}\nexport {}\n`
        return [join(root, dirname(entry), `example-${name}-${at}.tsx`), text] as const
      }),
    ),
  )

/** Names that examples of pages assume to be defined; a page that declares one itself hides it. */
const AROUND = `declare const fe: typeof import('./index.ts')
declare const baseUrl: string
declare const clientId: string
declare const router: { go(path: string, options: { replace?: boolean }): void }
`
const APP = "declare const app: import('./index.ts').FeApp\n"

const SOURCES: Readonly<Record<string, string>> = {
  'front-entry': './index.ts',
  'front-entry/react': './react/index.ts',
  'front-entry/server': './server/index.ts',
}

const toModule = (code: string): string => {
  const text = code.replace(/ from '(front-entry[\w/]*)'/g, (all, name) =>
    SOURCES[name] ? ` from '${SOURCES[name]}'` : all,
  )
  return `${AROUND}${/\bapp = /.test(code) ? '' : APP}${text}\nexport {}\n`
}

/**
 * Returns scripts and TypeScript of the documentation's pages and of the README, each as a module beside the public
 * entry.
 */
const pageModules = () => {
  const pages = [...writtenPages()].map(([path, { text }]) => [path, text] as const)
  const more = ['README.md', 'cdn/package-readme.md'].map(
    (path) => [path, readFileSync(join(root, path), 'utf8')] as const,
  )
  return new Map(
    [...pages, ...more].flatMap(([path, text]) =>
      [...codeBlocks(text, ['ts']), ...codeBlocks(text, ['html']).flatMap(scriptsIn)].map((code, at) => {
        const name = `page-${path.replace(/\W/g, '-')}-${at}.tsx`
        return [join(root, 'src', name), toModule(code)] as const
      }),
    ),
  )
}

const problemsIn = (files: ReadonlyMap<string, string>): string[] => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root).options
  const options = { ...parsed, noUnusedLocals: false, noUnusedParameters: false }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.getSourceFile = (path, ...rest) => {
    const text = files.get(path)
    return text === undefined
      ? getSourceFile(path, ...rest)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  }
  const ambient = ['css.d.ts', 'build-constants.d.ts'].map((name) => join(root, 'src', name))
  const program = ts.createProgram([...files.keys(), ...ambient], options, host)
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${path.slice(root.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
}

test('everything a server or React host imports has a description and an example', () => {
  assert.ok(all.length > 60, `only ${all.length} exports were found`)
  const gaps = all.flatMap(({ entry, name, text, isCallable: needsExample, examples }) => [
    ...(text.length < 10 ? [`${entry} ${name}: no words`] : []),
    ...(needsExample && !examples.some((example) => example !== '') ? [`${entry} ${name}: no example`] : []),
  ])
  assert.deepEqual(gaps, [])
})

test('every example of the server and React entries and of the documentation compiles unchanged', {
  timeout: 240_000,
}, () => {
  const examples = modules()
  const pages = pageModules()
  assert.ok(examples.size > 40 && pages.size >= 15, `only ${examples.size} and ${pages.size} were found`)
  assert.deepEqual(problemsIn(new Map([...examples, ...pages])), [])
  const wrong = new Map([
    [join(root, 'src/react/example-wrong.tsx'), "import { useAuth } from './index.ts'\nuseAuth(1)\n"],
    [join(root, 'src/page-wrong.tsx'), toModule('fe.init({ contextOptions: { baseURL: baseUrl } })')],
  ])
  assert.equal(problemsIn(wrong).length, 2, 'the compiler sees nothing')
})
