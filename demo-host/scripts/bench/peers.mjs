// Other products that `npm run bench:backend -- --peers` measures on the same PostgreSQL, with the same client.
import { fileURLToPath } from 'node:url'
import { ensureOwnPackages } from '../install.mjs'
import { PASSWORD, send } from './calls.mjs'
import { startProcess } from './processes.mjs'

const FOLDER = fileURLToPath(new URL('peers', import.meta.url))
const EMAIL = 'big@scale.test'
const SIGN_IN = '/api/auth/sign-in/email'

const signIn = (origin) => send(origin, 'POST', SIGN_IN, { body: { email: EMAIL, password: PASSWORD } })

const getSession = (origin, { cookie }) => send(origin, 'GET', '/api/auth/get-session', { cookie })

const CALLS = { 'get-session': getSession, 'sign-in': signIn }
const WITHOUT_HASH = { 'sign-in without the hash': signIn }

/** Starts better-auth as a target with sessions for all clients. */
const startBetterAuth = async ({ databaseUrl, latencyMs, hashes }, clients) => {
  const server = await startProcess(
    { databaseUrl, latencyMs, hashes, users: [EMAIL] },
    `${FOLDER}/better-auth-server.mjs`,
  )
  const sessions = []
  for (let at = 0; at < clients; at += 1) {
    const { cookies } = await signIn(server.origin)
    sessions.push({ cookie: cookies.join('; ') })
  }
  const name = `better-auth, one process${hashes ? '' : ', without the hash'}`
  return { name, servers: [server], sessions, calls: hashes ? CALLS : WITHOUT_HASH }
}

/** @param databaseOf creates an empty database */
export const startPeers = async (databaseOf, { latencyMs, clients }) => {
  ensureOwnPackages(FOLDER, 'the products to compare with')
  const peers = []
  for (const hashes of [true, false]) {
    const { databaseUrl } = await databaseOf(hashes ? 'peer' : 'plainpeer')
    peers.push({ databaseUrl, ...(await startBetterAuth({ databaseUrl, latencyMs, hashes }, clients)) })
  }
  return peers
}
