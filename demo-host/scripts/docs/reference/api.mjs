import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildOpenApi } from '../../../../cdn/openapi/build-openapi.ts'
import { ALL_RULES } from '../../../../src/backend/suites/all-rules.test-kit.ts'
import { allTables } from '../../../../src/contract/all.ts'
import { root } from '../../project.mjs'
import { exampleOf } from './example.mjs'
import { cell, code, fence, page, table } from './markdown.mjs'
import { sentenceOf } from './operation-sentence.mjs'
import { exportsOf, propertiesOf } from './typings.ts'

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const WORDS = { api: 'API', ip: 'IP', mfa: 'MFA', oauth: 'OAuth', saml: 'SAML', scim: 'SCIM', sso: 'SSO' }

const titleOf = (name) => {
  const text = kebab(name)
    .split('-')
    .map((word) => WORDS[word] ?? word)
    .join(' ')
  return text[0].toUpperCase() + text.slice(1)
}

const CONTRACT = 'src/contract'

const contractFiles = () =>
  readdirSync(join(root, CONTRACT), { recursive: true })
    .filter((path) => /^[^.]+\.ts$/.test(path))
    .map((path) => join(CONTRACT, path))

/** Returns the docstrings of tables, by name. */
const tableTexts = () => {
  const found = contractFiles()
    .flatMap(exportsOf)
    .filter(({ name }) => name in allTables)
  return new Map(found.map(({ name, text }) => [name, text]))
}

/** Returns the docstrings of operations, by ID. */
const operationTexts = () => new Map(contractFiles().flatMap((file) => [...propertiesOf(file)]))

/** Returns every operation with its details from the contract, the rules and the schemas. */
export const operations = async () => {
  const { openapi, schemas } = await buildOpenApi()
  const texts = operationTexts()
  return Object.entries(allTables).flatMap(([tableName, endpoints]) =>
    Object.entries(endpoints).map(([name, { method, path, flags }]) => {
      const id = `${tableName}.${name}`
      const { body, query, response } = schemas.operations[id] ?? {}
      const example = (schema) => schema && exampleOf(schema, openapi.components.schemas)
      return {
        id,
        tableName,
        name,
        method,
        path,
        flags,
        rules: ALL_RULES.get(id),
        sentence: sentenceOf(tableName, name),
        details: texts.get(id),
        query: example(query),
        body: example(body),
        response: example(response),
      }
    }),
  )
}

const withValues = (path, query) => {
  const values = Object.entries(query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : value)}`,
  )
  return (
    path.replace(/\{(\w+)\}/g, (_, name) => `$${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`) +
    (values.length > 0 ? `?${values.join('&')}` : '')
  )
}

const urlOf = ({ path, flags, query }) =>
  `$API${flags.unprefixed || path.startsWith('/frontegg/') ? '' : '/frontegg'}${withValues(path, query)}`

/** Returns a call as a shell command; `$API` is the origin of the API and `$TOKEN` an access token. */
const commandOf = (operation) => {
  const { method, flags, body } = operation
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"${urlOf(operation)}"`]
  if (!flags.noToken) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (flags.multipart) lines.push('-F image=@picture.png')
  else if (flags.form)
    lines.push(`-d '${new URLSearchParams(Object.entries(body ?? {}).map(([key, value]) => [key, String(value)]))}'`)
  else if (body !== undefined) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`)
  return lines.join(' \\\n  ')
}

/** Returns when the user must confirm their identity first. */
const proofOf = ({ fresh }) => {
  if (fresh === 'always') return 'The user confirms their identity first,'
  if (fresh === 'factor') return 'A user who has a second factor proves it first,'
  return typeof fresh === 'function'
    ? 'Where it weakens an account, the user confirms their identity first,'
    : undefined
}

const accessOf = ({ flags, rules }) => {
  const facts = []
  if (flags.noToken) facts.push('It needs no access token.')
  else if (rules?.permission) facts.push(`The caller needs the permission \`${rules.permission}\`.`)
  if (flags.cookies) facts.push('It needs the session cookies.')
  if (flags.server) facts.push('Servers call it, not pages.')
  if (flags.nav) facts.push('A browser opens it as a page.')
  const proof = rules && 'fresh' in rules ? proofOf(rules) : undefined
  if (proof)
    facts.push(`${proof} at most 300 s before; else it responds 401 with \`error="insufficient_user_authentication"\`.`)
  return facts.join(' ')
}

/** Returns the text that the contract adds to the sentence. */
const detailsOf = ({ details }) =>
  details ? [details.text, ...details.throws.map((each) => `Responds ${each}.`)].filter(Boolean).join('\n\n') : ''

const MAX_EXAMPLE = 1_200

const responseOf = ({ response, flags }) => {
  if (flags.blob) return 'The response is a file.'
  if (flags.text) return 'The response is plain text.'
  const text = response === undefined ? '' : JSON.stringify(response, null, 2)
  return text && text !== '{}' && text.length <= MAX_EXAMPLE ? `Response:\n\n${fence('json', text)}` : ''
}

const section = (operation) =>
  [
    `## ${operation.name}`,
    operation.sentence ?? '',
    code(`${operation.method} ${operation.path}`),
    detailsOf(operation),
    accessOf(operation),
    fence('sh', commandOf(operation)),
    responseOf(operation),
  ]
    .filter(Boolean)
    .join('\n\n')

const fileOf = (tableName) => `reference/api/${kebab(tableName)}.md`

const INTRODUCTION = `Every call that login box and portal make, as the reference backend serves it. \`openapi.json\` of the release describes the same
calls in OpenAPI 3.1, with the type of every field. In the examples, \`$API\` is the origin of the API, \`$TOKEN\` an access token,
and other names in capitals are IDs. A failure has a status of 4xx or 5xx and \`{ "errors": ["…"] }\`.`

const groupsOf = (all) =>
  Object.keys(allTables).map((name) => [name, all.filter(({ tableName }) => tableName === name)])

/** Returns pages by path: one for each table of the contract, and one with all operations. */
export const apiPages = async () => {
  const all = await operations()
  const texts = tableTexts()
  const groups = groupsOf(all)
  const index = page(
    'API',
    INTRODUCTION,
    ...groups.map(
      ([name, own]) =>
        `## ${titleOf(name)}\n\n${table(
          ['Operation', 'Call', 'What it does'],
          own.map((each) => [
            `[${each.name}](./${kebab(name)}.md#${each.name.toLowerCase()})`,
            code(`${each.method} ${each.path}`),
            each.sentence ?? '',
          ]),
        )}`,
    ),
  )
  return [
    ['reference/api/index.md', index],
    ...groups.map(([name, own]) => [
      fileOf(name),
      page(`API: ${titleOf(name)}`, cell(texts.get(name) ?? ''), ...own.map(section)),
    ]),
  ]
}
