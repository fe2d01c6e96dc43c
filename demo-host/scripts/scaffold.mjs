import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sentenceOf } from './docs/reference/operation-sentence.mjs'
import { fileWith, formsOf, importAlso, register, writeTemplate } from './scaffold-files.mjs'

const registerPage = (root, { __kebab__: kebab, __name__: name }) => {
  register(root, 'src/pages/index.ts', {
    line: `import { ${name}Page } from './${kebab}/index.ts'`,
    entry: `  ${name}Page,`,
    before: ']',
  })
  register(root, 'src/contract/all.ts', {
    line: `import { ${name} } from './${kebab}.ts'`,
    entry: `  ${name},`,
    before: '}\n',
  })
  register(root, 'src/backend/handlers/administration-routes.ts', {
    line: `import { ${name}Rules } from './${kebab}.rules.ts'\nimport { ${name}Handlers } from './${kebab}.ts'\nimport { ${name} } from '../../contract/${kebab}.ts'`,
    entry: `  ...routesOf('${name}', ${name}, ${name}Handlers, ${name}Rules),`,
    before: ']',
  })
  register(root, 'src/backend/suites/all-rules.test-kit.ts', {
    line: `import { ${name}Rules } from '../handlers/${kebab}.rules.ts'`,
    entry: `  ${name}: ${name}Rules,`,
    before: '} satisfies',
  })
}

/** Writes a page with its call and its handler, and registers them. @returns the new files. @throws Error for a bad name. */
export const scaffoldPage = (root, kebab) => {
  const forms = formsOf(kebab)
  const made = writeTemplate(root, 'page', forms)
  registerPage(root, forms)
  return made
}

const HANDLERS = 'src/backend/handlers'

/** Returns the files that declare a table, its rules and its handlers. @throws Error where one is missing. */
const filesOf = (root, table) => ({
  contract: fileWith(root, 'src/contract', `export const ${table} = {`),
  rules: fileWith(root, HANDLERS, `} satisfies RulesOf<typeof ${table}>`),
  handlers: fileWith(root, HANDLERS, `} satisfies Handlers<typeof ${table}>`),
})

const hasCall = (root, contract, table, name) => {
  const [, rows] = readFileSync(join(root, contract), 'utf8').split(`export const ${table} = {`)
  return rows.split('\n}\n')[0].includes(`\n  ${name}: `)
}

/** Adds the rows of a call to its table, their rules and their handlers. */
const addRows = (root, { contract, rules, handlers }, table, { __kebab__: kebab, __name__: name }) => {
  importAlso(root, contract, 'ours', './endpoint.ts')
  register(root, contract, {
    entry: `\n  ${name}: ours<void, void, void>()('POST', '/${kebab}'),`,
    before: '\n}\n',
    after: `export const ${table} = {`,
  })
  register(root, rules, {
    entry: `  ${name}: { permission: null, rank: 'none', fresh: 'never', audit: 'change', grants: false, events: [] },`,
    before: `} satisfies RulesOf<typeof ${table}>`,
  })
  importAlso(root, handlers, 'signedIn', '../http/handler.ts')
  register(root, handlers, {
    entry: `  ${name}: signedIn(() => Promise.reject(new Error('The handler of ${name} is not written yet'))),`,
    before: `} satisfies Handlers<typeof ${table}>`,
  })
}

/**
 * Adds a call of ours to a table, with its rules, a handler that throws, and a suite that fails until it is written.
 *
 * @returns the new files
 * @throws Error for a table that isn't in one file each, and a name without a verb that the reference knows; nothing is
 *   then written
 *
 * @example scaffoldCall(root, 'account-alias', 'verify-alias')
 */
export const scaffoldCall = (root, tableKebab, kebab) => {
  const { __name__: table } = formsOf(tableKebab)
  const forms = formsOf(kebab)
  const { __name__: name, __Name__: title } = forms
  if (!sentenceOf(table, name)) throw new Error(`The name of a call begins with a verb, like get-alias; not "${kebab}"`)
  const files = filesOf(root, table)
  if (hasCall(root, files.contract, table, name)) throw new Error(`The table ${table} has a call ${name} already`)
  const made = writeTemplate(root, 'call', {
    ...forms,
    __table__: table,
    __resource__: basename(files.contract, '.ts'),
  })
  addRows(root, files, table, forms)
  register(root, 'src/backend/backend.suite.ts', {
    line: `import { describe${title} } from './suites/${kebab}.suite.ts'`,
    entry: `  ['whose call ${name}', describe${title}],`,
    before: ']\n\n/** These run only',
  })
  return made
}

/** Adds a setting of accounts with default, validation, reader and test. @returns the new files. @throws Error for a bad name. */
export const scaffoldSetting = (root, kebab) => {
  const forms = formsOf(kebab)
  const { __name__: name } = forms
  const made = writeTemplate(root, 'setting', forms)
  register(root, 'src/backend/domain/settings/all-settings.ts', {
    line: `import { ${name}Setting } from './${kebab}.ts'`,
    entry: `  '${kebab}': ${name}Setting,`,
    before: '}\n\nexport type SettingValues',
  })
  return made
}

/** Adds a table with rows of accounts to every store. @returns the new files. @throws Error for a bad name. */
export const scaffoldTable = (root, kebab) => {
  const forms = formsOf(kebab)
  const { __name__: name, __Name__: title } = forms
  const made = writeTemplate(root, 'table', forms)
  const records = 'src/backend/store/records.ts'
  const source = `./records/${kebab}.ts`
  register(root, records, {
    line: `import type { ${title}Records } from '${source}'`,
    entry: '',
    before: '\nexport type *',
  })
  register(root, records, {
    line: `export type * from '${source}'`,
    entry: `    ${title}Records,`,
    before: '    UpkeepRecords {}',
  })
  register(root, 'src/backend/store/schema.ts', {
    entry: `  ${name}: { indexes: [['tenantId', 'createdAt']] },`,
    before: '}\n\n/** Returns the declaration of a collection',
  })
  register(root, 'src/backend/adapters/postgres/tables.ts', {
    line: `import * as ${name} from './tables/${kebab}.ts'`,
    entry: `  ...${name},`,
    before: '} satisfies',
  })
  register(root, 'src/backend/domain/identity/accounts/sub-accounts.ts', {
    entry: `  '${name}',`,
    before: '] as const satisfies',
  })
  register(root, 'src/backend/store/store.suite.ts', {
    entry: `
const describe${title} = (storeOf: () => Store) => {
  it('keeps ${kebab.replaceAll('-', ' ')} of each account apart', async () => {
    const { ${name} } = storeOf()
    const row = { tenantId: 'acme', name: 'First', createdAt: 1, updatedAt: 1 }
    await ${name}.insertMany([
      { ...row, id: 'one' },
      { ...row, id: 'two', tenantId: 'globex' },
    ])
    assert.deepEqual(await ${name}.list({ tenantId: 'acme' }), [{ ...row, id: 'one' }])
  })
}`,
    before: '\nconst describeRows =',
  })
  register(root, 'src/backend/store/store.suite.ts', {
    entry: `    describe${title}(() => store)`,
    before: '    describeTransactions(() => store)',
  })
  return made
}
