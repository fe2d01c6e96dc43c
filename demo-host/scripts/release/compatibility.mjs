// Compares two built releases: everything that a host or a client of the current one relies on must exist in the next
// one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareTypes } from './compatible-types.mjs'

const readJson = (folder, file) =>
  existsSync(join(folder, file)) ? JSON.parse(readFileSync(join(folder, file), 'utf8')) : undefined

const difference = (before, after) => ({
  breaking: before.filter((name) => !after.includes(name)).map((name) => `${name} is gone`),
  added: after.filter((name) => !before.includes(name)),
})

/** Elements with their attributes, events, slots, parts and custom properties: the markup and styles of hosts. */
const namesOfElements = (manifest) =>
  manifest.modules.flatMap(({ declarations }) =>
    declarations.flatMap(({ tagName, attributes = [], events = [], slots = [], cssParts = [], cssProperties = [] }) => {
      const named = (what, list) => list.map(({ name }) => `<${tagName}> ${what} ${name}`)
      return [
        `<${tagName}>`,
        ...named('attribute', attributes),
        ...named('event', events),
        ...named('slot', slots),
        ...named('part', cssParts),
        ...named('custom property', cssProperties),
      ]
    }),
  )

const isText = (value) => typeof value === 'string' || typeof value?.other === 'string'

const keysOf = (tree, path) =>
  Object.entries(tree).flatMap(([key, value]) =>
    isText(value) ? [`text ${path}${key}`] : keysOf(value, `${path}${key}.`),
  )

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head']

const operationsOf = ({ paths }) =>
  new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => [`${method.toUpperCase()} ${path}`, item[method]]),
    ),
  )

const resolve = (document, schema) =>
  schema?.$ref
    ? schema.$ref
        .replace(/^#\//, '')
        .split('/')
        .reduce((node, key) => node?.[key], document)
    : schema

const schemaOf = (document, content) => resolve(document, content?.['application/json']?.schema)

/** Levels of an object whose fields are compared; deeper fields belong to records with their own schemas. */
const MAX_DEPTH = 3

const fieldsOf = (document, schema, path = '', depth = 0) => {
  const own = resolve(document, schema)
  if (!own || depth > MAX_DEPTH) return []
  if (own.items) return fieldsOf(document, own.items, `${path}[].`, depth + 1)
  return Object.entries(own.properties ?? {}).flatMap(([name, value]) => [
    `${path}${name}`,
    ...fieldsOf(document, value, `${path}${name}.`, depth + 1),
  ])
}

const successOf = ({ responses = {} }) => Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]

const compareOperation = (name, [before, was], [after, is]) => {
  const requiredOf = (document, operation) => schemaOf(document, operation.requestBody?.content)?.required ?? []
  const required = requiredOf(before, was)
  const known = fieldsOf(before, schemaOf(before, successOf(was)?.content))
  const now = fieldsOf(after, schemaOf(after, successOf(is)?.content))
  return [
    ...requiredOf(after, is)
      .filter((field) => !required.includes(field))
      .map((field) => `${name}: the request now requires ${field}`),
    ...known.filter((field) => !now.includes(field)).map((field) => `${name}: the response lacks ${field}`),
  ]
}

const compareWire = (before, after) => {
  const [was, is] = [operationsOf(before), operationsOf(after)]
  const { breaking, added } = difference([...was.keys()], [...is.keys()])
  const changed = [...was].flatMap(([name, operation]) =>
    is.has(name) ? compareOperation(name, [before, operation], [after, is.get(name)]) : [],
  )
  return { breaking: [...breaking, ...changed], added }
}

/** The parts of the contract, by the file of the release that has them. */
const CONTRACTS = {
  'Elements, events and styles': ['custom-elements.json', (a, b) => difference(namesOfElements(a), namesOfElements(b))],
  'Wire contract': ['openapi.json', compareWire],
  Texts: ['texts.json', (a, b) => difference(keysOf(a.en, ''), keysOf(b.en, ''))],
}

const compareFile = (file, compare, former, next) => {
  const [before, after] = [readJson(former, file), readJson(next, file)]
  if (!before) return { breaking: [], added: after ? [file] : [] }
  return after ? compare(before, after) : { breaking: [`${file} is gone`], added: [] }
}

/**
 * Compares two folders of releases.
 *
 * @returns removed or changed items (`breaking`) and new ones (`added`), by part of the contract
 */
export const compareReleases = (former, next) => ({
  'Types and options': compareTypes(former, next),
  ...Object.fromEntries(
    Object.entries(CONTRACTS).map(([part, [file, compare]]) => [part, compareFile(file, compare, former, next)]),
  ),
})

const partsOf = (version) => version.split('.').map(Number)

/** Returns `major`, `minor` or `patch`. @throws Error unless `next` is newer */
export const stepOf = (former, next) => {
  const [was, is] = [partsOf(former), partsOf(next)]
  const at = is.findIndex((part, index) => part !== was[index])
  if (at < 0 || is[at] < was[at]) throw new Error(`${next} isn't newer than ${former}.`)
  return ['major', 'minor', 'patch'][at]
}

/** Returns the reasons to refuse a release of this step; empty if there are none. */
export const refusalsOf = (report, step) => {
  if (step === 'major') return []
  const all = Object.values(report)
  const breaking = all.flatMap((part) => part.breaking).map((text) => `${text}, which needs a major release`)
  const added =
    step === 'patch'
      ? all.flatMap((part) => part.added).map((name) => `${name} is new, which needs a minor release`)
      : []
  return [...breaking, ...added]
}
