import { createRequire } from 'node:module'
import type { JsonSchema } from './json-schema.ts'
import type { PatchedFile } from './type-source.ts'

const require = createRequire(import.meta.url)
const generatorPath = require.resolve('ts-json-schema-generator')

type TypeScript = typeof import('typescript')
type Generator = typeof import('ts-json-schema-generator')

const CONFIG = {
  expose: 'export',
  topRef: true,
  jsDoc: 'extended',
  additionalProperties: true,
  encodeRefs: false,
  skipTypeCheck: true,
} as const

/** Returns the generator's own compiler, which may differ from the project's and whose syntax trees it reads. */
const compilerOfGenerator = (): TypeScript => createRequire(generatorPath)('typescript')

const createProgram = (ts: TypeScript, files: readonly PatchedFile[]) => {
  const options: import('typescript').CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  }
  const host = ts.createCompilerHost(options)
  const read = host.readFile.bind(host)
  const patched = new Map(files.map(({ fileName, text }) => [fileName, text]))
  host.readFile = (fileName) => patched.get(fileName) ?? read(fileName)
  host.getSourceFile = (fileName, languageVersion) => {
    const text = host.readFile(fileName)
    return text === undefined ? undefined : ts.createSourceFile(fileName, text, languageVersion)
  }
  return ts.createProgram([...patched.keys()], options, host)
}

/** Returns JSON Schemas (draft 7) of all exported types of `files`, by type name. */
export const generateDefinitions = (files: readonly PatchedFile[]): Record<string, JsonSchema> => {
  const generator: Generator = require(generatorPath)
  const ts = compilerOfGenerator()
  const program = createProgram(ts, files)
  const config = { ...generator.DEFAULT_CONFIG, ...CONFIG }
  const wanted = /__(query|body|response)$/
  const nodes = files.flatMap(
    ({ fileName }) =>
      program.getSourceFile(fileName)?.statements.filter(
        // The check is by kind because the two compilers' guards do not share types.
        (node) => ts.isTypeAliasDeclaration(node) && wanted.test(node.name.text),
      ) ?? [],
  )
  const schemas = new generator.SchemaGenerator(
    program as never,
    generator.createParser(program as never, config),
    generator.createFormatter(config),
    config,
  )
  return (schemas.createSchemaFromNodes(nodes as never).definitions ?? {}) as Record<string, JsonSchema>
}
