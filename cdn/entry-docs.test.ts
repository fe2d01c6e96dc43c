import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

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

interface Exported {
  entry: Entry
  name: string
  isType: boolean
  isCallable: boolean
  text: string
  examples: readonly string[]
}

const parse = (path: string) => ts.createSourceFile(path, ts.sys.readFile(path) ?? '', ts.ScriptTarget.ES2022, true)

const isNamed = (node: ts.Node, name: string): boolean => {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.some((each) => each.name.getText() === name)
  const isDeclaration = ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node)
  return (isDeclaration || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) && node.name?.text === name
}

const isCallable = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableStatement(node) &&
    node.declarationList.declarations.some(({ initializer }) => initializer && ts.isArrowFunction(initializer)))

const readExport = (entry: Entry, file: string, name: string): Exported => {
  const source = parse(join(root, dirname(entry), file))
  // An overloaded function is documented at its first signature.
  const node = source.statements.find((each) => isNamed(each, name))
  assert.ok(node, `${name} is declared in ${file}`)
  const words = ts.getJSDocCommentsAndTags(node).map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? '')
  const tags = ts.getJSDocTags(node).filter((tag) => tag.tagName.text === 'example')
  return {
    entry,
    name,
    isType: ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node),
    isCallable: isCallable(node),
    text: words.join(' ').trim(),
    examples: tags.map((tag) => ts.getTextOfJSDocComment(tag.comment) ?? ''),
  }
}

const exportsOf = (entry: Entry): Exported[] =>
  parse(join(root, entry)).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause)) {
      return []
    }
    const file = (statement.moduleSpecifier as ts.StringLiteral).text // every export of an entry names its module
    return statement.exportClause.elements.map(({ name }) => readExport(entry, file, name.text))
  })

const all = (Object.keys(ENTRIES) as Entry[]).flatMap(exportsOf)

/** Returns every example as a module of its own next to the entry, in memory only. */
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

test('everything a server or React host imports says what it is, and shows how it is called', () => {
  assert.ok(all.length > 60, `only ${all.length} exports were found`)
  const gaps = all.flatMap(({ entry, name, text, isCallable: needsExample, examples }) => [
    ...(text.length < 10 ? [`${entry} ${name}: no words`] : []),
    ...(needsExample && !examples.some((example) => example !== '') ? [`${entry} ${name}: no example`] : []),
  ])
  assert.deepEqual(gaps, [])
})

test('every example of the server and React entries compiles unchanged', { timeout: 240_000 }, () => {
  const files = modules()
  assert.ok(files.size > 40)
  assert.deepEqual(problemsIn(files), [])
  const wrong = new Map([
    [join(root, 'src/react/example-wrong.tsx'), "import { useAuth } from './index.ts'\nuseAuth(1)\n"],
  ])
  assert.notDeepEqual(problemsIn(wrong), [], 'the compiler sees nothing')
})
