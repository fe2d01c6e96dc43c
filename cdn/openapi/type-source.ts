import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export type Part = 'query' | 'body' | 'response'
export const PARTS: readonly Part[] = ['query', 'body', 'response']

/** Parts whose type is not JSON: nothing, or a form. */
const NOT_JSON = new Set(['void', 'FormData'])

export interface PatchedFile {
  fileName: string
  /** The file, with one exported alias appended for each described part. */
  text: string
}

/** Returns the name of the alias for one part of one operation. */
export const aliasOf = (operation: string, part: Part): string => `${operation.replace('.', '__')}__${part}`

interface Declared {
  table: string
  operation: string
  typeArguments: readonly ts.TypeNode[]
}

/** Functions that declare a call: of the published API, and of our additions. */
const DECLARES = new Set(['endpoint', 'ours'])

/** Returns the type arguments of `endpoint<Query, Body, Response>()('GET', …)`, which belong to the inner call. */
const typeArgumentsOf = (initializer: ts.Expression): readonly ts.TypeNode[] | undefined => {
  if (!ts.isCallExpression(initializer) || !ts.isCallExpression(initializer.expression)) return undefined
  const { expression, typeArguments } = initializer.expression
  return ts.isIdentifier(expression) && DECLARES.has(expression.text) ? typeArguments : undefined
}

const declaredIn = (source: ts.SourceFile): Declared[] =>
  source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) => {
      if (!initializer || !ts.isObjectLiteralExpression(initializer)) return []
      return initializer.properties.flatMap((property) => {
        if (!ts.isPropertyAssignment(property)) return []
        const typeArguments = typeArgumentsOf(property.initializer)
        return typeArguments
          ? [{ table: name.getText(source), operation: property.name.getText(source), typeArguments }]
          : []
      })
    })

const aliasesOf = (source: ts.SourceFile): string[] =>
  declaredIn(source).flatMap(({ table, operation, typeArguments }) =>
    PARTS.flatMap((part, index) => {
      const text = typeArguments[index]?.getText(source)
      return text && !NOT_JSON.has(text) ? [`export type ${aliasOf(`${table}.${operation}`, part)} = ${text}`] : []
    }),
  )

/**
 * Returns the endpoint tables of a folder and its subfolders, each with its aliases; files without endpoints are
 * omitted.
 */
export const patchTables = (folder: string): PatchedFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const fileName = join(folder, file)
      const text = readFileSync(fileName, 'utf8')
      const aliases = aliasesOf(ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2022, true))
      return aliases.length ? [{ fileName, text: `${text}\n${aliases.join('\n')}\n` }] : []
    })
