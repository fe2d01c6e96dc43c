import { randomBytes } from 'node:crypto'
import type { CallId, Operation } from './operations.ts'
import { urlOf } from './operations.ts'
import { NOT_ALLOWED, type RunContext, record } from './probes.ts'

const BAD_REQUEST = 400
const FORBIDDEN = 403

/** Prefix of all names that a run creates, so that records that it couldn't delete can be found. */
const NAME = 'conformance'

interface Step {
  call: CallId
  /** Values of the path. @default none */
  path?: (made: Made) => Readonly<Record<string, string>>
  body?: (made: Made) => unknown
  mayBeOff?: true
}

interface Made {
  /** Id of the record that the run created. */
  id: string
  /** Different in every run, for names that must be unique. */
  tag: string
  userId: string
  eventKey: string
}

interface Scenario {
  create: Step
  /** Finds the id if the response has none. */
  find?: { call: CallId; named: string }
  idOf?: string
  /** Whether the vendor's settings may turn it off; then its creation is refused. */
  mayBeOff?: true
  steps?: readonly Step[]
  /** Always runs after `create`. */
  remove: Step
}

const byId =
  (name: string) =>
  ({ id }: Made) => ({ [name]: id })

const TOKEN_MINUTES = 5

const tokenScenario = (table: 'tokensUser' | 'tokensTenant', kind: 'AccessToken' | 'ClientCredential'): Scenario => ({
  create: {
    call: `${table}.create${kind}`,
    body: ({ tag }) => ({
      description: `${NAME} ${tag}`,
      expiresInMinutes: TOKEN_MINUTES,
      ...(table === 'tokensTenant' && { roleIds: [] }),
    }),
  },
  mayBeOff: true,
  idOf: kind === 'AccessToken' ? 'id' : 'clientId',
  remove: { call: `${table}.delete${kind}`, path: byId(kind === 'AccessToken' ? 'id' : 'tokenId') },
})

const webhookOf = ({ tag, eventKey }: Made) => ({
  displayName: `${NAME} ${tag}`,
  description: '',
  url: 'https://example.com/conformance',
  secret: `secret-${tag}`,
  eventKeys: [eventKey],
  isActive: false,
})

const SCENARIOS: readonly Scenario[] = [
  {
    create: { call: 'groups.createGroup', body: ({ tag }) => ({ name: `${NAME} ${tag}` }) },
    steps: [
      { call: 'groups.getGroup', path: byId('groupId') },
      { call: 'groups.updateGroup', path: byId('groupId'), body: () => ({ description: NAME }) },
      { call: 'groups.addUsers', path: byId('groupId'), body: ({ userId }) => ({ userIds: [userId] }) },
      { call: 'groups.removeUsers', path: byId('groupId'), body: ({ userId }) => ({ userIds: [userId] }) },
    ],
    remove: { call: 'groups.deleteGroup', path: byId('groupId') },
  },
  {
    create: {
      call: 'roles.addRole',
      body: ({ tag }) => ({
        key: `${NAME}-${tag}`,
        name: `${NAME} ${tag}`,
        description: '',
        isDefault: false,
        level: 9,
        permissions: [],
      }),
    },
    steps: [
      { call: 'roles.updateRole', path: byId('roleId'), body: () => ({ description: NAME }) },
      { call: 'roles.attachPermissions', path: byId('roleId'), body: () => ({ permissionIds: [] }) },
    ],
    remove: { call: 'roles.deleteRole', path: byId('roleId') },
  },
  tokenScenario('tokensUser', 'AccessToken'),
  tokenScenario('tokensUser', 'ClientCredential'),
  tokenScenario('tokensTenant', 'AccessToken'),
  tokenScenario('tokensTenant', 'ClientCredential'),
  {
    create: { call: 'connectivity.createWebhook', body: webhookOf },
    find: { call: 'connectivity.listWebhooks', named: 'displayName' },
    steps: [
      {
        call: 'connectivity.updateWebhook',
        path: byId('_id'),
        body: (made) => ({ ...webhookOf(made), _id: made.id, description: NAME }),
      },
    ],
    remove: { call: 'connectivity.deleteWebhook', path: byId('id') },
  },
  {
    create: { call: 'ssoConfigs.createConfig', body: () => ({ enabled: false }) },
    remove: { call: 'ssoConfigs.deleteConfig', path: byId('configId') },
  },
]

const fill = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

const textIn = (json: unknown, name: string): string | undefined => {
  const value = (json as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

type Operations = ReadonlyMap<string, Operation>

/** Makes one valid request and records the result; returns the response if it was a success. */
const take = async (
  context: RunContext,
  operations: Operations,
  step: Step,
  made: Made,
): Promise<{ json: unknown } | undefined> => {
  const operation = operations.get(step.call)
  if (!operation || context.book.isMissing(step.call)) return undefined
  const { endpoint, call } = operation
  const outcome = await context.session.call({
    method: endpoint.method,
    url: urlOf(context, operation, fill(endpoint.path, step.path?.(made) ?? {})),
    ...(step.body && { body: step.body(made) }),
  })
  const status = 'reply' in outcome ? outcome.reply.status : 0
  if (status === FORBIDDEN || (status === BAD_REQUEST && step.mayBeOff)) {
    context.book.leave(call, status === FORBIDDEN ? NOT_ALLOWED : 'the server’s settings refuse it')
    return undefined
  }
  record(context, operation, outcome, (reply) => context.checks.success(call, endpoint, reply), true)
  return 'reply' in outcome && outcome.reply.status < 300 ? { json: outcome.reply.json } : undefined
}

const findId = async (
  context: RunContext,
  operations: Operations,
  scenario: Scenario,
  made: Made,
): Promise<string | undefined> => {
  const { find } = scenario
  if (!find) return undefined
  const found = await take(context, operations, { call: find.call }, made)
  const list = Array.isArray(found?.json) ? found.json : []
  const row = list.find((each) => textIn(each, find.named) === `${NAME} ${made.tag}`)
  return textIn(row, '_id') ?? textIn(row, 'id')
}

const runScenario = async (
  context: RunContext,
  operations: Operations,
  scenario: Scenario,
  tag: string,
): Promise<string[]> => {
  const blank = { id: '', tag, userId: context.known.userId ?? '', eventKey: context.known.eventKey ?? '' }
  if (context.book.isMissing(scenario.remove.call)) {
    context.book.leave(scenario.create.call, 'the server couldn’t delete what the run would make')
    return []
  }
  const created = await take(
    context,
    operations,
    { ...scenario.create, ...(scenario.mayBeOff && { mayBeOff: true }) },
    blank,
  )
  if (!created) return []
  const id = textIn(created.json, scenario.idOf ?? 'id') ?? (await findId(context, operations, scenario, blank))
  const leftover = `a record named ${NAME} ${tag}, made by ${scenario.create.call}`
  if (!id) return [leftover]
  const made = { ...blank, id }
  for (const step of scenario.steps ?? []) await take(context, operations, step, made)
  return (await take(context, operations, scenario.remove, made)) ? [] : [leftover]
}

/**
 * Creates, changes and deletes its own records, one kind after another. Returns the records that it could not delete.
 */
export const runScenarios = async (
  context: RunContext,
  operations: Operations,
  isOver: () => boolean,
): Promise<string[]> => {
  const left: string[] = []
  const tag = randomBytes(4).toString('hex')
  for (const scenario of SCENARIOS)
    if (operations.has(scenario.create.call) && !isOver())
      left.push(...(await runScenario(context, operations, scenario, tag)))
  return left
}
