// Compares the declarations of two releases with the compiler: code that was written for the older one must still
// compile.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Entries of the package by their declarations. */
const ENTRIES = {
  'front-entry': 'fe.esm',
  'front-entry/react': 'react',
  'front-entry/server': 'server',
  'front-entry/entitlements': 'entitlements',
  'front-entry/backend': 'backend',
}

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ['node'],
}

/** Parsed declarations of packages and of the language, which every program reads. */
const parsed = new Map()

const createHost = () => {
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) => {
    if (!file.includes('/node_modules/')) return getSourceFile(file, ...rest)
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, ...rest))
    return parsed.get(file)
  }
  return host
}

const exportsIn = (program, file) => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  return new Map(
    (symbol ? checker.getExportsOfModule(symbol) : []).map((each) => {
      const resolved = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each
      const isGeneric = resolved.declarations?.some(({ typeParameters }) => typeParameters?.length > 0) ?? false
      return [each.name, { isValue: (resolved.flags & ts.SymbolFlags.Value) !== 0, isGeneric }]
    }),
  )
}

/** Returns whether hosts pass values of the type, so that values of the previous type must still be accepted. */
const isInput = (name) => /Options|Props|Settings|Markup|Attributes$/.test(name)

/** Returns one statement per question to the compiler, each on its own line, which identifies its result. */
const questionsOf = (names) =>
  names.flatMap(([name, { isValue }]) =>
    isValue
      ? [{ name, kind: 'output', line: `export const v_${name}: typeof former.${name} = null! as typeof next.${name}` }]
      : [
          { name, kind: 'output', line: `export const o_${name}: former.${name} = null! as next.${name}` },
          { name, kind: 'input', line: `export const i_${name}: next.${name} = null! as former.${name}` },
          { name, kind: 'names', line: `export const n_${name}: keyof next.${name} = null! as keyof former.${name}` },
        ],
  )

const isBreaking = (name, isValue, failed) => {
  if (isValue) return failed.has('output')
  // A value with a removed name is still assignable, but a literal isn't.
  if (isInput(name)) return failed.has('input') || failed.has('names')
  return failed.has('input') && failed.has('output')
}

const compareEntry = (entry, former, next) => {
  const listing = ts.createProgram([former, next], OPTIONS, createHost())
  const [before, after] = [exportsIn(listing, former), exportsIn(listing, next)]
  const common = [...before].filter(([name, { isGeneric }]) => after.has(name) && !isGeneric)
  const questions = questionsOf(common)
  const path = join(former, '..', 'compared.ts')
  const importOf = (name, file) =>
    `import type * as ${name} from '${file.replaceAll('\\', '/').replace(/\.d\.ts$/, '')}'`
  const lines = [importOf('former', former), importOf('next', next), ...questions.map(({ line }) => line)]
  const host = createHost()
  const { getSourceFile, fileExists } = host
  host.fileExists = (file) => file === path || fileExists(file)
  host.getSourceFile = (file, ...rest) =>
    file === path ? ts.createSourceFile(file, lines.join('\n'), ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest)
  const program = ts.createProgram([path], OPTIONS, host)
  const source = program.getSourceFile(path)
  const failures = program.getSemanticDiagnostics(source).map(({ start, messageText }) => {
    const question = questions[source.getLineAndCharacterOfPosition(start).line - 2]
    return { ...question, message: ts.flattenDiagnosticMessageText(messageText, ' ') }
  })
  const changed = common.flatMap(([name, { isValue }]) => {
    const own = failures.filter((failure) => failure.name === name)
    const failed = new Set(own.map(({ kind }) => kind))
    return isBreaking(name, isValue, failed) ? [`${entry}: ${name} changed: ${own.at(-1).message}`] : []
  })
  return {
    breaking: [
      ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `${entry}: ${name} is gone`),
      ...changed,
    ],
    added: [...after.keys()].filter((name) => !before.has(name)).map((name) => `${entry}: ${name}`),
  }
}

/** Compares the declarations in two folders of releases. @returns sentences about each difference */
export const compareTypes = (former, next) => {
  const results = Object.entries(ENTRIES)
    .map(([entry, file]) => [entry, ...[former, next].map((folder) => join(folder, `${file}.d.ts`))])
    .filter(([, before]) => existsSync(before))
    .map(([entry, before, after]) =>
      existsSync(after) ? compareEntry(entry, before, after) : { breaking: [`${entry} is gone`], added: [] },
    )
  return { breaking: results.flatMap(({ breaking }) => breaking), added: results.flatMap(({ added }) => added) }
}
