// Reads docstrings of the public typings, for the reference pages and for the tests that check the docstrings.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

interface Documented {
  name: string
  /** The description, with `{@link Name}` as code. */
  text: string
  /** Text of `@default`. */
  fallback: string | undefined
  throws: readonly string[]
  examples: readonly string[]
}

export interface Member extends Documented {
  /** The declaration without its docstring, on one line. */
  signature: string
}

export interface Exported extends Documented {
  isType: boolean
  /** Whether it is a function, or a constant that is one. */
  isCallable: boolean
}

const parse = (path: string) => ts.createSourceFile(path, ts.sys.readFile(path) ?? '', ts.ScriptTarget.ES2022, true)

const withoutLinks = (text: string) =>
  text.replace(/\{@link (\w+)\.?(\w*)\}/g, (_, type, member) => `\`${member || type}\``)

const commentOf = (comment: string | ts.NodeArray<ts.JSDocComment> | undefined) =>
  ts.getTextOfJSDocComment(comment)?.trim() ?? ''

const documented = (node: ts.Node, name: string): Documented => {
  const tags = ts.getJSDocTags(node)
  const named = (tag: string) => tags.filter(({ tagName }) => tagName.text === tag)
  const [fallback] = named('default')
  return {
    name,
    text: withoutLinks(
      ts
        .getJSDocCommentsAndTags(node)
        .map((doc) => (ts.isJSDoc(doc) ? commentOf(doc.comment) : ''))
        .join(' ')
        .trim(),
    ),
    fallback: fallback && commentOf(fallback.comment),
    // The parser treats the first word as a type in braces, which it is not.
    throws: named('throws').map((tag) =>
      tag
        .getText()
        .replace(/^@throws\s*/, '')
        .replace(/\s*\n\s*\*?\s*/g, ' ')
        .trim(),
    ),
    examples: named('example').map(({ comment }) => commentOf(comment)),
  }
}

const toMember = (node: ts.TypeElement): Member => ({
  ...documented(node, node.name?.getText() ?? ''),
  signature: node.getText().replace(/\s+/g, ' ').replace(/;$/, ''),
})

/** Returns the members of an interface itself, or of the object types in a type's intersection. */
export const membersOf = (file: string, name: string): Member[] => {
  const members: ts.TypeElement[] = []
  const collect = (node: ts.Node): void => {
    if (ts.isTypeLiteralNode(node)) members.push(...node.members)
    else ts.forEachChild(node, collect)
  }
  parse(join(root, file)).forEachChild((node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === name) members.push(...node.members)
    if (ts.isTypeAliasDeclaration(node) && node.name.text === name) collect(node.type)
  })
  return members.filter((member) => member.name !== undefined).map(toMember)
}

const declares = (node: ts.Node, name: string): boolean => {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.some((each) => each.name.getText() === name)
  const isDeclaration = ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node)
  return (isDeclaration || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) && node.name?.text === name
}

const isCallable = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableStatement(node) &&
    node.declarationList.declarations.some(({ initializer }) => initializer && ts.isArrowFunction(initializer)))

/** Returns an export of a file, followed through files that re-export it. */
const readExport = (path: string, name: string): Exported => {
  const source = parse(path)
  // An overloaded function is documented at its first overload.
  const node = source.statements.find((each) => declares(each, name))
  if (node)
    return {
      ...documented(node, name),
      isType: ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node),
      isCallable: isCallable(node),
    }
  const passed = source.statements.find(
    (each): each is ts.ExportDeclaration =>
      ts.isExportDeclaration(each) &&
      !!each.exportClause &&
      ts.isNamedExports(each.exportClause) &&
      each.exportClause.elements.some((element) => element.name.text === name),
  )
  if (!passed?.moduleSpecifier || !ts.isStringLiteral(passed.moduleSpecifier))
    throw new Error(`${name} is not declared in ${path}`)
  return readExport(join(dirname(path), passed.moduleSpecifier.text), name)
}

const namesOf = (statement: ts.Statement): string[] => {
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
    return statement.exportClause.elements.map(({ name }) => name.text)
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return []
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText())
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isInterfaceDeclaration(statement)
  return (isNamed || ts.isTypeAliasDeclaration(statement)) && statement.name ? [statement.name.text] : []
}

/** Returns everything that an entry of the package exports, in its order. */
export const exportsOf = (entry: string): Exported[] => {
  const path = join(root, entry)
  return parse(path)
    .statements.flatMap(namesOf)
    .map((name) => readExport(path, name))
}

/**
 * Returns the docstrings of the properties of an exported object literal, by the name of the object and the property.
 */
export const propertiesOf = (file: string): Map<string, Documented> => {
  const statements = parse(join(root, file)).statements.filter(ts.isVariableStatement)
  const objects = statements.flatMap(({ declarationList }) => declarationList.declarations)
  return new Map(
    objects.flatMap(({ name, initializer }) =>
      initializer && ts.isObjectLiteralExpression(initializer)
        ? initializer.properties.flatMap((property) => {
            const id = `${name.getText()}.${property.name?.getText() ?? ''}`
            return property.name ? [[id, documented(property, id)] as const] : []
          })
        : [],
    ),
  )
}
