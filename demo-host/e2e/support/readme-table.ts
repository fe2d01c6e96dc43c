import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const here = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Returns the cells of the README's rows that have this many cells and begin with one of these. */
export const readmeRows = (count: number, first: (cell: string) => boolean): string[][] =>
  readFileSync(join(here, 'README.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map((cells) => cells.slice(1, -1))
    .filter((cells) => cells.length === count && first(cells[0] ?? ''))

/** Returns the problems of a test that a row names: the file or the title in it doesn't exist. */
export const faultsOfTest = (spec: string, title: string): string[] => {
  const path = join(spec.startsWith('src/') ? root : here, spec)
  if (!existsSync(path)) return [`${spec}: no such file`]
  return readFileSync(path, 'utf8').replaceAll('`', "'").includes(`'${title}`) ? [] : [`${spec}: no test "${title}"`]
}

/** A type in a file of the repository. */
export type Union = readonly [file: string, type: string]

/** Returns the literals that members of these names have in one type, through the types that it consists of. */
export const literalsOf = ([file, type]: Union, members: readonly string[]): string[] => {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022, true)
  const found = new Set<string>()
  const read = (name: string) => {
    const declared = source.statements.find(
      (one) => (ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one)) && one.name.text === name,
    )
    if (declared) ts.forEachChild(declared, visit)
  }
  const visit = (node: ts.Node) => {
    if (ts.isTypeReferenceNode(node)) read(node.typeName.getText())
    if (ts.isPropertySignature(node) && members.includes(node.name.getText()) && node.type) {
      const types = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type]
      for (const one of types) if (ts.isLiteralTypeNode(one)) found.add(one.literal.getText().slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  read(type)
  return [...found]
}
