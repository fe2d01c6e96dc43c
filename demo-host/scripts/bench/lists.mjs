// `npm run bench:backend -- --lists` measures PostgreSQL's CPU time for pages of the users list, with few users and
// with many, in interleaved rounds.
import { Client } from 'pg'
import { send, signIn } from './calls.mjs'
import { createDatabaseClock, startProcess } from './processes.mjs'

const MEMBERS = '/identity/resources/fe/v1/members'
const ROLES = '/identity/resources/roles/v1'
const GROUP_ID = 'measured-group'
const BULK_TENANT = `(select "tenantId" from members where email = 'big@scale.test')`
/** Users that the seeding makes. All others are copies, because seeding a million takes a quarter of an hour. */
const SEEDED = 10_000
const MAX_RATIO = 1.3

/**
 * Changes that give some users rare states, which the seeding lacks. The number of a user decides, so that the copies
 * have each state in the same proportion.
 */
const RARE = [
  [`verified = false`, 3, 200],
  [`"disabledAt" = 1`, 5, 300],
  [`"temporaryUntil" = 4102444800000`, 7, 500],
  [`"isBreachedPassword" = true`, 11, 300],
  [`provider = 'saml'`, 13, 100],
  [`"groupIds" = '["${GROUP_ID}"]', "groupIdsFolded" = '["${GROUP_ID}"]'`, 17, 50],
  [`factor = 'passkey'`, 19, 150],
]

const columnsOf = async (client, table) => {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

const COPY = `'-' || copy || '@'`

/** Values of a copy that differ from those of its original; `copy` is its number. */
const COPIED = {
  users: {
    id: `md5(id || copy)`,
    email: `replace(email, '@', ${COPY})`,
    emailFolded: `replace("emailFolded", '@', ${COPY})`,
  },
  members: {
    id: `md5(id || copy)`,
    userId: `md5("userId" || copy)`,
    email: `replace(email, '@', ${COPY})`,
    emailFolded: `replace("emailFolded", '@', ${COPY})`,
    createdAt: `"createdAt" - copy * 1009`,
    lastLogin: `"lastLogin" - copy * 1013`,
  },
}

const copyRows = async (client, table, { copies, where }) => {
  const columns = await columnsOf(client, table)
  const values = columns.map((name) => COPIED[table][name] ?? `"${name}"`)
  const names = columns.map((name) => `"${name}"`)
  await client.query(
    `insert into ${table} (${names}) select ${values} from ${table}, generate_series(1, ${copies}) as copy where ${where}`,
  )
}

/** Copies the users of the large account until there are `users`. Indexes are built afterwards, which is faster. */
const grow = async (databaseUrl, users) => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The clock doesn't see the processes of parallel workers.
    await client.query(
      `alter database "${new URL(databaseUrl).pathname.slice(1)}" set max_parallel_workers_per_gather = 0`,
    )
    const number = `(regexp_match(email, '\\.(\\d+)@'))[1]::int`
    for (const [change, rest, divisor] of RARE) {
      const where = `"tenantId" = ${BULK_TENANT} and email <> 'big@scale.test' and activated`
      await client.query(`update members set ${change} where ${where} and ${number} % ${divisor} = ${rest}`)
    }
    const copies = Math.round(users / SEEDED) - 1
    if (copies > 0) {
      const { rows: indexes } = await client.query(
        `select indexname as name, indexdef as definition from pg_indexes where tablename in ('users', 'members')
         and indexname not in (select conname from pg_constraint)`,
      )
      for (const { name } of indexes) await client.query(`drop index "${name}"`)
      const bulk = `"tenantId" = ${BULK_TENANT} and email <> 'big@scale.test'`
      await copyRows(client, 'users', { copies, where: `id in (select "userId" from members where ${bulk})` })
      await copyRows(client, 'members', { copies, where: bulk })
      await client.query(`set maintenance_work_mem = '512MB'`)
      for (const { definition } of indexes) await client.query(definition)
    }
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Queries of the users page by their titles; all have a capped count. */
const shapesOf = (roleId) => {
  const sorts = ['name', 'email', 'createdAt', 'lastLogin', 'id', 'verified', 'isLocked', 'provider', 'tenantId']
  const statuses = ['deactivated', 'locked', 'invited', 'unverified', 'temporary', 'active']
  const presets = ['mfa-unenrolled', 'breached-passwords', 'inactive', 'joined-this-week']
  const each = (name, options) => options.map((option) => [`${name} ${option}`, `${name}=${option}`])
  return Object.fromEntries([
    ['first page', ''],
    ['page 500', 'offset=499'],
    ...sorts.flatMap((sort) =>
      ['ASC', 'DESC'].map((order) => [`sort ${sort} ${order}`, `sort=${sort}&order=${order}`]),
    ),
    ...each('status', statuses),
    ...each('factor', ['none', 'app', 'passkey']),
    ...each('provider', ['local', 'saml', 'scim2']),
    ...each('preset', presets),
    ['a role', `roleId=${roleId}`],
    ['a group', `groupId=${GROUP_ID}`],
    ['locked, by email', 'status=locked&sort=email'],
    ['locked or invited', 'status=locked,invited'],
    ['search a first name', 'search=zofia'],
    ['search one user', 'search=.7777@'],
    ['search a first name, locked', 'search=zofia&status=locked'],
    ['search no one', 'search=qqqxyz'],
    ['search one letter', 'search=z'],
  ])
}

const startList = async (databaseUrl, users) => {
  const server = await startProcess({ databaseUrl, users: SEEDED, audits: 0, latencyMs: 0, hashes: true })
  const startedAt = performance.now()
  await grow(databaseUrl, users)
  console.log(`${users} users after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  let token
  /** Signs in again, because a long run outlives an access token. */
  const renew = async () => {
    token = (await signIn(server.origin)).body.accessToken
  }
  await renew()
  const { body: roles } = await send(server.origin, 'GET', ROLES, { token })
  const roleId = roles.find(({ key }) => key === 'auditor')?.id
  const get = async (query) => {
    const path = `${MEMBERS}?limit=20&capped=true${/\boffset=/.test(query) ? '' : '&offset=0'}&${query}`
    return (await send(server.origin, 'GET', path, { token })).body._metadata
  }
  return { server, users, get, renew, roleId, clock: await createDatabaseClock(databaseUrl), cpuMs: {}, totals: {} }
}

const measurePage = async (list, title, { query, calls }) => {
  const before = await list.clock.read()
  for (let call = 0; call < calls; call += 1) list.totals[title] = await list.get(query)
  list.cpuMs[title] = (list.cpuMs[title] ?? 0) + (await list.clock.read()) - before
}

const totalOf = ({ totalItems, hasMore }) => `${totalItems}${hasMore ? '+' : ''}`

const printLists = ([few, many], { rounds, calls, titles }) => {
  console.log(
    `\nPostgreSQL's CPU ms for a page of 20, ${rounds} interleaved rounds of ${calls} calls; at most ${MAX_RATIO} ×`,
  )
  console.log(
    `page                        ${String(few.users).padStart(9)} ${String(many.users).padStart(9)}   ratio  counted`,
  )
  for (const title of titles) {
    const [one, other] = [few, many].map(({ cpuMs }) => cpuMs[title] / (rounds * calls))
    const ratio = other / one
    const columns = [
      title.padEnd(27),
      one.toFixed(1).padStart(9),
      other.toFixed(1).padStart(9),
      ratio.toFixed(2).padStart(7),
      ` ${totalOf(few.totals[title])} and ${totalOf(many.totals[title])}${ratio > MAX_RATIO ? '  OVER' : ''}`,
    ]
    console.log(columns.join(' '))
  }
}

/**
 * Measures the users lists of a small and a large account in turns, and prints both.
 *
 * @param databaseOf creates an empty database
 * @param users number of users in the large account
 */
export const benchLists = async (databaseOf, { users, rounds, calls }) => {
  const lists = []
  try {
    for (const size of [SEEDED, users])
      lists.push(await startList((await databaseOf(`users${size}`)).databaseUrl, size))
    const [{ roleId }] = lists
    const shapes = Object.entries(shapesOf(roleId))
    for (let round = -1; round < rounds; round += 1) {
      for (const list of lists) await list.renew()
      for (const [title, query] of shapes) {
        // The first round fills the caches.
        for (const list of lists) {
          if (round < 0) await list.get(query)
          else await measurePage(list, title, { query, calls })
        }
      }
    }
    printLists(lists, { rounds, calls, titles: shapes.map(([title]) => title) })
  } finally {
    for (const { server, clock } of lists) {
      await clock.end()
      await server.end()
    }
  }
}
