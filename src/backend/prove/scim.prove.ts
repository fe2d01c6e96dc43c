import { openTestPglite } from '../../testing/pglite.ts'
import { userKeysOf } from '../domain/directory/scim/keys.ts'
import type { DirectoryUserRecord } from '../store/records.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import {
  aGroup,
  aUser,
  connect,
  ENTERPRISE_SCHEMA,
  patch,
  type ScimClient,
  validateDomain,
} from '../suites/scim.test-kit.ts'
import { areWithin, isWhole, median, report, scaled } from './report.test-kit.ts'
import { compareWithModel } from './scim.test-kit.ts'
import { proveLargeGroup } from './scim-large-group.test-kit.ts'

const SEEDS = isWhole ? [1, 2, 3, 4, 5] : [1, 2]
const REQUESTS = Math.max(80, scaled(400))
const SYNCED = Math.max(300, scaled(10_000))
const LISTED = Math.max(2_000, scaled(100_000))
const SYNC_LIMIT_MS = 10 * 60_000
const REQUEST_LIMIT_MS = 50
const LIST_LIMIT_MS = 300
const ROUNDS = 5

const email = (at: number): string => `user${at}@new.test`

/** Compares the model with the server, on the embedded database. */
const proveModel = async (kit: Kit): Promise<void> => {
  const wrong: string[] = []
  for (const seed of SEEDS) wrong.push(...(await compareWithModel(kit, { seed, requests: REQUESTS })))
  for (const line of wrong.slice(0, 10)) process.stdout.write(`${line}\n`)
  report({
    row: 'SCIM model',
    wanted: `${SEEDS.length} × ${REQUESTS} generated requests on PGlite: 0 wrong`,
    reached: `${wrong.length} wrong`,
    ok: wrong.length === 0,
  })
}

/** Measures a first sync as directories do it: search for the user, create them, add them to a group. */
const proveSync = async (kit: Kit): Promise<void> => {
  await kit.reset()
  await validateDomain(kit, 'new.test')
  const { scim } = await connect(kit)
  const group = (await scim('POST', 'Groups', { body: aGroup('Everyone') })).body.id
  const times: number[] = []
  let failed = 0
  const timed = async (wanted: number, ...request: Parameters<ScimClient>) => {
    const start = performance.now()
    const response = await scim(...request)
    times.push(performance.now() - start)
    if (response.status !== wanted) failed += 1
    return response
  }
  const start = performance.now()
  for (let at = 0; at < SYNCED; at += 1) {
    await timed(200, 'GET', `Users?${encodeURI(`filter=userName eq "${email(at)}"`)}`)
    const { body } = await timed(201, 'POST', 'Users', { body: aUser(email(at), { externalId: `x${at}` }) })
    const add = { op: 'add', path: 'members', value: [{ value: body.id }] }
    await timed(204, 'PATCH', `Groups/${group}`, { body: patch(add) })
    kit.time.now += 10
  }
  const tookMs = performance.now() - start
  const members = await kit.store.members.count({ tenantId: 'acme', provider: 'scim2' })
  const middle = median(times)
  report({
    row: 'SCIM sync',
    wanted: `${SYNCED} users on PGlite, each looked for, created and put in a group: under 10 minutes, median request under ${REQUEST_LIMIT_MS} ms`,
    reached: `${Math.round(tookMs / 1_000)} s, median ${middle.toFixed(1)} ms of ${times.length} requests, ${failed} failed, ${members} members`,
    ok: areWithin(SYNC_LIMIT_MS, tookMs) && areWithin(REQUEST_LIMIT_MS, middle) && failed === 0 && members === SYNCED,
  })
}

const rowOf = (connectionId: string, at: number): DirectoryUserRecord => {
  const resource = {
    userName: email(at),
    displayName: `User ${at}`,
    active: at % 50 !== 0,
    externalId: `x${at}`,
    name: { givenName: `G${at % 997}`, familyName: `F${at % 4_999}` },
    emails: [{ value: email(at), type: 'work', primary: true }],
    title: `Engineer ${at % 40}`,
    phoneNumbers: [{ value: `+1 555 ${String(at).padStart(7, '0')}`, type: 'mobile' }],
    [ENTERPRISE_SCHEMA]: {
      employeeNumber: String(100_000 + at),
      department: at % 2 === 0 ? 'Sales' : `Team ${at % 50}`,
      manager: { value: `m${at % 1_000}` },
    },
  }
  const ids = { id: `u${String(at).padStart(7, '0')}`, connectionId, tenantId: 'acme', memberId: null, isCreator: true }
  const state = { active: resource.active, resource: JSON.stringify(resource), version: 1 }
  return { ...ids, ...userKeysOf(resource), ...state, createdAt: at, updatedAt: at }
}

const FILTERS: readonly string[] = [
  `filter=userName eq "${email(LISTED - 1)}"`,
  'filter=externalId eq "x77"',
  `filter=emails.value eq "${email(LISTED - 2)}"`,
  `filter=emails[type eq "work" and value eq "${email(9)}"]`,
  'filter=userName sw "user77"&sortBy=userName',
  `filter=displayName co "${LISTED - 2_223}"`,
  'filter=name.familyName eq "f42" or name.givenName eq "g7"',
  'filter=active eq false&sortBy=userName&sortOrder=descending',
  `filter=meta.lastModified gt "${new Date(LISTED - 200).toISOString()}"`,
  'filter=active eq true and not (userName sw "user1")&count=50&sortBy=name.familyName',
  `startIndex=${LISTED - 150}&count=100`,
  `filter=${ENTERPRISE_SCHEMA}:employeeNumber eq "${100_000 + LISTED - 3}"`,
  'filter=title eq "engineer 7"',
  'filter=title co "neer 1" and active eq true',
  `filter=${ENTERPRISE_SCHEMA}:manager.value eq "m7"`,
  // Matches half of the users.
  `filter=${ENTERPRISE_SCHEMA}:department eq "sales"`,
  `filter=${ENTERPRISE_SCHEMA}:department eq "sales"&sortBy=userName&startIndex=${LISTED / 4}`,
  'filter=phoneNumbers[type eq "mobile" and value ew "0077"]',
]

const proveLists = async (kit: Kit): Promise<void> => {
  await kit.reset()
  const { scim, id } = await connect(kit)
  await kit.store.directoryUsers.insertMany(Array.from({ length: LISTED }, (_, at) => rowOf(id, at)))
  await kit.store.optimize?.()
  const reached: Record<string, number> = {}
  for (const filter of FILTERS) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now()
      const { status, body } = await scim('GET', `Users?${encodeURI(filter)}`)
      times.push(performance.now() - start)
      if (status !== 200 || body.itemsPerPage === 0) throw new Error(`${filter}: ${status}`)
    }
    reached[filter] = Math.round(median(times))
  }
  report({
    row: 'SCIM lists',
    wanted: `${LISTED} users on PGlite: each filtered list within ${LIST_LIMIT_MS} ms, median of ${ROUNDS}`,
    reached: JSON.stringify(reached),
    ok: areWithin(LIST_LIMIT_MS, ...Object.values(reached)),
  })
}

const kit = await openKit(openTestPglite)
try {
  await proveModel(kit)
  await proveLists(kit)
  await proveLargeGroup(kit)
  await proveSync(kit)
} finally {
  await kit.close()
}
